import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { IS_TASK, WITH_WORK } from './run-conditions.ts';
import { columns, WITH_STORE, type Run } from './runs.ts';

/** More than this a second are not told one by one. */
const CHANGES_MAX = 1_000;

/** The same for runs, of all the seconds that are looked at. */
const RUNS_MAX = 5_000;

/**
 * Tasks and jobs that were asked for, began or ended within the last seconds, the last first. Such a row is seen once its
 * transaction is over.
 */
export async function listChangedRuns(db: Db, seconds: number): Promise<Run[]> {
  const since = sql`now() - ${seconds} * interval '1 second'`;
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where (${IS_TASK} or run.type = 'job') and (run.end_noted_at > ${since}
      or (run.ended_as is null and (run.id >= (select key_of_moment(${since})) or run.started_at > ${since})))
    order by greatest(run.end_noted_at, run.started_at, run.created_at) desc limit ${RUNS_MAX}
  `.execute(db);
  return rows;
}

/** The payloads that wait for a decision. */
export async function listSuspectIds(db: Db): Promise<{ id: number; dispensary_id: number }[]> {
  return db
    .selectFrom('raw_crawl_payloads')
    .select(['id', 'dispensary_id'])
    .where('verdict', '=', 'suspect')
    .orderBy('id', 'desc')
    .limit(CHANGES_MAX)
    .execute();
}

/** What somebody did, or does, by the API or the command. */
export interface RecentAudit {
  id: number;
  method: string;
  path: string;
  /** Null: it is under way, or the process ended with it. */
  status: number | null;
}

/** Entries among which those of other paths are looked for: many workers elsewhere write many of these. */
const AUDIT_SEEN_MAX = 10_000;

/** Entries among which those that are under way are looked for, when none of them is known. */
const UNDER_WAY_SEEN_MAX = 100_000;

interface AuditQuestion {
  /** What was under way the last time, the first first; null: it is not known. */
  underWay: number[] | null;
  /** Requests to these are left out. */
  exceptPaths: readonly string[];
}

/**
 * What was done last, and what was under way the last time, however many came after it: the first first. The table says
 * when something began, not when it ended, and has no index for either, so whoever wants to see the end of what takes
 * long names it. What is under way and not known is looked for among the last hundred thousand entries.
 */
export async function listRecentAudit(
  db: Db,
  { underWay, exceptPaths }: AuditQuestion,
): Promise<RecentAudit[]> {
  const before =
    underWay === null
      ? sql`(
          select id from (select id, path, status from api_audit order by id desc limit ${UNDER_WAY_SEEN_MAX}) as seen
          where status is null and path <> all(${exceptPaths}::text[]) order by id desc limit ${CHANGES_MAX}
        )`
      : sql`select unnest(${underWay.slice(-CHANGES_MAX)}::bigint[])`;
  const { rows } = await sql<RecentAudit>`
    select id, method, path, status from api_audit
    where id in (
      (
        select id from (select id, path from api_audit order by id desc limit ${AUDIT_SEEN_MAX}) as seen
        where path <> all(${exceptPaths}::text[]) order by id desc limit ${CHANGES_MAX}
      )
      union ${before}
    )
    order by id
  `.execute(db);
  return rows;
}
