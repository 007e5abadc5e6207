import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import type { StartOnceInput } from '../temporal-config/schedules.ts';
import { memoOf, retryOf } from '../temporal-config/task-memo.ts';
import { followCurrentVersion } from './follow-current-version.ts';

/** What a thin starter did. */
export interface StartOnceResult {
  workflowId: string;
  outcome: 'started' | 'already running';
  /** The run that was started; a run that continues as new has this as its first one. */
  runId?: string;
}

// What it starts is to begin on the current version, also where a schedule's start had to wait for a worker.
followCurrentVersion(startOnce);

/**
 * Starts a workflow under its fixed id, unless it is running. Schedules start this one because a schedule appends the
 * time to the id of what it starts, which would make the id no lock; and for work that a person wants later, which must not
 * hold the lock until then.
 */
export async function startOnce({ later, ...start }: StartOnceInput): Promise<StartOnceResult> {
  try {
    const started = await startChild(start.workflow, {
      workflowId: start.workflowId,
      args: [start.input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      ...(later === undefined
        ? { staticSummary: `${start.workflowId}, by schedule` }
        : { staticSummary: later.summary, memo: memoOf(later), ...retryOf(later) }),
      // What is started is listed by the attributes of its starter, and is as urgent.
      typedSearchAttributes: workflowInfo().typedSearchAttributes,
    });
    return { workflowId: start.workflowId, outcome: 'started', runId: started.firstExecutionRunId };
  } catch (error) {
    // A child start has no policy for conflicts: a running workflow of the same id is an error here, and no fault.
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      return { workflowId: start.workflowId, outcome: 'already running' };
    throw error;
  }
}
