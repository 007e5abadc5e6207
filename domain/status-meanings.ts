import type { JobStatus } from './job.ts';
import { STALE_AFTER_MINUTES, type TaskStatus } from './task.ts';
import { HEARTBEATS_MISSED_MAX, WORKER_ACTIVE_MS, type WorkerStatus } from './worker.ts';

// The meanings of statuses, one sentence each. The pages in docs/ and the dashboard build their tables from these.

export const TASK_STATUS_MEANINGS: Record<TaskStatus, string> = {
  pending:
    'No worker has it: it waits for a worker, for its time, for its next attempt, or between two stages.',
  claimed: 'A worker has it and has not reported progress yet.',
  running: 'A worker has it and sends heartbeats.',
  stale: `A worker has it and has sent no heartbeat for ${STALE_AFTER_MINUTES} minutes.`,
  completed: 'It succeeded.',
  unconfirmed:
    'It fetched a menu that is doubted: nothing went into the catalog. If time can settle the doubt, the store is crawled again soon.',
  failed: 'It failed for good, was terminated, or timed out.',
  cancelled: 'A person cancelled it, perhaps before its time.',
};

export const JOB_STATUS_MEANINGS: Record<JobStatus, string> = {
  pending: 'No worker has it: it waits for a worker, its time, other jobs, or its next attempt.',
  running: 'A worker has it.',
  completed: TASK_STATUS_MEANINGS.completed,
  failed: TASK_STATUS_MEANINGS.failed,
  cancelled: 'A person cancelled it, or a job that it depends on did not complete (`on_failure`: `skip`).',
};

/** `silent` is shown instead of a worker's last status. */
export const WORKER_STATUS_MEANINGS: Record<WorkerStatus | 'silent', string> = {
  active: 'It works and takes new tasks.',
  backing_off:
    'It takes no new tasks for now, because its memory or processors are full or its clock is wrong. Its running tasks continue.',
  draining: 'It is shutting down: it takes no new tasks, and finishes its running ones.',
  silent: `It has missed ${HEARTBEATS_MISSED_MAX} heartbeats: it was killed, hangs, or is cut off. It is not counted as a worker.`,
  stopped: 'It has ended.',
  decommissioned: 'It has ended, because a person asked it to stop.',
  lost: `It has sent no heartbeat for ${WORKER_ACTIVE_MS / 60_000} minutes, and did not report its end.`,
};
