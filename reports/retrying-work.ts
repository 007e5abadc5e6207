import type { RetryingTasks } from '../db/queries/retrying-work.ts';

/** Fewer tasks say nothing of the others to come. */
const STUCK_MIN = 3;

/**
 * Whether what is tried fails for everyone: most of these tasks have failed since any of their role and platform succeeded. Who waits at this
 * moment does not matter, since an attempt that is under way proves nothing.
 */
export function isStuck({ failedSince, count }: RetryingTasks): boolean {
  return failedSince >= STUCK_MIN && failedSince * 2 > count;
}
