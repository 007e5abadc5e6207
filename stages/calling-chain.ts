import { activityInfo } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { RunClaim } from '../db/queries/crawl-runs.ts';
import type { StoreClaim } from '../db/queries/store-locks.ts';

/**
 * The fence of the current attempt of an activity: the server's time at which it was scheduled, in milliseconds. It grows with each
 * attempt, also with the first after an operator's reset, and an attempt that begins late has still the one that it was scheduled with.
 */
export function attemptFence(): number {
  return activityInfo().currentAttemptScheduledTimestampMs;
}

/** The task of a store that the current activity works for. */
export function callingTask(dispensaryId: number): StoreClaim {
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

/** The chain that the current activity works for, as the ledger names it. */
export function callingChain(input: { dispensaryId: number; role: ChainRole }): RunClaim {
  const { activityId, attempt } = activityInfo();
  return { ...callingTask(input.dispensaryId), role: input.role, activityId, attempt };
}

/** The workflow of the current activity, as the one that has ended with a store. */
export function endingTask(dispensaryId: number): { dispensaryId: number; ended: string } {
  return { dispensaryId, ended: activityInfo().workflowExecution?.workflowId ?? '' };
}

/**
 * Unique for each attempt of each activity: the key under which its effects count once. The number of an attempt is not
 * enough: an activity that an operator resets begins with the first again.
 */
export function attemptKey(): string {
  const { workflowExecution, activityId, attempt } = activityInfo();
  return `${workflowExecution?.runId ?? 'standalone'}/${activityId}/${attempt}@${attemptFence()}`;
}
