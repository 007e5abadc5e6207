import type { Run } from '../db/queries/runs.ts';
import { scrubJson } from '../domain/credentials.ts';
import type { JobPayload, JobStatus } from '../domain/job.ts';
import { JOB_PREFIX } from '../temporal-config/workflow-ids.ts';

/** A job in the words of operators; unknown values are null. */
export interface Job {
  id: string;
  workflow_id: string;
  /** The run id of its newest run. */
  run_id: string;
  job_type: string | null;
  platform: string | null;
  account: string | null;
  priority: number | null;
  status: JobStatus;
  progress_percent: number;
  progress_message: string | null;
  worker_id: string | null;
  worker_name: string | null;
  retry_count: number;
  max_retries: number | null;
  /** Who requested it. */
  requested_by: string | null;
  /** The id of the workflow that started it. */
  started_by: string | null;
  result: JobPayload | null;
  /** A failure kind, else the name of the error. */
  error_kind: string | null;
  error_message: string | null;
  scheduled_for: Date | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  updated_at: Date;
}

/** Converts a run of the ledger to a job. */
export function jobOf(run: Run): Job {
  return {
    id: run.workflowId.slice(JOB_PREFIX.length),
    workflow_id: run.workflowId,
    run_id: run.runId,
    job_type: run.jobType,
    // A person may have started the job by hand, with credentials in its fields.
    platform: scrubJson(run.platform),
    account: scrubJson(run.account),
    priority: run.priority,
    status: statusOf(run.status),
    progress_percent: run.progressPercent ?? 0,
    progress_message: run.progressMessage,
    worker_id: run.worker,
    worker_name: run.workerName,
    retry_count: run.retryCount,
    max_retries: run.maxRetries,
    requested_by: run.requestedBy,
    started_by: run.startedBy,
    result: run.result,
    error_kind: run.errorKind,
    error_message: scrubJson(run.errorMessage),
    scheduled_for: run.scheduledFor,
    created_at: run.createdAt,
    started_at: run.startedAt,
    completed_at: run.endedAt,
    updated_at: run.updatedAt,
  };
}

/**
 * Returns the status of a job. Jobs have fewer statuses than runs: claimed and stale runs count as running, unconfirmed ones as completed.
 */
function statusOf(status: Run['status']): JobStatus {
  if (status === 'claimed' || status === 'stale') return 'running';
  return status === 'unconfirmed' ? 'completed' : status;
}
