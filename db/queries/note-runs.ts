import { sql } from 'kysely';
import type { Role } from '../../domain/role.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import { closeRunsOf } from './close-runs.ts';

/**
 * A workflow run, as known to the process that started it or found it in Temporal's list; fields that are null are
 * unknown.
 */
export interface NotedRun {
  runId: string;
  /** The first run of the execution: this run itself, unless it is a reset, a retry or a continuation. */
  firstRunId: string;
  workflowId: string;
  /** The type of the workflow. */
  type: string;
  /** When this run was created. */
  createdAt: Date;
  role: Role | null;
  jobType: string | null;
  /** If it is null, the dispensary's platform is recorded; the same holds for `stateCode`. */
  platform: string | null;
  account: string | null;
  dispensaryId: number | null;
  stateCode: string | null;
  priority: number | null;
  maxRetries: number | null;
  /** Retries before this run; ignored without `maxRetries`, since whoever requests retries sets both. */
  retryCount: number | null;
  scheduledFor: Date | null;
  /** The id of the workflow that started it. */
  startedBy: string | null;
  requestedBy: string | null;
}

/** The columns that are filled in if the ledger does not have them. */
const FILLED = [
  'role',
  'job_type',
  'platform',
  'account',
  'dispensary_id',
  'state_code',
  'priority',
  'max_retries',
  'scheduled_for',
  'started_by',
  'requested_by',
];
const FILLED_COLUMNS = sql.raw(FILLED.join(', '));
const FILL = sql.raw(
  FILLED.filter((name) => name !== 'scheduled_for')
    .map((name) => `${name} = coalesce(known.${name}, excluded.${name})`)
    .join(', '),
);
/** SQL: the time of a run. A job that an edit starts at once has none, and what a server still says of it may be of before the edit. */
const FILL_TIME = sql.raw(`scheduled_for = case
  when known.scheduled_for is not null or excluded.scheduled_for is null then known.scheduled_for
  when known.type <> 'job' or not exists (select from run_events where run_key = known.id and event = 'edited') then excluded.scheduled_for
  end`);
const FILLS_NOTHING = sql.raw(
  FILLED.map((name) => `(known.${name} is not null or excluded.${name} is null)`).join(' and '),
);

/** SQL: whether the given run is later than the known one; a first run is the earliest. */
const IS_LATER = sql.raw(`(excluded.run_id <> known.run_id and excluded.run_created_at is not null
  and excluded.run_created_at > coalesce(known.run_created_at, known.created_at))`);

/**
 * Writes runs into the ledger: new runs, and missing fields of known ones. A run that is later than the known one of the same
 * execution is a further attempt, and reopens it. Deleted jobs are left out.
 * @returns how many rows were added
 */
export async function noteRuns(db: Db, runs: NotedRun[]): Promise<number> {
  if (runs.length === 0) return 0;
  const { rows } = await sql<{ added: number }>`
    with given as (
      select note.*, key_of_run(first_run_id, created_at) as key
      from jsonb_to_recordset(${storableJson(runs.map(rowOf))}::jsonb) as note(run_id text, first_run_id text, workflow_id text,
        type text, created_at timestamptz, role text, job_type text, platform text, account text, dispensary_id bigint,
        state_code text, priority integer, max_retries integer, retry_count integer, scheduled_for timestamptz, started_by text,
        requested_by text)
      where not exists (select from deleted_job_runs where workflow_run_id in (note.run_id, note.first_run_id))
    ), placed as (
      select given.*, coalesce(earlier.id, given.key) as id,
        given.run_id <> given.first_run_id and (earlier.id is null or
          (earlier.run_id <> given.run_id and given.created_at > coalesce(earlier.run_created_at, earlier.created_at))) as is_further
      from given left join lateral (
        -- A worker that starts a later attempt does not know the workflow's first run or when that began, of which the key is made.
        -- So the ledger may already have the attempt under another key.
        select id, run_id, run_created_at, created_at from runs
        where not is_time_ordered(given.run_id) and workflow_id = given.workflow_id
          and (run_id = given.run_id or substr(id::text, 15) = substr(given.key::text, 15))
        order by run_id = given.run_id desc, id desc limit 1
      ) earlier on true
    ), latest as (
      select distinct on (id) placed.*, count(*) filter (where is_further) over (partition by id) as further
      from placed order by id, created_at desc
    ), locked as materialized (
      -- Locks before it inserts, as all writers do; otherwise two of them could deadlock.
      select runs.id from runs join latest on latest.id = runs.id order by runs.id for no key update of runs
    ), written as (
      insert into runs as known (id, workflow_id, run_id, run_created_at, type, attempt, retry_count, ${FILLED_COLUMNS})
      select latest.id, workflow_id, run_id, case when run_id <> first_run_id then latest.created_at end, type, 1 + further,
        case when max_retries is null then 0 else coalesce(retry_count, 0) end,
        role, job_type, coalesce(latest.platform, store.platform), account, latest.dispensary_id, coalesce(latest.state_code, store.state),
        priority, max_retries, scheduled_for, started_by, requested_by
      from latest left join dispensaries store on store.id = latest.dispensary_id
      where (select count(*) from locked) >= 0
      order by latest.id
      on conflict (id) do update set ${FILL}, ${FILL_TIME},
        retry_count = known.retry_count + case when known.max_retries is null then excluded.retry_count else 0 end,
        run_id = case when ${IS_LATER} then excluded.run_id else known.run_id end,
        run_created_at = case when ${IS_LATER} then excluded.run_created_at else known.run_created_at end,
        attempt = known.attempt + case when ${IS_LATER} then excluded.attempt - 1 else 0 end,
        ended_at = case when not ${IS_LATER} then known.ended_at end,
        ended_as = case when not ${IS_LATER} then known.ended_as end,
        -- No worker has started the new attempt yet.
        worker = case when not ${IS_LATER} then known.worker end,
        stage = case when not ${IS_LATER} then known.stage end,
        error_kind = case when not ${IS_LATER} then known.error_kind end,
        error_message = case when not ${IS_LATER} then known.error_message end,
        result = case when not ${IS_LATER} then known.result end,
        updated_at = clock_timestamp()
      where ${IS_LATER} or not (${FILLS_NOTHING})
      returning known.id
    )
    -- Sees the table as it was before this statement.
    select count(*) as added from written where not exists (select from runs where runs.id = written.id)
  `.execute(db);
  return rows[0]?.added ?? 0;
}

