import { jobJsonFault } from '../domain/job.ts';
import type { JobTypes } from './load-job-types.ts';

/** What is wrong with a job that is asked for. */
export interface JobFault {
  /** Which of what was given: the words of the way to it, such as `['payload', 'urls', '0']`. */
  path: ['job_type'] | ['payload', ...string[]];
  /** What it takes, and mostly what was given. */
  words: string;
}

/** What is wrong with a job of this type and payload; nothing where it can be run. */
export function findJobFaults(jobTypes: JobTypes, name: string, payload: unknown): JobFault[] {
  const type = jobTypes.get(name);
  if (type === undefined) {
    const names = [...jobTypes.keys()].join(', ');
    return [{ path: ['job_type'], words: `takes one of ${names}, got ${JSON.stringify(name)}` }];
  }
  const fault = jobJsonFault(payload);
  if (fault !== null) return [{ path: ['payload'], words: fault }];
  const read = type.payload.safeParse(payload);
  return (read.error?.issues ?? []).map(({ path, message }) => ({
    path: ['payload', ...path.map(String)],
    words: `does not fit: ${message}`,
  }));
}

/** The same in one sentence each; null: nothing is wrong. */
export function jobFaultsInWords(faults: JobFault[]): string | null {
  if (faults.length === 0) return null;
  return faults.map(({ path, words }) => `${path.join('.')} ${words}.`).join(' ');
}
