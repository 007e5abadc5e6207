import type { z } from 'zod';
import { jobPayloadFault } from '../domain/job.ts';
import type { JobType } from './job-type.ts';
import type { JobTypes } from './load-job-types.ts';

/** What is wrong with a job that is asked for. */
export interface JobFault {
  /** Which of what was given: the words of the way to it, such as `['payload', 'urls', '0']`. */
  path: ['job_type' | 'platform' | 'account'] | ['payload', ...string[]];
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
  const fault = jobPayloadFault(payload);
  if (fault !== null) return [{ path: ['payload', ...fault.path], words: fault.words }];
  return issuesOf(type, payload).map((issue) => ({
    path: ['payload', ...issue.path.map(String)],
    words: `does not fit: ${wordsOf(issue)}`,
  }));
}

/** A schema of an operator's may break, or take its time, which no answer waits for. */
function issuesOf({ payload: schema }: JobType, payload: unknown): z.core.$ZodIssue[] {
  try {
    return schema.safeParse(payload).error?.issues ?? [];
  } catch (error) {
    const message = `its schema broke: ${error instanceof Error ? error.message : String(error)}`;
    return [{ code: 'custom', path: [], message, input: payload }];
  }
}

/** Of what may have several forms zod says no more than that it has none of them. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  const forms = issue.errors.map((faults) => faults.map(inPlace).join(', '));
  return `${issue.message}: ${forms.join('; or ')}`;
}

function inPlace(issue: z.core.$ZodIssue): string {
  const words = wordsOf(issue);
  return issue.path.length === 0 ? words : `${issue.path.map(String).join('.')}: ${words}`;
}

/** The same in one sentence each; null: nothing is wrong. */
export function jobFaultsInWords(faults: JobFault[]): string | null {
  if (faults.length === 0) return null;
  return faults.map(({ path, words }) => `${path.join('.')} ${words}.`).join(' ');
}
