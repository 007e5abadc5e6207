import type { JobDetail } from './job-detail.ts';
import type { Job } from './job.ts';
import { isoOf, toAge } from './task-answer.ts';
import { toTimeline } from './timeline.ts';

/** A job as answers have it. */
export function toJob(job: Job) {
  return {
    ...job,
    scheduled_for: isoOf(job.scheduled_for),
    created_at: job.created_at.toISOString(),
    started_at: isoOf(job.started_at),
    completed_at: isoOf(job.completed_at),
    updated_at: job.updated_at.toISOString(),
  };
}

/** One job as answers have it, with what it was given. */
export function toJobDetail(detail: JobDetail) {
  const { job, payload, events, cancelRequested } = detail;
  const timeline = toTimeline(events);
  return { ...toJob(job), payload, timeline, cancel_requested: cancelRequested, ...toAge(detail) };
}
