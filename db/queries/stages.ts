import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { HeldRun } from './crawl-runs.ts';

/** Records that a chain resolved its dispensary's platform id. */
export async function noteResolved(
  db: Db,
  run: HeldRun,
  found: { worker: string; platformDispensaryId: string; startedAt: Date },
): Promise<void> {
  const result = JSON.stringify({ platformDispensaryId: found.platformDispensaryId });
  await sql`
    insert into stage_runs as known (crawl_run_id, stage, role, worker, outcome, result, started_at, ended_at)
    values (${run.crawlRunId}, 'resolve', 'entry_point_discovery', ${found.worker}, 'completed', ${result}, ${found.startedAt},
      clock_timestamp())
    on conflict (crawl_run_id, stage) do update set attempts = known.attempts + 1, result = excluded.result
  `.execute(db);
}

/** Finds the platform id that a chain resolved, in any of its attempts; null: the chain has resolved none. */
export async function findResolved(db: Db, run: HeldRun): Promise<string | null> {
  const { rows } = await sql<{ platformDispensaryId: string }>`
    select result->>'platformDispensaryId' as "platformDispensaryId" from stage_runs
    where crawl_run_id = ${run.crawlRunId} and stage = 'resolve'
  `.execute(db);
  return rows[0]?.platformDispensaryId ?? null;
}
