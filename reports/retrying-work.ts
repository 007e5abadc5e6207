import type { FailureKind } from '../domain/errors.ts';
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
