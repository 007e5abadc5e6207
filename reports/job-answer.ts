import { remedyOf } from '../domain/error-remedies.ts';
import { meaningOf } from '../domain/errors.ts';
import type { JobDetail } from './job-detail.ts';
import type { Job } from './job.ts';
import { withIsoTimes } from './iso-times.ts';
import { toAge } from './task-answer.ts';
import { toRunEvent } from './timeline.ts';

/** Converts a job to the fields of the API's responses. */
export function toJob(job: Job) {
  return withIsoTimes(job);
}

/** Converts one job, with its payload and timeline, to the fields of the API's responses. */
export function toJobDetail(detail: JobDetail) {
  const { job, payload, crashCount, files, events, waitingFor, dependencies, cancelRequested } = detail;
  const timeline = events.map(toRunEvent);
  return {
    ...toJob(job),
    waiting_for: waitingFor,
    depends_on: dependencies.map(({ id, endedAs }) => ({ id, ended_as: endedAs })),
    error_meaning: meaningOf(job.error_kind),
    error_remedy: remedyOf(job.error_kind),
    payload,
    files,
    crash_count: crashCount,
    timeline,
    earlier_runs: detail.earlierRuns.map(toEarlierRun),
    cancel_requested: cancelRequested,
    ...toAge(detail),
  };
}

function toEarlierRun({ run_id, status, created_at, completed_at, error_kind, error_message }: Job) {
  return withIsoTimes({ run_id, status, created_at, completed_at, error_kind, error_message });
}
