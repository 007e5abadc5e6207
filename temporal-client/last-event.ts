import type { Client } from '@temporalio/client';
import type { Execution } from './look-at-tasks.ts';

/** The newest event of a run, the one that closed it where it is over; undefined: it has none left. */
export async function lastEvent(client: Client, { workflowId, runId }: Execution) {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  return history?.events?.[0];
}
