import { sql } from 'kysely';
import type { JobPayload } from '../../domain/job.ts';
import type { Db } from '../connect.ts';

/** What a run of a job was given; null: the ledger does not know it. */
export async function findJobPayload(db: Db, id: string, runId: string): Promise<JobPayload | null> {
  const { rows } = await sql<{ payload: JobPayload }>`
    select payload from jobs where id = ${id} and workflow_run_id = ${runId}
  `.execute(db);
  return rows[0]?.payload ?? null;
}

/** What runs of jobs were given, by the ids of the runs; without those that the ledger does not know. */
export async function findJobPayloads(
  db: Db,
  runs: { workflowId: string; runId: string }[],
): Promise<Map<string, JobPayload>> {
  const ids = runs.map(({ workflowId }) => workflowId);
  const { rows } = await sql<{ runId: string; payload: JobPayload }>`
    select workflow_run_id as "runId", payload from jobs
    where id in (select substr(workflow_id, length('job/') + 1) from unnest(${ids}::text[]) workflow_id)
      and workflow_run_id = any(${runs.map(({ runId }) => runId)}::text[])
  `.execute(db);
  return new Map(rows.map(({ runId, payload }) => [runId, payload]));
}

/** So long a server may still show what it was told to delete. */
const DELETED_SHOWN_FOR = sql`interval '1 hour'`;

/** Forgets a job, and that Temporal may still list these runs of it. */
export async function forgetJob(db: Db, id: string, runIds: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from jobs where id = ${id}`.execute(tx);
    await sql`delete from deleted_job_runs where deleted_at < now() - ${DELETED_SHOWN_FOR}`.execute(tx);
    await sql`
      insert into deleted_job_runs (workflow_run_id) select unnest(${runIds}::text[]) on conflict do nothing
    `.execute(tx);
  });
  // Not before it is known to all that they are deleted: who writes of them meanwhile would bring them back.
  await sql`delete from runs where workflow_id = ${`job/${id}`} and type = 'job'`.execute(db);
}

/** One statement is not to hold up others for long. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Forgets some of the jobs that ended so many days ago, or earlier, or of which nothing was heard for as long: their
 * workflows were ended by force.
 * @returns how many, and whether there are more
 */
export async function forgetOldJobs(db: Db, days: number): Promise<{ count: number; isMore: boolean }> {
  const { rows } = await sql`
    delete from jobs where id in (
      select id from jobs where coalesce(completed_at, updated_at) < now() - make_interval(days => ${days})
      limit ${FORGOTTEN_AT_ONCE}
    ) returning id
  `.execute(db);
  // A job that ran again has one row of its own, and one of each run.
  const { numAffectedRows: runs = 0n } = await sql`
    delete from runs where id in (
      select id from runs where type = 'job' and ended_at < now() - make_interval(days => ${days}) limit ${FORGOTTEN_AT_ONCE}
    )
  `.execute(db);
  return { count: rows.length, isMore: Math.max(rows.length, Number(runs)) === FORGOTTEN_AT_ONCE };
}
