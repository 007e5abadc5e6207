import pLimit from 'p-limit';
import type { JobRun } from '../jobs/job-type.ts';
import { refuseNestedSessions } from '../jobs/refuse-nested-sessions.ts';

/** How many sessions a job has at once: each holds one of the proxies that all crawls and jobs share. */
const SESSIONS_MAX = 8;

/** An account has one identity, as a person has one browser. */
const ACCOUNT_SESSIONS_MAX = 1;

/** Makes the sessions of an attempt of a job wait in order while it has as many as it may, and refuses one within another. */
export function limitSessions<Job extends JobRun<unknown>>(job: Job): Job {
  const slots = pLimit(job.account === null ? SESSIONS_MAX : ACCOUNT_SESSIONS_MAX);
  return { ...job, withSession: refuseNestedSessions((work) => slots(() => job.withSession(work))) };
}
