import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** The id of a workflow's run: the one that is asked for, else the latest. Null when the server knows none such. */
export async function findRun(client: Client, workflowId: string, runId?: string): Promise<string | null> {
  try {
    return (await client.workflow.getHandle(workflowId, runId).describe()).runId;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
