import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { startNowSignal } from '../workflows/messages.ts';
import type { Execution } from './look-at-tasks.ts';

/** Has a job that waits for its time begin now. @returns false: it is over */
export async function startJobNow(client: Client, { workflowId, runId }: Execution): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, runId).signal(startNowSignal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
