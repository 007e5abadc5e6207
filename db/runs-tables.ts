import type { Generated, GeneratedAlways } from 'kysely';
import type { Role } from '../domain/role.ts';
import type { ClosedStatus } from '../domain/task.ts';
import type { DefaultedTime, Json, OptionalTime, Time } from './column-types.ts';

/** One row for each workflow execution; see migration 0040 for details. */
export interface RunsTable {
  /** The key of the execution's first run; sorts by creation time. */
  id: string;
  workflow_id: string;
  run_id: string;
  /** When the run `run_id` was created; null: together with the row. */
  run_created_at: OptionalTime;
  /** The type of the workflow. */
  type: string;
  role: Role | null;
  job_type: string | null;
  /** For a job, any word. */
  platform: string | null;
  account: string | null;
  dispensary_id: number | null;
  state_code: string | null;
  priority: number | null;
  max_retries: number | null;
  retry_count: Generated<number>;
  scheduled_for: OptionalTime;
  requested_by: string | null;
  started_by: string | null;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  ended_as: ClosedStatus | null;
  end_noted_at: OptionalTime;
  stage: string | null;
  worker: string | null;
  attempt: Generated<number>;
  progress_percent: number | null;
  progress_message: string | null;
  error_kind: string | null;
  error_message: string | null;
  result: Json<Record<string, unknown> | null>;
  updated_at: DefaultedTime;
  created_at: Generated<Date>;
}

/** The activities of open runs that workers run, or that wait for a retry. */
export interface RunHeartbeatsTable {
  run_id: string;
  activity_id: string;
  activity: string;
  attempt: number;
  worker: string | null;
  claimed_at: Time;
  heartbeat_at: OptionalTime;
  next_attempt_at: OptionalTime;
  failing_since: OptionalTime;
  failed_at: OptionalTime;
  error_kind: string | null;
  error_message: string | null;
}

/** How far the ledger has followed Temporal; one row. */
export interface LedgerStateTable {
  is_only: Generated<boolean>;
  followed_to: OptionalTime;
  compared_at: OptionalTime;
  swept_to: OptionalTime;
}

/** Events in order; see migration 0041. */
export interface RunEventsTable {
  id: GeneratedAlways<number>;
  noted_at: DefaultedTime;
  at: DefaultedTime;
  topic: string;
  event: string;
  /** `runs.id`. */
  run_key: string | null;
  run_id: string | null;
  worker: string | null;
  actor: string | null;
  error_kind: string | null;
  message: string | null;
  percent: number | null;
  data: Json<Record<string, unknown> | null>;
}

/** The reported problems of dispensaries. */
export interface ReportedProblemsTable {
  dispensary_id: number;
  problems: string[];
}
