import { findCredentials } from './credentials.ts';
import { isValueTooDeep, JSON_DEPTH_MAX } from './json-depth.ts';

/** The statuses of a job; `status-meanings.ts` explains each. */
export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** How a job ended. */
export type ClosedJobStatus = Exclude<JobStatus, 'pending' | 'running'>;

/** Priorities of jobs: 1 is the most urgent, 10 the least. */
export const JOB_PRIORITY_MAX = 10;
export const JOB_PRIORITY_USUAL = 5;

/** How many times a failing job is retried. */
export const JOB_RETRIES_USUAL = 3;
export const JOB_RETRIES_MAX = 100;

/** A job whose process crashes this many times fails for good. */
export const JOB_CRASHES_MAX = 3;

/** How many other jobs a job may depend on. */
export const JOB_DEPENDENCIES_MAX = 100;

/** What a job does when a job that it depends on does not complete. */
export const ON_FAILURE = ['fail', 'skip', 'run'] as const;

export type OnFailure = (typeof ON_FAILURE)[number];

/** A job of an unknown type is retried, because another worker may know the type. After this many attempts, over minutes, it fails. */
export const UNKNOWN_TYPE_ATTEMPTS_MAX = 30;

/** The most bytes of JSON of a payload or result, because Temporal keeps both and is not a data store. */
const JOB_JSON_BYTES_MAX = 16_384;

/** The name of a job type, such as `scrape_account`. */
export const JOB_TYPE_NAME = /^[a-z][a-z0-9_]{0,62}$/;
export const JOB_TYPE_NAME_TAKES = 'up to 63 small letters, digits and underscores, a letter first';

/** The id of a job, which is used in file paths and URLs. Schedules append a time with colons to the given id. */
export const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,149}$/;
export const JOB_ID_TAKES =
  'up to 150 letters, digits, dots, dashes, underscores and colons, a letter or digit first';

/** Who or what a job is for, such as `instagram` or a user's name: no control characters, and none beyond U+FFFF. */
export const JOB_WORD = /^[ -~\u00a0-\ud7ff\ue000-\uffff]{1,100}$/;
export const JOB_WORD_TAKES = '1 to 100 characters, none of them a control character';

export type JobPayload = Record<string, unknown>;

/** What JSON can contain but PostgreSQL cannot store: NUL characters, and unpaired surrogates. */
const NOT_STORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]\w\w)/;

/** Returns the fault in a job's payload or cursor, in words that follow the name of the value; null if there is none. */
export function jobJsonFault(value: unknown, bytesMax = JOB_JSON_BYTES_MAX): string | null {
  const fault = jsonObjectFault(value, bytesMax);
  if (fault !== null) return fault;
  return NOT_STORABLE.test(JSON.stringify(value))
    ? 'takes text without NUL characters and halves of surrogate pairs'
    : null;
}

/** Returns the fault in a value that is to be a JSON object of at most so many bytes, in words that follow its name; null if there is none. */
export function jsonObjectFault(value: unknown, bytesMax: number): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'takes a JSON object';
  if (isValueTooDeep(value)) return `is nested more than ${JSON_DEPTH_MAX} levels deep`;
  const bytes = jsonBytes(value);
  if (typeof bytes === 'string') return `cannot be written as JSON: ${bytes}`;
  return bytes > bytesMax ? `takes at most ${bytesMax} bytes of JSON, got ${bytes}` : null;
}

/** @returns the length of a value's JSON, or why it has none */
function jsonBytes(value: object): number | string {
  try {
    const json = JSON.stringify(value) as string | undefined;
    return json === undefined ? 'its toJSON returns nothing' : new TextEncoder().encode(json).length;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The most bytes of JSON of a payload that the API takes. It stores one that is too large for Temporal. */
export const JOB_PAYLOAD_BYTES_MAX = 4_000_000;

/**
 * Returns the fault in a job's payload, with its path; null if there is none.
 * @param bytesMax by default, what Temporal keeps
 */
export function jobPayloadFault(
  payload: unknown,
  bytesMax?: number,
): { path: string[]; message: string } | null {
  const fault = jobJsonFault(payload, bytesMax);
  if (fault !== null) return { path: [], message: fault };
  const found = findCredentials(payload);
  if (found === null) return null;
  return { path: found.path, message: credentialsRefused(found.what) };
}

/** Returns the credentials found in a job's platform and account, which every list of jobs shows; usually none. */
export function jobWordFaults(job: {
  platform?: string | undefined;
  account?: string | undefined;
}): { path: ['platform' | 'account']; message: string }[] {
  return (['platform', 'account'] as const).flatMap((name) => {
    const found = findCredentials(job[name]);
    return found === null ? [] : [{ path: [name], message: credentialsRefused(found.what) }];
  });
}

function credentialsRefused(what: string): string {
  return `must not contain credentials, because histories and job lists show it; found ${what}. Store them with \`crawlchain credentials set\`, and have the job name them in credentials`;
}

/** The input of the workflow `job`, which is started under the id `job/<id>`. */
export interface JobInput {
  /** One of the registered types. */
  jobType: string;
  /** The input of the type: at most 16 KiB of JSON, or the pointer to a stored one. Default: `{}`. */
  payload?: JobPayload;
  /** The site or service; the limits of a menu platform apply to its jobs. */
  platform?: string;
  /** The account: one job of a platform and account runs at a time. */
  account?: string;
  /** 1 is the most urgent, 10 the least. Default: 5. */
  priority?: number;
  /** How many times the job is retried when it fails. Default: 3. */
  maxRetries?: number;
  /** ISO 8601: the earliest start; absent if the job may start at once. */
  scheduledFor?: string;
  /** The ids of up to 100 other jobs, whose ends the job waits for. */
  dependsOn?: string[];
  /** What the job does when one of them does not complete. Default: fail. */
  onFailure?: OnFailure;
  /** The names of the stored credentials that the job may use. */
  credentials?: string[];
}
