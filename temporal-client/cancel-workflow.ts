import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/**
 * Requests cancellation of an open workflow. The workflow records the cancellation and ends within seconds.
 * @returns false if no workflow with this id is open
 */
export async function cancelWorkflow(client: Client, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    // A server accepts the cancellation of a closed workflow, so check the status first.
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING') return false;
    await handle.cancel();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
