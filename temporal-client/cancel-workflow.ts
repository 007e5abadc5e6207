import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/**
 * Asks an open workflow to stop: it records that it was cancelled, and ends within seconds.
 * @returns false when none of this id is open
 */
export async function cancelWorkflow(client: Client, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    // A server says yes to the cancellation of one that is closed already, so it is asked before.
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING') return false;
    await handle.cancel();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
