/** What an activity returns in place of its result where another task of the store is at work. */
export interface WaitsForStore {
  waitsFor: {
    dispensaryId: number;
    /** Of the task that is at work. */
    workflowId: string;
    /** ISO 8601: since when it has the store. */
    since: string;
  };
}

/** Whether the workflow that calls an activity can wait for another task of the store; older workflow code cannot. */
export interface MayWait {
  mayWait?: true;
}

/** What a task waits for, in the words that operators read. */
export function tellTaskInTheWay(taskOrWorkflowId: string, since: string): string {
  return `another task of the store: ${taskOrWorkflowId}, since ${since.slice(0, 19).replace('T', ' ')} UTC`;
}

/** What a start for later asks for, whose store has an open chain. */
export interface MeetChainInput {
  dispensaryId: number;
  images: boolean;
  priority: number;
  /** ISO 8601: the time for which it was asked. */
  since: string;
  /** The run of the chain that was brought forward already. */
  promotedRunId?: string | undefined;
}

/**
 * `over`: no chain is open. `same`: a chain that began when the start was due, or after it, does what was asked for, or has done it.
 * `other`: one is open that has to end first.
 */
export type MetChain = { is: 'over' } | { is: 'same' | 'other'; runId: string; startedAt: string };
