import { activityInfo } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { RunClaim } from '../db/queries/crawl-runs.ts';
import type { StoreClaim } from '../db/queries/store-locks.ts';

/**
 * Returns the fence of the current attempt of an activity: the server's time, in milliseconds, at which the attempt was scheduled.
 * The fence grows with each attempt, also after an operator's reset, and does not depend on when the attempt really starts.
 */
export function attemptFence(): number {
  return activityInfo().currentAttemptScheduledTimestampMs;
}

/** Returns the current activity's workflow as a task that claims a store. */
export function currentTask(dispensaryId: number): StoreClaim {
  const { workflowExecution, scheduledTimestampMs, priority } = activityInfo();
  if (workflowExecution === undefined)
    throw new Error('This activity belongs to a task of a store and cannot run on its own.');
  return {
    dispensaryId,
    workflowId: workflowExecution.workflowId,
    workflowRunId: workflowExecution.runId,
    scheduledAt: new Date(scheduledTimestampMs),
    fence: attemptFence(),
    priorityKey: priority?.priorityKey,
  };
}

/** Returns the current activity's chain, as the ledger records it. */
export function currentChain(input: { dispensaryId: number; role: ChainRole }): RunClaim {
  const { activityId, attempt } = activityInfo();
  return { ...currentTask(input.dispensaryId), role: input.role, activityId, attempt };
}

/** Returns the current activity's workflow as the one that ends and gives up a store. */
export function endingTask(dispensaryId: number): { dispensaryId: number; ended: string } {
  return { dispensaryId, ended: activityInfo().workflowExecution?.workflowId ?? '' };
}

/**
 * Returns a key that is unique for each attempt of each activity, so that an effect under this key counts once. The attempt number
 * is not enough, because it starts at 1 again after an operator's reset.
 */
export function attemptKey(): string {
  const { workflowExecution, activityId, attempt } = activityInfo();
  return `${workflowExecution?.runId ?? 'standalone'}/${activityId}/${attempt}@${attemptFence()}`;
}
