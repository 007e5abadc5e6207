import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TimeoutType } from '@temporalio/common';
import type { HolderNews } from '../activities/look-for-holder.ts';
import type { HeldFile } from '../domain/crawl-run.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/**
 * How many times to wait for a pod that is alive but does not take its work. Such a pod may reach the registry but not Temporal.
 */
const ROUNDS_MAX = 6;

/**
 * Runs work on a file that only one pod may have. Each wait for the pod is as long as its restart may take. If the pod has not
 * taken the work by then, runs the work again as long as the registry shows that the pod is alive: it is only busy.
 * @param onWaiting called each time the pod has not taken the work in time, with what the registry knows of the pod; may return
 *   the result if the work was done meanwhile
 * @throws ActivityFailure of the work; see `isOutOfReach`
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

/** Whether the only pod that has a file is gone, or has come back without the file. */
export function isOutOfReach(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return isStartTimeout(error) || (cause instanceof ApplicationFailure && cause.type === 'CorruptPayload');
}

function isStartTimeout(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof TimeoutFailure && cause.timeoutType === TimeoutType.SCHEDULE_TO_START;
}
