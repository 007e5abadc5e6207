import { sql } from 'kysely';
import type { JobInput, JobPayload, OnFailure } from '../../domain/job.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import type { Db } from '../connect.ts';

/** Finds the payload of a job's run; null: the table does not have this run. */
export async function findJobPayload(db: Db, id: string, runId: string): Promise<JobPayload | null> {
  const { rows } = await sql<{ payload: JobPayload }>`
    select payload from jobs where id = ${id} and workflow_run_id = ${runId}
  `.execute(db);
  return rows[0]?.payload ?? null;
}

/** Finds under which conditions a job's run was requested, besides the jobs that it depends on. */
export async function findJobConditions(
  db: Db,
  id: string,
  runId: string,
): Promise<Pick<JobInput, 'onFailure' | 'credentials'>> {
  const { rows } = await sql<{ onFailure: OnFailure | null; credentials: string[] | null }>`
    select on_failure as "onFailure", credentials from jobs where id = ${id} and workflow_run_id = ${runId}
  `.execute(db);
  const { onFailure, credentials } = rows[0] ?? {};
  return withoutUndefined({ onFailure: onFailure ?? undefined, credentials: credentials ?? undefined });
}

/** Finds how many attempts of a job's run crashed; 0 if the table does not have this run. */
export async function findCrashCount(db: Db, id: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select crash_count as count from jobs where id = ${id} and workflow_run_id = ${runId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds the payloads of jobs' runs, by run id. Leaves out runs that the table does not have. */
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

/** Returns which of these ids the ledger knows as jobs. */
export async function findKnownJobs(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct substr(workflow_id, length('job/') + 1) as id from runs
    where type = 'job' and workflow_id in (select 'job/' || id from unnest(${ids}::text[]) id)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How long Temporal may still list deleted runs. */
const DELETED_SHOWN_FOR = sql`interval '1 hour'`;

/** Deletes a job, and remembers that Temporal may still list these runs of it. The sweep deletes its files. */
export async function deleteJob(db: Db, id: string, runIds: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from jobs where id = ${id}`.execute(tx);
    await sql`delete from job_state where id = ${id}`.execute(tx);
    await sql`update job_files set is_replaced = true where job_id = ${id}`.execute(tx);
    await sql`delete from job_dependencies where job_id = ${id}`.execute(tx);
    await sql`delete from job_turns where job_id = ${id}`.execute(tx);
    await sql`delete from deleted_job_runs where deleted_at < now() - ${DELETED_SHOWN_FOR}`.execute(tx);
    await sql`
      insert into deleted_job_runs (workflow_run_id) select unnest(${runIds}::text[]) on conflict do nothing
    `.execute(tx);
  });
  // Runs after the commit, because a writer that does not see the deletion yet would bring these rows back.
  await sql`delete from runs where workflow_id = ${`job/${id}`} and type = 'job'`.execute(db);
}

/** A yearly watch still finds its state. */
const STATE_KEPT_FOR = sql`interval '400 days'`;

/** How many rows one statement deletes at most, so that it does not block others for long. */
const FORGOTTEN_AT_ONCE = 1_000;

/** How many jobs one statement deletes at most: each may have a thousand lines of log, which are deleted with it. */
const JOBS_FORGOTTEN_AT_ONCE = 50;

/**
 * Deletes some of the jobs that ended more than `days` days ago, or have not been updated for that long because their workflows were
 * terminated. Also deletes such runs of jobs from the ledger. The sweep deletes their files.
 * @returns how many jobs were deleted, and whether there is more to delete
 */
export async function deleteOldJobs(db: Db, days: number): Promise<{ count: number; isMore: boolean }> {
  const { rows } = await sql`
    with deleted as (
      delete from jobs where id in (
        select id from jobs where coalesce(completed_at, greatest(updated_at, scheduled_for)) < now() - make_interval(days => ${days})
        limit ${JOBS_FORGOTTEN_AT_ONCE}
      ) returning id
    ), replaced as (
      update job_files set is_replaced = true where job_id in (select id from deleted)
    ), independent as (
      delete from job_dependencies where job_id in (select id from deleted)
    )
    select id from deleted
  `.execute(db);
  await sql`delete from job_state where set_at < now() - ${STATE_KEPT_FOR}`.execute(db);
  // A job that ran again has one row in `jobs`, and one in `runs` for each run.
  const { numAffectedRows: runs = 0n } = await sql`
    delete from runs where id in (
      select id from runs where type = 'job' and ended_at < now() - make_interval(days => ${days}) limit ${FORGOTTEN_AT_ONCE}
    )
  `.execute(db);
  const isMore = rows.length === JOBS_FORGOTTEN_AT_ONCE || Number(runs) === FORGOTTEN_AT_ONCE;
  return { count: rows.length, isMore };
}
