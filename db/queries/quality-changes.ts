import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { QualityProblem } from '../../domain/quality.ts';
import type { Db } from '../connect.ts';
import { judgedDispensaries, overdueFrom, type QualityRule } from './judged-dispensaries.ts';

/** The problems of one dispensary. */
export interface DispensaryProblems {
  dispensary_id: number;
  platform: PlatformName;
  problems: QualityProblem[];
}

/** Lists all dispensaries with problems. As expensive as `countQuality`. */
export async function listProblems(db: Db, rule: QualityRule): Promise<DispensaryProblems[]> {
  const { rows } = await sql<DispensaryProblems>`
    select dispensary_id, platform, problems from (${judgedDispensaries(rule)}) as judged where problems <> '{}'
  `.execute(db);
  return rows;
}

/**
 * Lists the problems of these dispensaries and of those for which something changed within the last `seconds`: a crawl ended, another
 * task failed, their row changed, or they became overdue. Includes those without problems, such as disabled or closed dispensaries.
 */
export async function listChangedProblems(
  db: Db,
  rule: QualityRule,
  { seconds, dispensaryIds }: { seconds: number; dispensaryIds: readonly number[] },
): Promise<DispensaryProblems[]> {
  const since = sql`now() - ${seconds} * interval '1 second'`;
  const { rows } = await sql<DispensaryProblems>`
    with changed as materialized (
      select store.id from dispensaries store
      where store.updated_at > ${since} or ${overdueFrom(rule.scheduleHours)} between ${since} and now()
      union select dispensary_id from crawl_runs where ended_at > ${since}
      union select dispensary_id from runs where end_noted_at > ${since} and ended_as = 'failed' and dispensary_id is not null
      union select unnest(${dispensaryIds}::bigint[])
    )
    select store.id as dispensary_id, store.platform, coalesce(judged.problems, '{}') as problems
    from dispensaries store
    left join (${judgedDispensaries(rule, sql`store.id in (select id from changed)`)}) as judged
      on judged.dispensary_id = store.id
    where store.id in (select id from changed)
  `.execute(db);
  return rows;
}

/** Problems that can end without a change or a crawl of the dispensary: by a decision, or when the drift is a week old. */
const SILENT: readonly QualityProblem[] = ['quarantined', 'drifting'];

/** Lists the dispensaries with a reported problem that can end in this way. */
export async function listSilentlyChanging(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select dispensary_id as id from reported_problems where problems && ${[...SILENT]}::text[]
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the dispensaries with reported problems. */
export async function listReported(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('reported_problems').select('dispensary_id').execute();
  return rows.map(({ dispensary_id: id }) => id);
}

/**
 * Appends an event for each dispensary whose problems differ from those last reported.
 * @returns how many events
 */
export async function reportProblems(db: Db, found: DispensaryProblems[]): Promise<number> {
  if (found.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(dispensary_id bigint, platform text, problems text[])
    ), changed as (
      select found.* from found left join reported_problems known using (dispensary_id)
      where coalesce(known.problems, '{}') <> found.problems
        -- Skips dispensaries that were deleted meanwhile.
        and exists (select from dispensaries where id = found.dispensary_id)
    ), kept as (
      insert into reported_problems select dispensary_id, problems from changed where problems <> '{}'
      on conflict (dispensary_id) do update set problems = excluded.problems
    ), ended as (
      delete from reported_problems known using changed
      where known.dispensary_id = changed.dispensary_id and changed.problems = '{}'
    ), appended as (
      insert into run_events (topic, event, data)
      select 'quality', case when problems = '{}' then 'resolved' else 'changed' end, to_jsonb(changed) from changed
      order by dispensary_id
      returning 1
    )
    select count(*) as count from appended
  `.execute(db);
  return rows[0]?.count ?? 0;
}
