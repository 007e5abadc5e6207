import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TimeoutType } from '@temporalio/common';
import type { HolderNews } from '../activities/look-for-holder.ts';
import type { HeldFile } from '../domain/crawl-run.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/** So often a pod is waited for that is there and does not take its work: it may be one that reaches the registry alone. */
const ROUNDS_MAX = 6;

/**
 * Runs work with a file where the file is. Where one pod alone has it, its queue is waited for: for as long as a restart
 * takes, and some times longer while the registry says that the pod is there and has no place free.
 * @param onWaiting told when the pod has not taken the work in time; may know the result from what is told
 * @throws ActivityFailure as the work does; see `isOutOfReach`
 */
export async function whereFileIs<Result>(
  held: HeldFile | undefined,
  work: () => Promise<Result>,
  onWaiting: (news: HolderNews) => Result | null = () => null,
): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (held === undefined || !isStartTimeout(error)) throw error;
      const registry = bookkeepingActivities(`is ${held.holder}, which has the file, there?`);
      const news = await registry.lookForHolder(held);
      const known = onWaiting(news);
      if (known !== null) return known;
      if (!news.isThere || round === ROUNDS_MAX) throw error;
    }
  }
}

/** Whether the pod that alone has a file is gone, or has come back without it. */
export function isOutOfReach(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return isStartTimeout(error) || (cause instanceof ApplicationFailure && cause.type === 'CorruptPayload');
}

function isStartTimeout(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof TimeoutFailure && cause.timeoutType === TimeoutType.SCHEDULE_TO_START;
}
