import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** Returns the id of a workflow's run: the given run, otherwise the latest. Null when the server has no such run. */
export async function findRun(client: Client, workflowId: string, runId?: string): Promise<string | null> {
  try {
    return (await client.workflow.getHandle(workflowId, runId).describe()).runId;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
