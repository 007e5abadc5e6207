import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { BulkActionInput } from '../domain/bulk-action.ts';
import { BULK_ACTION } from '../domain/role-workflows.ts';
import { memoOf } from '../temporal-config/task-memo.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { bulkActionId } from '../temporal-config/workflow-ids.ts';
import type { bulkAction } from '../workflows/index.ts';
import { callTemporal } from './call-temporal.ts';
import type { Execution } from './temporal-state.ts';
import { namedStart } from './start-plan.ts';

/**
 * Starts a bulk action. A second start with the same id starts nothing and returns the same execution.
 * @param id a UUID
 * @throws TemporalUnavailable
 */
export async function startBulkAction(
  client: Client,
  input: BulkActionInput,
  id: string,
): Promise<Execution> {
  const workflowId = bulkActionId(id);
  return callTemporal(client, async () => {
    try {
      const { firstExecutionRunId: runId } = await client.workflow.start<typeof bulkAction>(
        BULK_ACTION.type,
        {
          ...namedStart(id),
          workflowId,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          taskQueue: WORKFLOW_QUEUE,
          args: [input],
          staticSummary: `${input.action} ${input.of}: ${JSON.stringify(input.filter)}`.slice(0, SUMMARY_MAX),
          memo: { ...memoOf(input), ...(input.reason === undefined ? {} : { reason: input.reason }) },
        },
      );
      return { workflowId, runId };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const { raw, runId } = await client.workflow.getHandle(workflowId).describe();
      return { workflowId, runId: raw.workflowExecutionInfo?.firstRunId || runId };
    }
  });
}

/** Characters of a summary, of at most three bytes each. The server refuses summaries of more than 400 bytes. */
const SUMMARY_MAX = 130;
