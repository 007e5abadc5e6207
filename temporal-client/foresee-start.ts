import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { TaskPlan } from './task-plans.ts';

/** What a start would do. */
export interface ForeseenStart {
  /** `running`: a workflow of this id is open and would continue. */
  outcome: 'started' | 'running';
  workflowId: string;
  /** The run id of the open workflow; null: there is none. */
  runId: string | null;
}

/** Predicts what a start of this plan would do now. Starts nothing. */
export async function foreseeStart(client: Client, { start }: TaskPlan): Promise<ForeseenStart> {
  const { workflowId } = start;
  try {
    const { status, runId } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'RUNNING') return { outcome: 'running', workflowId, runId };
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  return { outcome: 'started', workflowId, runId: null };
}
