import { activityInfo } from '@temporalio/activity';
import type { JobRunName } from '../db/queries/job-runs.ts';
import { scrubJson } from '../domain/credentials.ts';
import type { JobInput } from '../domain/job.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { JOB_PREFIX } from '../temporal-config/workflow-ids.ts';

/** A job as its workflow passes it to the activity, with defaults filled in. */
export type JobTask = JobInput &
  Required<Pick<JobInput, 'payload' | 'priority' | 'maxRetries'>> & {
    /** ISO 8601: when its run was requested. */
    createdAt: string;
    /** How often it was edited; absent: never. */
    edits?: number;
  };

/** Returns the current activity's job run as the ledger records it, with credentials scrubbed. */
export function currentJob(task: JobTask): JobRunName {
  const { workflowExecution } = activityInfo();
  if (workflowExecution === undefined)
    throw new Error('This activity belongs to a job and cannot run on its own.');
  const {
    jobType,
    payload,
    priority,
    maxRetries,
    createdAt,
    platform = null,
    account = null,
    edits = 0,
    onFailure = null,
    credentials = null,
  } = task;
  return {
    id: workflowExecution.workflowId.slice(JOB_PREFIX.length),
    workflowRunId: workflowExecution.runId,
    // The same time as in lists of open runs.
    createdAt: runCreatedAt(workflowExecution.runId, new Date(createdAt)),
    jobType,
    platform: scrubJson(platform),
    account: scrubJson(account),
    priority,
    payload: scrubJson(payload),
    maxRetries,
    scheduledFor: task.scheduledFor === undefined ? null : new Date(task.scheduledFor),
    edits,
    onFailure,
    credentials,
  };
}
