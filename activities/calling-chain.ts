import { activityInfo } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { RunClaim } from '../db/queries/crawl-runs.ts';

/** The chain that the current activity works for, as the ledger names it. */
export function callingChain(input: { dispensaryId: number; role: ChainRole }): RunClaim {
  const { workflowExecution, scheduledTimestampMs } = activityInfo();
  if (workflowExecution === undefined)
    throw new Error('This activity belongs to a chain and cannot run on its own.');
  return {
    dispensaryId: input.dispensaryId,
    role: input.role,
    workflowId: workflowExecution.workflowId,
    workflowRunId: workflowExecution.runId,
    scheduledAt: new Date(scheduledTimestampMs),
  };
}

/**
 * Unique for each attempt of each activity: the key under which its effects count once. The number of an attempt is not
 * enough: an activity that an operator resets begins with the first again.
 */
export function attemptKey(): string {
  const { workflowExecution, activityId, attempt, currentAttemptScheduledTimestampMs: at } = activityInfo();
  return `${workflowExecution?.runId ?? 'standalone'}/${activityId}/${attempt}@${at}`;
}
