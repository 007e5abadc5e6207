import { sql, type RawBuilder } from 'kysely';
import type { Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import { noteFailedAttempts } from './run-events.ts';

/** The latest state of an activity, from its worker. Ages are measured by the worker, since its clock may be wrong. */
export interface WorkNote {
  runId: string;
  workflowId: string;
  /** The type of the workflow. */
  type: string;
  activityId: string;
  /** The type of the activity. */
  activity: string;
  attempt: number;
  /** Running at the worker; failed, with another attempt to follow; or ended for good. */
  state: 'claimed' | 'waiting' | 'ended';
  claimedAgeMs: number;
  heartbeatAgeMs: number | null;
  nextAttemptInMs: number | null;
  /** Whether this attempt has no row yet. */
  isNew: boolean;
  /** Whether the run has not been updated with this attempt yet. */
  isNewToRun: boolean;
  /** Whether the workflow runs its activities one after the other, so that rows of other activities are stale. */
  isSequential: boolean;
  role: Role | null;
  dispensaryId: number | null;
  /** Identifies the dispensary if its id is unknown. */
  payloadId: number | null;
  stage: string | null;
  /** Attempts after the first that the run has not counted yet. */
  retries: number;
  errorKind: string | null;
  errorMessage: string | null;
}

/** Identifies an activity of a run. */
export type WorkKey = Pick<WorkNote, 'runId' | 'activityId'>;

/** The statement gives up after waiting this long for a lock, and is retried, so that it does not hold its own locks for long. */
const LOCK_MS_MAX = 1_000;

/**
 * A run whose id contains no time may continue a run that is about to be written, here or by another process. It gets a row of its
 * own only when it is this old.
 */
const SETTLED_MS = 2_000;

/**
 * Writes a worker's notes on its activities in one statement: into `run_heartbeats`, and into each activity's run. Locks rows in
 * the order of their keys, runs first. Skips runs that a transaction of a crawl has locked, since other crawls would wait too,
 * and runs that may still turn out to continue another run.
 * @returns the activities whose runs were skipped
 */
export async function writeWork(db: Db, worker: string, notes: WorkNote[]): Promise<WorkKey[]> {
  const { rows } = await sql<WorkKey>`
    with bound as materialized (select set_config('lock_timeout', ${String(LOCK_MS_MAX)}, true)),
    note as materialized (
      select note.*, key_of_attempt(note."runId", note."workflowId", now()) as id,
        clock_timestamp() - note."claimedAgeMs" * interval '1 millisecond' as claimed_at,
        clock_timestamp() - note."heartbeatAgeMs" * interval '1 millisecond' as heartbeat_at,
        clock_timestamp() + note."nextAttemptInMs" * interval '1 millisecond' as next_attempt_at
      from bound, jsonb_to_recordset(${storableJson(notes.map((note, place) => ({ ...note, place })))}::jsonb) as note(place int, "runId" text,
        "workflowId" text, type text, "activityId" text, activity text, attempt int, state text, "claimedAgeMs" float8,
        "heartbeatAgeMs" float8, "nextAttemptInMs" float8, "isNew" boolean, "isNewToRun" boolean, "isSequential" boolean, role text,
        "dispensaryId" bigint, "payloadId" bigint, stage text, retries int, "errorKind" text, "errorMessage" text)
    ),
    target as materialized (
      select ordered.*, known.run_id as known_run_id, known.ended_as, known.id is null as is_missing,
        (known.id is not null and locked.id is null)
          or (known.run_id is distinct from ordered."runId" and not is_time_ordered(ordered."runId")
            and (ordered."claimedAgeMs" < ${SETTLED_MS} or exists (
              select from note other where other."workflowId" = ordered."workflowId" and is_time_ordered(other."runId")))) as is_skipped
      from (select * from note order by id) ordered
      left join lateral (select id, run_id, ended_as from runs where runs.id = ordered.id) known on true
      left join lateral (select id from runs where runs.id = ordered.id for no key update skip locked) locked on true
    ),
    locked as materialized (
      select held.run_id, held.activity_id, target.*
      from run_heartbeats held
      join target on target."runId" = held.run_id
        and (target."activityId" = held.activity_id or (target."isSequential" and target."isNew"))
      order by held.run_id, held.activity_id
      for no key update of held
    ),
    ${runsWritten(worker)},
    ${heartbeatsWritten(worker)}
    select "runId", "activityId" from target where is_skipped
  `.execute(db);
  const skipped = new Set(rows.map(({ runId }) => runId));
  const failed = notes.filter(({ state, runId }) => state === 'waiting' && !skipped.has(runId));
  await noteFailedAttempts(
    db,
    failed.map(({ runId }) => runId),
  );
  return rows;
}

const IS_SAME_RUN = sql.raw('known.run_id = excluded.run_id');

/** SQL: whether the run's error stays. Whatever ended a run also records the error, and may be faster than a note. */
const KEEPS_ERROR = sql.raw(
  // A job's attempts that have reached `beginJob` record their errors through the table `jobs`.
  `known.run_id = excluded.run_id and (known.ended_as is not null
    or (excluded.error_message is null and excluded.retry_count = 0)
    or (known.type = 'job' and known.error_message is not null))`,
);

const STAGES = sql.raw(`array['fetch', 'ingest', 'images']`);

/**
 * SQL: the new stage. The transaction that enters a stage writes the stage and its worker into the run. A note changes the stage only
 * if the run's stage is not later and no other worker has the run.
 */
const newStage = (
  worker: string,
) => sql`case when known.run_id = excluded.run_id and (known.worker <> ${worker}
    or array_position(${STAGES}, excluded.stage) < array_position(${STAGES}, known.stage))
  then known.stage else coalesce(excluded.stage, known.stage) end`;
const NEW_WORKER = sql.raw(`case when known.run_id = excluded.run_id and excluded.stage is not null
  then coalesce(known.worker, excluded.worker) else coalesce(excluded.worker, known.worker) end`);

/** SQL: whether a note changes the run. Most notes of chains repeat what the stage has written, and are not written again. */
const saysMore = (
  worker: string,
) => sql`(known.started_at is null or excluded.retry_count > 0 or not (${KEEPS_ERROR})
  or known.worker is distinct from ${NEW_WORKER} or known.stage is distinct from ${newStage(worker)}
  or (known.role is null and excluded.role is not null) or (known.dispensary_id is null and excluded.dispensary_id is not null))`;

/** SQL: updates the runs. Of a workflow's attempts, the one whose activity began last is the current one. */
function runsWritten(worker: string): RawBuilder<unknown> {
  return sql`
    of_attempt as (
      select id, "workflowId", "runId", type, (array_agg(role order by place desc))[1] as role,
        (array_agg(coalesce("dispensaryId", (select dispensary_id from raw_crawl_payloads where id = "payloadId"))
          order by place desc))[1] as dispensary_id,
        min(claimed_at) filter (where "isNewToRun") as claimed_at,
        -- A job that was released meanwhile has no worker until its next attempt claims it.
        bool_or(state = 'claimed' or type <> 'job') as is_claimed,
        (array_agg(stage order by place desc) filter (where stage is not null))[1] as stage, sum(retries) as retries,
        (array_agg("errorKind" order by place desc) filter (where "errorMessage" is not null))[1] as error_kind,
        (array_agg("errorMessage" order by place desc) filter (where "errorMessage" is not null))[1] as error_message
      from target where not is_skipped and not (is_missing and not "isNewToRun")
        and not exists (select from deleted_job_runs where workflow_run_id = "runId")
      group by id, "workflowId", "runId", type
    ),
    newest as (select distinct on (id) * from of_attempt order by id, claimed_at desc nulls last),
    in_runs as (
      insert into runs as known (id, workflow_id, run_id, type, role, dispensary_id, platform, state_code, started_at, worker,
        stage, retry_count, error_kind, error_message)
      select newest.id, "workflowId", "runId", type, role, dispensary_id, store.platform, store.state, claimed_at,
        case when claimed_at is not null and is_claimed then ${worker} end, stage, retries, error_kind, error_message
      from newest left join dispensaries store on store.id = newest.dispensary_id
      order by newest.id
      on conflict (id) do update set
        attempt = known.attempt + case when ${IS_SAME_RUN} then 0 else 1 end, run_id = excluded.run_id,
        run_created_at = case when ${IS_SAME_RUN} then known.run_created_at else excluded.started_at end,
        ended_at = case when ${IS_SAME_RUN} then known.ended_at end, ended_as = case when ${IS_SAME_RUN} then known.ended_as end,
        result = case when ${IS_SAME_RUN} then known.result end,
        error_kind = case when ${KEEPS_ERROR} then known.error_kind else excluded.error_kind end,
        error_message = case when ${KEEPS_ERROR} then known.error_message else excluded.error_message end,
        role = coalesce(known.role, excluded.role), dispensary_id = coalesce(known.dispensary_id, excluded.dispensary_id),
        platform = coalesce(known.platform, excluded.platform), state_code = coalesce(known.state_code, excluded.state_code),
        started_at = coalesce(known.started_at, excluded.started_at),
        worker = ${NEW_WORKER}, stage = ${newStage(worker)}, retry_count = known.retry_count + excluded.retry_count,
        updated_at = clock_timestamp()
      -- A report from an earlier attempt of the workflow, which may arrive after an outage, does not change the current attempt.
      where case when ${IS_SAME_RUN} then ${saysMore(worker)}
        else excluded.started_at > coalesce(known.run_created_at, known.created_at) end
    )`;
}

/** SQL: whether an attempt has failed. An interruption, such as the end of its worker, is not a failure. */
const HAS_FAILED = sql.raw(`(state = 'waiting' and "errorMessage" is not null)`);

/**
 * SQL: updates the heartbeats. A late note of an earlier attempt changes nothing, since the current attempt was claimed later.
 */
function heartbeatsWritten(worker: string): RawBuilder<unknown> {
  const isSame = sql`held.worker = ${worker} and held.attempt = locked.attempt`;
  return sql`
    claimed as (
      insert into run_heartbeats as held (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at, next_attempt_at,
        failing_since, failed_at, error_kind, error_message)
      select "runId", "activityId", activity, attempt, case when state = 'claimed' then ${worker} end, claimed_at,
        case when state = 'claimed' then heartbeat_at end, case when state = 'waiting' then next_attempt_at end,
        case when ${HAS_FAILED} then clock_timestamp() end, case when ${HAS_FAILED} then clock_timestamp() end, "errorKind", "errorMessage"
      from target
      where "isNew" and state <> 'ended' and not (known_run_id is not distinct from "runId" and ended_as is not null)
        -- Forces the locks to be taken before the insert.
        and (select count(*) from locked) >= 0
      order by "runId", "activityId"
      on conflict (run_id, activity_id) do update set attempt = excluded.attempt, worker = excluded.worker,
        claimed_at = excluded.claimed_at, heartbeat_at = excluded.heartbeat_at, next_attempt_at = excluded.next_attempt_at,
        -- An attempt that is still running does not know how the one before it ended.
        failing_since = coalesce(held.failing_since, excluded.failing_since), failed_at = coalesce(excluded.failed_at, held.failed_at),
        error_kind = case when excluded.failed_at is null then held.error_kind else excluded.error_kind end,
        error_message = case when excluded.failed_at is null then held.error_message else excluded.error_message end
      where held.claimed_at <= excluded.claimed_at or (held.worker = ${worker} and held.attempt = excluded.attempt)
    ),
    waiting as (
      update run_heartbeats held set worker = null, heartbeat_at = null, next_attempt_at = locked.next_attempt_at,
        failing_since = case when ${HAS_FAILED} then coalesce(held.failing_since, clock_timestamp()) else held.failing_since end,
        failed_at = case when ${HAS_FAILED} then clock_timestamp() else held.failed_at end,
        error_kind = case when ${HAS_FAILED} then locked."errorKind" else held.error_kind end,
        error_message = case when ${HAS_FAILED} then locked."errorMessage" else held.error_message end
      from locked
      where held.run_id = locked.run_id and held.activity_id = locked.activity_id and locked.activity_id = locked."activityId"
        and not locked."isNew" and locked.state = 'waiting' and ${isSame}
    ),
    ended as (
      delete from run_heartbeats held using locked
      where held.run_id = locked.run_id and held.activity_id = locked.activity_id and case
        when locked.activity_id = locked."activityId" then locked.state = 'ended'
          and (${isSame} or (locked."isNew" and held.claimed_at <= locked.claimed_at))
        else held.claimed_at <= locked.claimed_at
          and not exists (select from target where "runId" = held.run_id and "activityId" = held.activity_id) end
    )`;
}

/** The last heartbeat of an activity that a worker runs. */
export interface ActivityHeartbeat extends WorkKey {
  attempt: number;
  ageMs: number;
}

/** SQL: the parts of a `with` statement that write a worker's heartbeats. */
export function activityHeartbeats(worker: string, heartbeats: ActivityHeartbeat[]): RawBuilder<unknown> {
  return sql`
    in_hand as materialized (
      select held.run_id, held.activity_id, sent."ageMs"
      from jsonb_to_recordset(${JSON.stringify(heartbeats)}::jsonb) as sent("runId" text, "activityId" text, attempt int,
        "ageMs" float8)
      join run_heartbeats held on held.run_id = sent."runId" and held.activity_id = sent."activityId"
        and held.attempt = sent.attempt and held.worker = ${worker}
      order by held.run_id, held.activity_id
      for no key update of held
    ),
    heartbeats as (
      update run_heartbeats held set heartbeat_at = clock_timestamp() - in_hand."ageMs" * interval '1 millisecond'
      from in_hand
      where held.run_id = in_hand.run_id and held.activity_id = in_hand.activity_id and held.worker = ${worker}
    )`;
}

/** Only older claims are released: a younger one may belong to an attempt that the server does not report yet. */
const CLAIM_SETTLED = sql`interval '5 seconds'`;

/** Releases an activity from its worker, since the server reports that it waits for its next attempt. */
export async function releaseWork(
  db: Db,
  runId: string,
  { id, nextAttemptAt }: { id: string; nextAttemptAt: Date | null },
): Promise<void> {
  const { rows } = await sql`
    update run_heartbeats set worker = null, heartbeat_at = null, next_attempt_at = coalesce(${nextAttemptAt}, clock_timestamp())
    where run_id = ${runId} and activity_id = ${id} and worker is not null and claimed_at < clock_timestamp() - ${CLAIM_SETTLED}
    returning run_id
  `.execute(db);
  if (rows.length > 0) await noteFailedAttempts(db, [runId]);
}

/** Lists the runs whose worker has been silent for the given time, the longest silent first. */
export async function listSilentWork(
  db: Db,
  { silentMs, limit }: { silentMs: number; limit: number },
): Promise<{ workflowId: string; runId: string }[]> {
  const { rows } = await sql<{ workflowId: string; runId: string }>`
    select runs.workflow_id as "workflowId", runs.run_id as "runId"
    from run_heartbeats held join runs on runs.run_id = held.run_id and runs.ended_as is null
    where held.worker is not null
      and coalesce(held.heartbeat_at, held.claimed_at) < clock_timestamp() - ${silentMs} * interval '1 millisecond'
    order by coalesce(held.heartbeat_at, held.claimed_at) limit ${limit}
  `.execute(db);
  return rows;
}

/** An activity of an open run that a worker runs. */
export interface WorkInHand {
  worker: string;
  workflowId: string;
  runId: string;
  claimedAt: Date;
}

/** Lists the activities that workers run, in the order of their claims. */
export async function listWorkInHand(db: Db): Promise<WorkInHand[]> {
  const { rows } = await sql<WorkInHand>`
    select held.worker, runs.workflow_id as "workflowId", runs.run_id as "runId", held.claimed_at as "claimedAt"
    from run_heartbeats held join runs on runs.run_id = held.run_id and runs.ended_as is null
    where held.worker is not null
    order by held.claimed_at, held.run_id, held.activity_id
  `.execute(db);
  return rows;
}
