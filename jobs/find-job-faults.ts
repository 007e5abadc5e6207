import type { z } from 'zod';
import { JOB_PAYLOAD_BYTES_MAX, jobPayloadFault } from '../domain/job.ts';
import type { JobType } from './job-type.ts';
import type { JobTypes } from './load-job-types.ts';

/** A fault in a requested job. */
export interface JobFault {
  /** The path to the faulty value, such as `['payload', 'urls', '0']`. */
  path:
    | ['job_type' | 'title' | 'fallback' | 'platform' | 'account' | 'deduplicate']
    | ['payload' | 'depends_on' | 'credentials', ...string[]];
  /** The fault, in words that follow the path: usually what is accepted, and what was given. */
  message: string;
}

/** Finds the faults of a job of this type and whole payload; empty when the job can run. */
export function findJobFaults(jobTypes: JobTypes, name: string, payload: unknown): JobFault[] {
  const type = jobTypes.get(name);
  if (type === undefined) {
    const names = [...jobTypes.keys()].join(', ');
    return [{ path: ['job_type'], message: `takes one of ${names}, got ${JSON.stringify(name)}` }];
  }
  const fault = jobPayloadFault(payload, JOB_PAYLOAD_BYTES_MAX);
  if (fault !== null) return [{ path: ['payload', ...fault.path], message: fault.message }];
  return issuesOf(type, payload).map((issue) => ({
    path: ['payload', ...issue.path.map(String)],
    message: `does not fit: ${describeIssue(issue)}`,
  }));
}

/** Validates a payload. An operator's schema may throw, and an asynchronous one does so in `safeParse`: that is a fault, too. */
function issuesOf({ payload: schema }: JobType, payload: unknown): z.core.$ZodIssue[] {
  try {
    return schema.safeParse(payload).error?.issues ?? [];
  } catch (error) {
    const message = `its schema broke: ${error instanceof Error ? error.message : String(error)}`;
    return [{ code: 'custom', path: [], message, input: payload }];
  }
}

/** Returns the message of a schema issue. For a union, zod only says that no form matches, so the faults of each form are added. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  const forms = issue.errors.map((faults) => faults.map(placedIssue).join(', '));
  return `${issue.message}: ${forms.join('; or ')}`;
}

function placedIssue(issue: z.core.$ZodIssue): string {
  const text = describeIssue(issue);
  return issue.path.length === 0 ? text : `${issue.path.map(String).join('.')}: ${text}`;
}

/** Formats the faults, one sentence each; null when there are none. */
export function formatJobFaults(faults: JobFault[]): string | null {
  if (faults.length === 0) return null;
  return faults.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' ');
}
