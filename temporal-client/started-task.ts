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
export async function startedTask<Type extends Workflow>(started: Started<Type>): Promise<StartedTask> {
  const { isNew, handle } = started;
  const { workflowId } = handle;
  const runId = started.runId ?? (await handle.describe()).runId;
  return { taskId: taskId(workflowId, runId), workflowId, runId, isNew };
}
