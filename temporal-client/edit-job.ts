import { WorkflowNotFoundError, WorkflowUpdateFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { describeNotEditable, NOT_EDITABLE, type RequestedJobEdit } from '../domain/job-edit.ts';
import { editJobUpdate } from '../workflows/messages.ts';
import type { Execution } from './temporal-state.ts';

/**
 * Edits a job that has not begun. The job's workflow decides, so its worker has to answer.
 * @param edit.updateId of two edits with the same id, the second changes nothing, and returns as the first
 * @returns why the job cannot be edited any more; null: it was edited
 */
export async function editJob(
  client: Client,
  { workflowId, runId }: Execution,
  { updateId, ...requested }: RequestedJobEdit & { updateId: string },
): Promise<string | null> {
  const handle = client.workflow.getHandle(workflowId, runId);
  try {
    await handle.executeUpdate(editJobUpdate, { args: [requested], updateId });
    return null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return describeNotEditable('ended');
    const { cause } = error instanceof WorkflowUpdateFailedError ? error : {};
    if (cause instanceof ApplicationFailure && cause.type === NOT_EDITABLE) return cause.message;
    throw error;
  }
}
