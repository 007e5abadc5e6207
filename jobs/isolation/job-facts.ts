import type { JobSession, JobType } from '../job-type.ts';

/** A type of a module as its own process describes it: everything but its schema and its work. */
export interface TypeFacts extends Omit<JobType, 'payload' | 'run'> {
  /** The payload as JSON schema; null when zod cannot express it. */
  payloadSchema: Record<string, unknown> | null;
}

/** One attempt of a job, as the process of the job gets it. */
export interface AttemptFacts {
  id: string;
  platform: string | null;
  account: string | null;
  /** As it was requested: the process checks it. */
  payload: unknown;
  attempt: number;
  cursor: unknown;
}

/** A session that the worker has opened for the process of a job. */
export interface SessionFacts extends Pick<JobSession, 'identity' | 'exitAddress'> {
  /** Names it in calls of the process. */
  number: number;
}