function rowOf(run: NotedRun) {
  return {
    run_id: run.runId,
    first_run_id: run.firstRunId,
    workflow_id: run.workflowId,
    type: run.type,
    created_at: run.createdAt,
    role: run.role,
    job_type: run.jobType,
    platform: run.platform,
    account: run.account,
    dispensary_id: run.dispensaryId,
    state_code: run.stateCode,
    priority: clampNumber(run.priority),
    max_retries: clampNumber(run.maxRetries),
    retry_count: clampNumber(run.retryCount),
    scheduled_for: isCommonEra(run.scheduledFor) ? run.scheduledFor : null,
    started_by: run.startedBy,
    requested_by: run.requestedBy,
  };
}

/** Numbers are limited to this, because a memo that somebody wrote by hand may contain any number. A sum of two does not overflow. */
const NUMBER_MAX = 1_000_000_000;

function clampNumber(number: number | null): number | null {
  return number === null ? null : Math.max(-NUMBER_MAX, Math.min(NUMBER_MAX, number));
}

const YEAR_MAX = 9_999;

/** Whether a time is within the years 1 to 9999: PostgreSQL cannot parse other years in JSON's format. */
function isCommonEra(moment: Date | null): boolean {
  return moment !== null && moment.getUTCFullYear() > 0 && moment.getUTCFullYear() <= YEAR_MAX;
}

/** How a run ended, according to Temporal. */
export interface EndedRun {
  runId: string;
  workflowId: string;
  endedAt: Date;
  endedAs: ClosedStatus;
  errorKind: string | null;
  errorMessage: string | null;
  result: Record<string, unknown> | null;
}

/**
 * Closes runs that are open in the ledger, and deletes their workers' heartbeats. A closed run stays as it is: whoever closed it in
 * the run's last transaction knew more.
 * @returns how many were open
 */
export async function endRuns(db: Db, ends: EndedRun[]): Promise<number> {
  if (ends.length === 0) return 0;
  const { rows } = await sql<{ ended: number }>`
    with given as (
      select * from jsonb_to_recordset(${storableJson(ends.map(endOf))}::jsonb) as told(run_id text, workflow_id text,
        ended_at timestamptz, ended_as text, error_kind text, error_message text, result jsonb)
    ), gone as (
      delete from run_heartbeats using given where run_heartbeats.run_id = given.run_id
    ), open as (
      -- Locks rows in the same order as all other writers.
      select runs.id, given.* from runs join given using (workflow_id, run_id) where runs.ended_as is null
      order by runs.id for update of runs
    ), written as (
      update runs set end_noted_at = clock_timestamp(), ended_at = open.ended_at, ended_as = open.ended_as, error_kind = open.error_kind,
        error_message = open.error_message,
        -- A terminated run returns no result, so it keeps the one it reported before.
        result = coalesce(nullif(open.result, 'null'), runs.result), updated_at = clock_timestamp()
      from open where runs.id = open.id
      returning runs.id
    )
    select count(*) as ended from written
  `.execute(db);
  // Without this, the stage of a terminated chain would stay open until its store's next chain.
  await closeRunsOf(
    db,
    ends.map(({ runId }) => runId),
  );
  return rows[0]?.ended ?? 0;
}

function endOf({ runId, workflowId, endedAt, endedAs, errorKind, errorMessage, result }: EndedRun) {
  return {
    run_id: runId,
    workflow_id: workflowId,
    ended_at: endedAt,
    ended_as: endedAs,
    error_kind: errorKind,
    error_message: errorMessage,
    result,
  };
}
