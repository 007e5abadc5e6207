import type { Client } from '@temporalio/client';
import type { Execution } from './temporal-state.ts';

/** Returns the newest event of a run; for a closed run, the closing event. Undefined if the run has no events left. */
export async function lastEvent(client: Client, { workflowId, runId }: Execution) {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  return history?.events?.[0];
}
