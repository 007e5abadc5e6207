import { findCredentials } from './credentials.ts';
import { isValueTooDeep, JSON_DEPTH_MAX } from './json-depth.ts';

/** Where a job is; `status-meanings.ts` says what each means. */
export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** How a job ended. */
export type ClosedJobStatus = Exclude<JobStatus, 'pending' | 'running'>;

/** Priorities of jobs: 1 is the most urgent, 10 the least. */
export const JOB_PRIORITY_MAX = 10;
export const JOB_PRIORITY_USUAL = 5;

/** How often a job that fails is tried again. */
export const JOB_RETRIES_USUAL = 3;
export const JOB_RETRIES_MAX = 100;

/** Another worker may know the type of a job; after so many attempts, which take some minutes, none does. */
export const UNKNOWN_TYPE_ATTEMPTS_MAX = 30;

/** A payload and a result are kept by Temporal, which is no store of data: bytes of their JSON. */
const JOB_JSON_BYTES_MAX = 16_384;

/** The name of a type of jobs, such as `scrape_account`. */
export const JOB_TYPE_NAME = /^[a-z][a-z0-9_]{0,62}$/;
export const JOB_TYPE_NAME_TAKES = 'up to 63 small letters, digits and underscores, a letter first';

/** The id of a job: it stands in paths of files and URLs. Schedules append a time with colons to the one they are given. */
export const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,149}$/;
export const JOB_ID_TAKES =
  'up to 150 letters, digits, dots, dashes, underscores and colons, a letter or digit first';

/** Whom or what a job is for, such as `instagram` or a user's name: no control characters, and none beyond 16 bits. */
export const JOB_WORD = /^[ -~\u00a0-\ud7ff\ue000-\uffff]{1,100}$/;
export const JOB_WORD_TAKES = '1 to 100 characters, none of them a control character';

export type JobPayload = Record<string, unknown>;

/** What JSON can say and PostgreSQL cannot keep: NUL characters, and halves of surrogate pairs. */
const NOT_STORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]\w\w)/;

/** What is wrong with the value of a job, in words that follow its name; null: nothing. */
export function jobJsonFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'takes a JSON object';
  if (isValueTooDeep(value)) return `is nested more than ${JSON_DEPTH_MAX} levels deep`;
  const json = JSON.stringify(value);
  const bytes = new TextEncoder().encode(json).length;
  if (bytes > JOB_JSON_BYTES_MAX) return `takes at most ${JOB_JSON_BYTES_MAX} bytes of JSON, got ${bytes}`;
  return NOT_STORABLE.test(json) ? 'takes text without NUL characters and halves of surrogate pairs' : null;
}

/** What is wrong with the payload of a job, and where in it; null: nothing. */
export function jobPayloadFault(payload: unknown): { path: string[]; words: string } | null {
  const fault = jobJsonFault(payload);
  if (fault !== null) return { path: [], words: fault };
  const found = findCredentials(payload);
  if (found === null) return null;
  return { path: found.path, words: credentialsRefused(found.what) };
}

/** What is wrong with the platform and the account of a job, which every list of jobs shows; mostly nothing. */
export function jobWordFaults(job: {
  platform?: string | undefined;
  account?: string | undefined;
}): { path: ['platform' | 'account']; words: string }[] {
  return (['platform', 'account'] as const).flatMap((name) => {
    const found = findCredentials(job[name]);
    return found === null ? [] : [{ path: [name], words: credentialsRefused(found.what) }];
  });
}

function credentialsRefused(what: string): string {
  return `must not contain credentials, because histories and job lists show it; found ${what}. Have the job type read them from the worker's environment, keyed by the job's account`;
}

/** The input of the workflow `job`, which is started under the id `job/<id>`. */
export interface JobInput {
  /** One of the registered types. */
  jobType: string;
  /** What the type takes; at most 16 KiB of JSON. Default: `{}`. */
  payload?: JobPayload;
  /** Whose site or service it is about; that of a menu platform brings its limits. */
  platform?: string;
  /** For whom it is; accounts take turns. */
  account?: string;
  /** 1 is the most urgent, 10 the least. Default: 5. */
  priority?: number;
  /** How often it is tried again when it fails. Default: 3. */
  maxRetries?: number;
  /** ISO 8601; the job waits until then. */
  scheduledFor?: string;
}
