import type { Generated } from 'kysely';
import type { DependencyEnd } from '../domain/job-dependencies.ts';
import type { JobPayload, JobStatus, OnFailure } from '../domain/job.ts';
import type { DefaultedTime, Json, OptionalTime, Time } from './column-types.ts';

export interface JobsTable {
  id: string;
  workflow_run_id: string;
  created_at: Time;
  job_type: string;
  platform: string | null;
  account: string | null;
  priority: number;
  payload: Json<JobPayload>;
  max_retries: number;
  scheduled_for: OptionalTime;
  status: JobStatus;
  fence: number;
  retry_count: number;
  /** How many of its attempts crashed, such as by using too much memory. */
  crash_count: Generated<number>;
  /** Bytes that all attempts together have downloaded. */
  downloaded_bytes: Generated<number>;
  worker: string | null;
  /** Null: no attempt has begun. */
  progress_percent: number | null;
  progress_message: string | null;
  cursor: Json<unknown>;
  result: Json<JobPayload | null>;
  /** A failure kind, else the error's name. */
  error_kind: string | null;
  error_message: string | null;
  started_at: OptionalTime;
  updated_at: Time;
  completed_at: OptionalTime;
  /** How often this run was edited before it began. */
  edits: Generated<number>;
  /** What the run does when a job that it depends on does not complete; null: it fails. */
  on_failure: OnFailure | null;
  /** The names of the credentials that the run may use; null: none. */
  credentials: string[] | null;
}

export interface DeletedJobRunsTable {
  workflow_run_id: string;
  deleted_at: DefaultedTime;
}

/** Payloads that are too large to travel. */
export interface JobPayloadsTable {
  job_id: string;
  sha256: string;
  payload: Json<JobPayload>;
  stored_at: DefaultedTime;
}

export interface JobLogTable {
  job_id: string;
  workflow_run_id: string;
  /** Within the run, from 1. */
  number: number;
  attempt: number;
  at: Time;
  line: string;
}

/** What the runs of a job keep for the next ones. */
export interface JobStateTable {
  /** The id of the job; of a scheduled one without its time. */
  id: string;
  state: Json<unknown>;
  set_at: DefaultedTime;
}

export interface JobFilesTable {
  job_id: string;
  name: string;
  /** The pod whose own disk has the file; empty where all workers share their storage. */
  holder: string;
  workflow_run_id: string;
  path: string;
  bytes: number;
  sha256: string;
  content_type: string;
  source: string | null;
  stem: string | null;
  is_replaced: Generated<boolean>;
  created_at: DefaultedTime;
}

/** The other jobs that the newest run of a job depends on. */
export interface JobDependenciesTable {
  job_id: string;
  depends_on: string;
  workflow_run_id: string;
  is_awaited: Generated<boolean>;
  ended_as: DependencyEnd | null;
}

/** The jobs that have a turn of their platform and account, or wait for one. */
export interface JobTurnsTable {
  job_id: string;
  workflow_run_id: string;
  /** Empty: the job has none. */
  platform: string;
  account: string | null;
  priority: number;
  requested_at: Time;
  granted_at: OptionalTime;
  held_until: OptionalTime;
}
