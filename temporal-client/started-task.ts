import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { taskId } from '../temporal-config/workflow-ids.ts';
import type { Started } from './start-plan.ts';

/** What a start has made, or found running. */
export interface StartedTask {
  taskId: string;
  workflowId: string;
  runId: string;
  isNew: boolean;
}

/** Says which run a start has made, or found: one that was found is looked up. */
export async function startedTask<Type extends Workflow>({
  isNew,
  handle,
}: Started<Type>): Promise<StartedTask> {
  const { workflowId } = handle;
  const { firstExecutionRunId } = handle as Partial<WorkflowHandleWithFirstExecutionRunId>;
  const runId =
    isNew && firstExecutionRunId !== undefined ? firstExecutionRunId : (await handle.describe()).runId;
  return { taskId: taskId(workflowId, runId), workflowId, runId, isNew };
}
