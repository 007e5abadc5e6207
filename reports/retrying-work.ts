import type { FailureKind } from '../domain/errors.ts';
import { isForStop } from '../domain/stopped-target.ts';
import type { OpenBreaker } from '../db/queries/overview-figures.ts';
import type { RetryingTasks } from '../db/queries/retrying-work.ts';

/** The least number of failed tasks that shows that the others will fail, too. */
const STUCK_MIN = 3;

/** Kinds of which a single failure is enough: a full disk affects every task that writes to it. */
const STUCK_AT_ONCE: readonly string[] = ['StorageFull'] satisfies FailureKind[];

/**
 * Whether these tasks were held back by a stop of their platform. They did not fail: they wait until it is started, and then go on with their
 * next attempt.
 */
export function isHeldBack({ kind, platform, message }: RetryingTasks): boolean {
  return kind === HELD_BACK && isForStop(message, platform);
}

const HELD_BACK: FailureKind = 'RateLimited';

/**
 * Whether all attempts fail: most of these tasks have failed since the last success of their role and platform. A task whose next attempt
 * is in progress counts as failed, too, since an unfinished attempt proves nothing.
 */
export function isStuck(tasks: RetryingTasks): boolean {
  const { failedSince, count, kind } = tasks;
  if (isHeldBack(tasks)) return false;
  if (failedSince > 0 && STUCK_AT_ONCE.includes(kind ?? '')) return true;
  return failedSince >= STUCK_MIN && failedSince * 2 > count;
}

/** The failure kinds of tasks that wait for a usable proxy. */
export const NEED_PROXY: readonly string[] = ['ProxyFault', 'NoActiveProxy'] satisfies FailureKind[];

/** The failure kinds of tasks whose platform refuses every proxy. */
const REFUSALS: readonly string[] = ['Blocked', 'RateLimited'] satisfies FailureKind[];

/**
 * Whether these tasks fail because their platform refuses every proxy. Breakers of images and browser pages do not count, since they hold
 * back no fetch over HTTP.
 */
export function isRefused(
  { platform, kind, failedSince }: RetryingTasks,
  breakers: readonly Pick<OpenBreaker, 'target'>[],
): boolean {
  return (
    failedSince > 0 && REFUSALS.includes(kind ?? '') && breakers.some(({ target }) => target === platform)
  );
}
