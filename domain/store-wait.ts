import { formatMoment } from './format-moment.ts';

/** Returned by an activity instead of its result when another task of the store is at work. */
export interface WaitsForStore {
  waitsFor: {
    dispensaryId: number;
    /** The workflow of the task at work. */
    workflowId: string;
    /** ISO 8601: since when that task holds the store. */
    since: string;
  };
}

/** Whether the calling workflow can wait for another task of the store; older workflow code cannot. */
export interface MayWait {
  mayWait?: true;
}

/** Describes the task that is waited for, for operators. */
export function describeBlockingTask(taskOrWorkflowId: string, since: string): string {
  return `another task of the store: ${taskOrWorkflowId}, since ${formatMoment(new Date(since))}`;
}

/** A delayed start whose store has an open chain. */
export interface MeetChainInput {
  dispensaryId: number;
  images: boolean;
  priority: number;
  /** ISO 8601: the time for which the start was requested. */
  since: string;
  /** The run of the chain that was already promoted. */
  promotedRunId?: string | undefined;
}

/**
 * What a delayed start finds at its store. `over`: no chain is open. `same`: a chain that began at the requested time or later does
 * the requested work, or has done it. `other`: an open chain must end first.
 */
export type MetChain = { is: 'over' } | { is: 'same' | 'other'; runId: string; startedAt: string };
