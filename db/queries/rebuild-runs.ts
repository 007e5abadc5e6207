import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Counts the runs in the ledger. */
export async function countRuns(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from runs`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many rows one statement writes at most, so that it does not block others for long. */
const WRITTEN_AT_ONCE = 1_000;

/**
 * Writes chains and jobs that the ledger of runs lacks into the ledger, except swept ones. Reads them from their own tables, which
 * keep them longer than Temporal does and know more about how they ended.
 */
export async function noteChainsAndJobs(db: Db): Promise<void> {
  // First runs first, so that further attempts find the row of their first run.
  for (const isFirst of [true, false]) await touchChains(db, isFirst);
  await sql`
    update jobs set status = status where not exists (
      select from runs where runs.workflow_id = 'job/' || jobs.id and runs.run_id = jobs.workflow_run_id
    )
  `.execute(db);
  await sql`
    update runs set retry_count = stages.retries, worker = stages.worker, started_at = stages.started_at
    from crawl_runs chain, lateral (
      select coalesce(sum(attempts - 1), 0)::int as retries, (array_agg(worker order by id desc))[1] as worker,
        min(started_at) as started_at
      from stage_runs where crawl_run_id = chain.id
    ) stages
    where runs.type = 'crawlDispensary' and runs.run_id = chain.workflow_run_id and runs.worker is null
      and stages.worker is not null
  `.execute(db);
}

/** Updates the rows of missing chains without changing them, so that the table's trigger writes these chains into the ledger. */
async function touchChains(db: Db, isFirst: boolean): Promise<void> {
  let afterId = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      update crawl_runs set status = status where id in (
        select id from crawl_runs chain
        where id > ${afterId} and is_time_ordered(workflow_run_id) = ${isFirst} and not exists (
          select from runs where runs.workflow_id = chain.workflow_id and runs.run_id = chain.workflow_run_id
        ) and ended_at < (select swept_to from ledger_state) is not true
        order by id limit ${WRITTEN_AT_ONCE}
      ) returning id
    `.execute(db);
    if (rows.length < WRITTEN_AT_ONCE) return;
    afterId = Math.max(...rows.map(({ id }) => id));
  }
}
