import { sql } from 'kysely';
import { storable } from '../../domain/storable-text.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../connect.ts';

/** How far the ledger has followed Temporal, by the database's clock. */
export interface LedgerState {
  /** The ledger has all runs that began or ended before this time; null: none was read yet, or the database's clock was set back since. */
  followedTo: Date | null;
  /** When the open runs were last compared with Temporal's; null: never, or the clock was set back since. */
  comparedAt: Date | null;
  now: Date;
}

/**
 * SQL: whether a stored time is valid. A time more than a minute ahead was written before the database's clock was set back. A lead
 * of up to a minute is harmless: each pass reads the last minute again.
 */
const IS_SOUND = (moment: string) => sql.raw(`${moment} <= clock_timestamp() + interval '1 minute'`);

/** Reads how far the ledger has followed. */
export async function readLedgerState(db: Db): Promise<LedgerState> {
  const { rows } = await sql<LedgerState>`
    select case when ${IS_SOUND('followed_to')} then followed_to end as "followedTo",
      case when ${IS_SOUND('compared_at')} then compared_at end as "comparedAt", clock_timestamp() as now
    from ledger_state
  `.execute(db);
  const state = rows[0];
  if (state === undefined) throw new Error('The table ledger_state has no row; migration 0040 creates it.');
  return state;
}

/** Records that all runs before a moment are in the ledger. */
export async function saveFollowedTo(db: Db, moment: Date): Promise<void> {
  await sql`
    update ledger_state set followed_to = case when ${IS_SOUND('followed_to')} then greatest(followed_to, ${moment}) else ${moment} end
  `.execute(db);
}

/** Records when the open runs were compared. */
export async function saveComparedAt(db: Db, moment: Date): Promise<void> {
  await sql`update ledger_state set compared_at = ${moment}`.execute(db);
}

/** Creates the partitions for this month and the next, for runs and their events. */
export async function ensureRunPartitions(db: Db): Promise<void> {
  for (const months of [0, 1]) {
    const moment = sql`date_trunc('month', now(), 'UTC') + make_interval(months => ${months})`;
    // Writers lock both tables, so use two transactions.
    await sql`select ensure_run_partition(${moment})`.execute(db);
    await sql`select ensure_event_partition(${moment})`.execute(db);
  }
}

/**
 * Runs some work while this process holds the follower's lock. The work uses the connection that holds the lock, so that nothing
 * is written without it.
 * @returns null when another process follows
 */
export async function whileFollowing<Result>(
  db: Db,
  work: (held: Db) => Promise<Result>,
): Promise<{ result: Result } | null> {
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(${ADVISORY_LOCKS.ledger}) as "isHeld"
    `.execute(held);
    if (rows[0]?.isHeld !== true) return null;
    try {
      return { result: await work(held) };
    } finally {
      // If the connection is lost, the server has already released the lock.
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.ledger})`.execute(held).catch(() => undefined);
    }
  });
}

const FOLLOWERS = sql`pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and classid = 0 and objid = ${sql.lit(ADVISORY_LOCKS.ledger)} and objsubid = 1 and granted
      and pg_locks.database = (select oid from pg_database where datname = current_database())`;

/** Finds the name of the follower's connection; null: there is no follower. */
export async function findFollower(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select application_name as name from ${FOLLOWERS}`.execute(db);
  return rows[0]?.name ?? null;
}

/**
 * Ends the connection of a hung follower, for example a process stopped by a signal: its connection stays open and keeps the
 * lock. The process writes over no other connection, so if it continues later, it has lost only the lock.
 * @param prefix the prefix of followers' names; other holders of the lock are left alone
 * @param silentMs for how many milliseconds a hung follower has sent no query
 * @returns the follower's name; null: none hangs
 */
export async function endHungFollower(
  db: Db,
  { prefix, silentMs }: { prefix: string; silentMs: number },
): Promise<string | null> {
  const { rows } = await sql<{ name: string; isEnded: boolean }>`
    select application_name as name, pg_terminate_backend(pid) as "isEnded" from ${FOLLOWERS}
      and starts_with(application_name, ${prefix}) and wait_event_type = 'Client'
      and state_change < clock_timestamp() - make_interval(secs => ${silentMs / 1_000})
  `.execute(db);
  return rows[0]?.isEnded === true ? rows[0].name : null;
}

/** A run that is open in the ledger. */
export interface OpenRun {
  workflowId: string;
  runId: string;
}

/** Finds those of the given runs that are open in the ledger. @returns their run ids */
export async function findOpenAmong(db: Db, runs: OpenRun[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const { rows } = await sql<{ runId: string }>`
    select runs.run_id as "runId" from runs
    join unnest(${runs.map(({ workflowId }) => storable(workflowId))}::text[], ${runs.map(({ runId }) => runId)}::text[])
      as given(workflow_id, run_id) using (workflow_id, run_id)
    where runs.ended_as is null
  `.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}

/** Lists the runs that are open in the ledger and were created before a moment. */
export async function listOpenRuns(db: Db, before: Date): Promise<(OpenRun & { updatedAt: Date })[]> {
  const { rows } = await sql<OpenRun & { updatedAt: Date }>`
    select workflow_id as "workflowId", run_id as "runId", updated_at as "updatedAt" from runs
    where ended_as is null and coalesce(run_created_at, created_at) < ${before}
  `.execute(db);
  return rows;
}

/** Counts the runs that are open in the ledger. */
export async function countOpenRuns(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from runs where ended_as is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The form of a run id. Other ids are left out: a search attribute that somebody set by hand may contain anything. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Finds the workflow ids of executions, by the ids of their first runs. Leaves out unknown runs. */
export async function nameWorkflows(db: Db, firstRunIds: string[]): Promise<Map<string, string>> {
  const ids = firstRunIds.filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ runId: string; workflowId: string }>`
    select given.run_id as "runId", runs.workflow_id as "workflowId"
    from unnest(${ids}::text[]) as given(run_id) join runs on runs.id = key_of_run(given.run_id, now())
  `.execute(db);
  return new Map(rows.map(({ runId, workflowId }) => [runId, workflowId]));
}

/** Deletes the heartbeats of ended runs that workers left behind. */
export async function dropLeftHeartbeats(db: Db): Promise<void> {
  await sql`
    delete from run_heartbeats where claimed_at < now() - interval '1 minute'
      and not exists (select from runs where ended_as is null and runs.run_id = run_heartbeats.run_id)
  `.execute(db);
}
