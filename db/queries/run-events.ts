import { sql, type RawBuilder } from 'kysely';
import type { Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import { isAttemptOf, type AttemptName } from './run-conditions.ts';

/** The events of a run, in the order in which they can occur. The ends have the names that `ended_as` has. */
export const RUN_EVENTS = [
  'created',
  'claimed',
  'stage',
  'progress',
  'retried',
  'crashed',
  'continued',
  'reopened',
  'promoted',
  'start_requested',
  'cancel_requested',
  'completed',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

/** Timelines leave out `attempt_failed`: `retried` gives the same attempt's failure. */
export type RunEventKind = (typeof RUN_EVENTS)[number] | 'attempt_failed';

/** An event of a run. */
interface RunEvent<Kind = RunEventKind> {
  id: number;
  at: Date;
  event: Kind;
  /** The attempt's run id. */
  runId: string;
  worker: string | null;
  /** Who requested it. */
  actor: string | null;
  errorKind: string | null;
  /** By the kind of event: an error, the stage of a claim, a job's progress message, or the workflow that acted for the requester. */
  message: string | null;
  percent: number | null;
  /** The requester's reason; for `cancelled`, the reason of the cancel request. */
  reason: string | null;
}

/** An event in a timeline. */
export interface TimelineEvent extends RunEvent<(typeof RUN_EVENTS)[number]> {
  /** The worker's name; null: the registry no longer has it. */
  workerName: string | null;
}

/** An event of the ledger with its subject: a run, or the data of another topic. */
export type LedgerEvent = { id: number; at: Date } & (
  | ({ topic: 'run'; run: EventRun } & Omit<RunEvent, 'id' | 'at'>)
  | {
      topic: 'worker' | 'quarantine' | 'quality' | 'operation';
      event: string;
      data: Record<string, unknown>;
    }
);

/** The current state of an event's run. */
interface EventRun {
  workflowId: string;
  type: string;
  role: Role | null;
  jobType: string | null;
  platform: string | null;
  account: string | null;
  dispensaryId: number | null;
}

/** The readable range of events. */
export interface SettledEvents {
  /**
   * All events up to this id can be read; open transactions may still write events with higher ids. It may decrease a little: a
   * transaction reads the last id first, and takes the lock that holds readers back a moment later.
   */
  settled: number;
  /** The last id that was assigned. */
  taken: number;
}

/** Reads up to which id all events can be read. */
export async function readSettledEvents(db: Db): Promise<SettledEvents> {
  const { rows } = await sql<SettledEvents>`
    select last_settled_event() as settled, (select case when is_called then last_value else 0 end from run_events_id_seq) as taken
  `.execute(db);
  return rows[0] ?? { settled: 0, taken: 0 };
}

/** Finds the id of the oldest event that retention has kept; null: there are no events. */
export async function findOldestEvent(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select min(id) as id from run_events`.execute(db);
  return rows[0]?.id ?? null;
}

/** SQL: the columns of an event of a run, from `run_events event` and `runs run`. */
export const RUN_COLUMNS = sql`event.id, event.at, event.event, event.run_id as "runId", event.worker,
  coalesce(event.actor, case event.event when 'created' then run.requested_by when 'cancelled' then (
    select asked.actor from run_events asked where asked.run_key = event.run_key and asked.event = 'cancel_requested'
    order by asked.id desc limit 1) end) as actor,
  event.error_kind as "errorKind", event.message, event.percent,
  coalesce(event.data->>'reason', case event.event when 'cancelled' then (
    select asked.data->>'reason' from run_events asked where asked.run_key = event.run_key and asked.event = 'cancel_requested'
    order by asked.id desc limit 1) end) as reason`;

/**
 * Lists the events after one id, up to and including another, oldest first. Leaves out events of deleted runs.
 * @param page.upTo at most the result of `readSettledEvents`
 */
export async function listEvents(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<LedgerEvent[]> {
  const { rows } = await sql<LedgerEvent>`
    select ${RUN_COLUMNS}, event.topic, event.data, case when run.id is not null then jsonb_build_object(
      'workflowId', run.workflow_id, 'type', run.type, 'role', run.role, 'jobType', run.job_type, 'platform', run.platform,
      'account', run.account, 'dispensaryId', run.dispensary_id) end as run
    from (
      select * from run_events where id > ${after} and id <= ${upTo} order by id limit ${limit}
    ) event left join runs run on run.id = event.run_key
    where event.topic <> 'run' or run.id is not null
    order by event.id
  `.execute(db);
  return rows;
}

/** SQL: whether an event belongs to a run; reads only the partitions that can have such events. */
export function eventsOfRun(runKey: string): RawBuilder<boolean> {
  return sql<boolean>`(event.run_key = ${runKey} and event.noted_at >= moment_of_key(${runKey}) - interval '1 day')`;
}

/** Longer timelines are cut: a job may report progress and be retried without end. */
const TIMELINE_MAX = 200;

/** Lists the events of a run, oldest first; if there are too many, only the newest. */
export async function listRunEvents(db: Db, runKey: string): Promise<TimelineEvent[]> {
  const { rows } = await sql<TimelineEvent>`
    select newest.*, known.friendly_name as "workerName" from (
      select ${RUN_COLUMNS} from run_events event join runs run on run.id = event.run_key
      where ${eventsOfRun(runKey)} and event.event <> 'attempt_failed'
      order by event.id desc limit ${TIMELINE_MAX}
    ) newest left join workers known on known.worker_id = newest.worker order by newest.id
  `.execute(db);
  return rows;
}

/** The time between a failed attempt of a run and the next one. */
export interface AttemptWait {
  from: Date;
  /** Null: no attempt has begun since. */
  until: Date | null;
  errorKind: string | null;
}

/** Lists the waits for a next attempt of a run, oldest first. */
export async function listAttemptWaits(db: Db, runKey: string): Promise<AttemptWait[]> {
  const { rows } = await sql<AttemptWait>`
    with events as (
      select id, at, event, error_kind from run_events
      where run_key = ${runKey} and noted_at >= moment_of_key(${runKey}) - interval '1 day'
        and event in ('attempt_failed', 'retried', 'claimed')
    )
    select failed.at as "from", next.at as until, failed.error_kind as "errorKind"
    from events failed left join lateral (
      select at from events later where later.id > failed.id and later.event <> 'attempt_failed' order by later.id limit 1
    ) next on true
    where failed.event = 'attempt_failed' order by failed.id limit ${TIMELINE_MAX}
  `.execute(db);
  return rows;
}

const REQUESTS = ['promoted', 'start_requested', 'cancel_requested'] as const;

/** What somebody may request of an open run. */
export type RequestKind = (typeof REQUESTS)[number];

/** Whether an event is a request, which does not change the run's status. */
export function isRequest(event: RunEventKind): event is RequestKind {
  return REQUESTS.some((name) => name === event);
}

/** Who requests something. */
export interface Asking {
  actor: string | null;
  /** The workflow that acts on their behalf, such as a bulk action; stored as the event's message. */
  by?: string | null | undefined;
  /** The requester's reason. */
  reason?: string | null | undefined;
}

/** Returns an event's data with the reason; null if no reason was given. */
const dataOf = (reason: string | null | undefined): string | null =>
  reason == null || reason === '' ? null : storableJson({ reason });

/** Records a request for a run if it is open. Repeated requests of one workflow are recorded once. */
export async function noteRequest(
  db: Db,
  attempt: AttemptName,
  { event, actor, by = null, reason }: Asking & { event: RequestKind },
): Promise<void> {
  await sql`
    insert into run_events (topic, event, run_key, run_id, actor, message, data)
    select 'run', ${event}, run.id, run.run_id, ${actor}, ${by}, ${dataOf(reason)}::jsonb from runs run
    where ${isAttemptOf(sql`run`, attempt)} and run.ended_as is null and not exists (
      select from run_events asked where asked.run_key = run.id and asked.event = ${event} and asked.message = ${by})
  `.execute(db);
}

/** Whether a workflow has recorded a request for a run. The workflow may not have carried out the request yet. */
export async function hasAsked(
  db: Db,
  runKey: string,
  { event, by }: { event: RequestKind; by: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from run_events where run_key = ${runKey} and event = ${event} and message = ${by} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Records a higher priority for the open chains of these ids, and who requested it. Skips chains that are already as urgent. */
export async function notePromotions(
  db: Db,
  workflowIds: string[],
  { priority, actor, by = null, reason }: Asking & { priority: number },
): Promise<void> {
  if (workflowIds.length === 0) return;
  await sql`
    with raised as (
      update runs set priority = ${priority}, updated_at = clock_timestamp()
      where id in (
        select id from runs where workflow_id = any(${workflowIds}::text[]) and ended_as is null and coalesce(priority, 0) < ${priority}
        order by id for no key update
      )
      returning id, run_id
    )
    insert into run_events (topic, event, run_key, run_id, actor, message, data)
    select 'run', 'promoted', id, run_id, ${actor}, ${by}, ${dataOf(reason)}::jsonb from raised order by id
  `.execute(db);
}

/**
 * Stores the reason for the start with the first event of each run; does nothing without a reason. The event itself is written
 * with the run's row, by whichever process is first.
 */
export async function noteStartReason(
  db: Db,
  attempts: readonly AttemptName[],
  reason: string | null | undefined,
): Promise<void> {
  const data = dataOf(reason);
  if (data === null || attempts.length === 0) return;
  const workflowIds = attempts.map(({ workflowId }) => workflowId);
  const runIds = attempts.map(({ runId }) => runId);
  const named = { workflowId: sql`named.workflow_id`, runId: sql`named.run_id` };
  await sql`
    update run_events event set data = ${data}::jsonb
    from unnest(${workflowIds}::text[], ${runIds}::text[]) named (workflow_id, run_id), runs run
    where ${isAttemptOf(sql`run`, named)} and event.run_key = run.id and event.event = 'created'
      and event.noted_at >= moment_of_key(run.id) - interval '1 day'
  `.execute(db);
}

/**
 * Records that an attempt of open runs failed and another will follow. Changes no run: the run is pending from then on, and
 * `retried` is recorded with the next attempt.
 * @param runIds the attempts' run ids
 */
export async function noteFailedAttempts(db: Db, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await sql`
    insert into run_events (topic, event, run_key, run_id, worker, error_kind, message)
    select 'run', 'attempt_failed', id, run_id, worker, error_kind, left(error_message, 1000) from runs
    where run_id = any(${runIds}::text[]) and ended_as is null order by id
  `.execute(db);
}

/** The channel on which processes announce new events. */
export const EVENT_CHANNEL = 'crawlchain_events';
