import type { FailureKind } from '../domain/errors.ts';
import type { OpenBreaker } from '../db/queries/overview-figures.ts';
import type { RetryingTasks } from '../db/queries/retrying-work.ts';

/** Fewer tasks say nothing of the others to come, */
const STUCK_MIN = 3;

/** but a disk that is full for one is full for all that write to it. */
const STUCK_AT_ONCE: readonly string[] = ['StorageFull'] satisfies FailureKind[];

/**
 * Whether what is tried fails for everyone: most of these tasks have failed since any of their role and platform succeeded. Who waits at this
 * moment does not matter, since an attempt that is under way proves nothing.
 */
export function isStuck({ failedSince, count, kind }: RetryingTasks): boolean {
  if (failedSince > 0 && STUCK_AT_ONCE.includes(kind ?? '')) return true;
  return failedSince >= STUCK_MIN && failedSince * 2 > count;
}

/** How tasks fail at a platform that refuses every proxy. */
const REFUSALS: readonly string[] = ['Blocked', 'RateLimited'] satisfies FailureKind[];

/** Whether these tasks fail because their platform refuses every proxy. The breakers of its images and its browser pages hold back no fetch. */
export function isRefused(
  { platform, kind, failedSince }: RetryingTasks,
  breakers: readonly Pick<OpenBreaker, 'target'>[],
): boolean {
  return (
    failedSince > 0 && REFUSALS.includes(kind ?? '') && breakers.some(({ target }) => target === platform)
  );
}
