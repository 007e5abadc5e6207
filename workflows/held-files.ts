import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { TimeoutType } from '@temporalio/common';
import type { HeldFile } from '../domain/crawl-run.ts';
import { bookkeepingActivities } from './activity-proxies.ts';

/**
 * Runs work with a file where the file is. Where one pod alone has it, its queue is waited for: for as long as a restart
 * takes, and longer while the registry says that the pod is there and has no place free.
 * @throws ActivityFailure as the work does; see `isOutOfReach`
 */
export async function whereFileIs<Result>(
  held: HeldFile | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (held === undefined || !isStartTimeout(error)) throw error;
      const registry = bookkeepingActivities(`is ${held.holder}, which has the file, there?`);
      if (!(await registry.isHolderThere(held))) throw error;
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
