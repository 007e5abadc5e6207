import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { startNowSignal } from '../workflows/messages.ts';
import type { Execution } from './temporal-state.ts';

/** Starts a job that waits for its time. @returns false if it has ended */
export async function startJobNow(client: Client, { workflowId, runId }: Execution): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, runId).signal(startNowSignal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
