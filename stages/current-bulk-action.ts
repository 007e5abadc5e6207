import { activityInfo } from '@temporalio/activity';
import type { BulkActionRun } from '../db/queries/bulk-actions.ts';
import type { BulkActionInput } from '../domain/bulk-action.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';

/** Returns the bulk action that calls the activity, as the ledger records it. */
export function currentBulkAction({
  firstRunId,
  requestedBy,
}: Pick<BulkActionInput, 'requestedBy'> & { firstRunId: string }): BulkActionRun {
  const { workflowExecution, currentAttemptScheduledTimestampMs } = activityInfo();
  if (workflowExecution === undefined) throw new Error('No workflow has called the activity.');
  const { workflowId, runId } = workflowExecution;
  // The id of a run that continued as new contains no time.
  const createdAt = runCreatedAt(runId, new Date(currentAttemptScheduledTimestampMs));
  return { workflowId, runId, firstRunId, createdAt, requestedBy: requestedBy ?? null };
}
