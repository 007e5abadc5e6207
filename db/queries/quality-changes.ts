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

/** Every dispensary that has a problem. Costs as much as `countQuality`. */
export async function listProblems(db: Db, rule: QualityRule): Promise<DispensaryProblems[]> {
  const { rows } = await sql<DispensaryProblems>`
    select dispensary_id, platform, problems from (${judgedDispensaries(rule)}) as judged where problems <> '{}'
  `.execute(db);
  return rows;
}

/**
 * The problems, or that there are none, of these dispensaries and of those with which something happened within the last
 * seconds: a crawl ended, the row changed, or it became overdue. One that is disabled or closed has no problems.
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
