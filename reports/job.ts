import type { LedgerJob } from '../db/queries/jobs.ts';
import { scrubJson } from '../domain/credentials.ts';
import type { JobPayload, JobStatus } from '../domain/job.ts';
import { isClosed } from '../domain/task.ts';
import type { ListedJob } from '../temporal-client/job-control.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';

/** A job as people see it; what nobody knows is null. */
export interface Job {
  id: string;
  workflow_id: string;
  /** Of its newest run. */
  run_id: string;
  job_type: string | null;
  platform: string | null;
  account: string | null;
  priority: number | null;
  status: JobStatus;
  progress_percent: number;
  progress_message: string | null;
  worker_id: string | null;
  retry_count: number;
  max_retries: number | null;
  result: JobPayload | null;
  error_message: string | null;
  scheduled_for: Date | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  updated_at: Date;
}

/** A job that is open: what Temporal lists, what was seen at a look, and what the ledger knows once this run has begun. */
export function openJob(run: ListedJob, row: LedgerJob | null): Job {
  const { state, activity = null } = run.look ?? {};
  const trouble = activity?.lastFailure ?? null;
  if (row === null) return { ...unbegun(run, { status: 'pending' }), error_message: trouble };
  const job = { ...ledgerJob(row), ...whenOf(run) };
  // A worker that was killed leaves no word: the server knows that its work waits again.
  if (job.status !== 'running' || (state !== 'ready' && state !== 'later')) return job;
  return { ...job, status: 'pending', error_message: job.error_message ?? trouble };
}

/** One that is over, and whose end is not in the ledger: it was ended by force, or its end is being written. */
export function endedJob(
  run: ListedJob,
  row: LedgerJob | null,
  reason: string | null = ENDED_WITHOUT_A_WORD,
): Job {
  const status = run.closedAs ?? 'failed';
  const known = row === null ? unbegun(run, { status }) : { ...ledgerJob(row), ...whenOf(run), status };
  const completed_at = run.closedAt;
  return {
    ...known,
    error_message: scrubJson(reason),
    completed_at,
    updated_at: completed_at ?? known.updated_at,
  };
}

const ENDED_WITHOUT_A_WORD = 'It ended without a word in the ledger; shown alone it says why.';

/** A job as the ledger has it. */
export function ledgerJob({ workflow_run_id: runId, worker, ...row }: LedgerJob): Job {
  return { ...row, workflow_id: jobWorkflowId(row.id), run_id: runId, worker_id: worker };
}

/** One that the ledger has as open, and that Temporal does not have any more. */
export function forgottenJob(row: LedgerJob): Job {
  const job = ledgerJob(row);
  if (isClosed(job.status)) return job;
  return { ...job, status: 'failed', error_message: 'Temporal has deleted it before it was over.' };
}

function whenOf({ createdAt }: ListedJob): Pick<Job, 'created_at'> {
  return { created_at: createdAt };
}

function unbegun(run: ListedJob, { status }: Pick<Job, 'status'>): Job {
  return {
    id: run.id,
    workflow_id: run.workflowId,
    run_id: run.runId,
    job_type: run.jobType,
    // A person may have started it by hand, with credentials.
    platform: scrubJson(run.platform),
    account: scrubJson(run.account),
    priority: run.priority,
    status,
    progress_percent: 0,
    progress_message: null,
    worker_id: null,
    retry_count: 0,
    max_retries: run.maxRetries,
    result: null,
    error_message: null,
    scheduled_for: run.scheduledFor,
    created_at: run.createdAt,
    started_at: null,
    completed_at: null,
    updated_at: run.createdAt,
  };
}

/** Newest first; of one moment by the id. */
export function byJobAge(one: Job, other: Job): number {
  return other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1);
}
