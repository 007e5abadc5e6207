import { sql } from 'kysely';
import type { ClosedJobStatus, JobPayload, JobStatus } from '../../domain/job.ts';
import type { Db } from '../connect.ts';

/** What the ledger knows of a job, of its newest run that has begun or is over. */
export interface LedgerJob {
  id: string;
  workflow_run_id: string;
  created_at: Date;
  job_type: string;
  platform: string | null;
  account: string | null;
  priority: number;
  max_retries: number;
  scheduled_for: Date | null;
  status: JobStatus;
  retry_count: number;
  worker: string | null;
  progress_percent: number;
  progress_message: string | null;
  result: JobPayload | null;
  error_message: string | null;
  started_at: Date | null;
  updated_at: Date;
  completed_at: Date | null;
}

const COLUMNS = sql.raw(`
  id, workflow_run_id, created_at, job_type, platform, account, priority, max_retries, scheduled_for, status,
  retry_count, worker, progress_percent, progress_message, result, error_message, started_at, updated_at, completed_at
`);

/** Jobs that are asked for; what is absent does not narrow. */
export interface LedgerJobFilter {
  statuses?: readonly ClosedJobStatus[] | undefined;
  jobType?: string | undefined;
  platform?: string | undefined;
  account?: string | undefined;
  /** Created then or later. */
  since?: Date | undefined;
  /** Created before. */
  until?: Date | undefined;
}

/** A place in the order of jobs: newest first, and of one moment by the id. */
export interface JobPlace {
  createdAt: Date;
  id: string;
}

/** The newest closed jobs behind a place. @param without ids that are left out */
export async function listClosedJobs(
  db: Db,
  filter: LedgerJobFilter,
  { after, limit, without }: { after: JobPlace | null; limit: number; without: string[] },
): Promise<LedgerJob[]> {
  const { statuses, jobType, platform, account, since, until } = filter;
  const conditions = [
    sql`status in ('completed', 'failed', 'cancelled')`,
    ...(statuses === undefined ? [] : [sql`status = any(${[...statuses]})`]),
    ...(jobType === undefined ? [] : [sql`job_type = ${jobType}`]),
    ...(platform === undefined ? [] : [sql`platform = ${platform}`]),
    ...(account === undefined ? [] : [sql`account = ${account}`]),
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
    ...(without.length === 0 ? [] : [sql`id <> all(${without})`]),
    ...(after === null ? [] : [sql`(created_at, id) < (${after.createdAt}, ${after.id})`]),
  ];
  const { rows } = await sql<LedgerJob>`
    select ${COLUMNS} from jobs where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** What the ledger knows of these jobs. */
export async function findJobs(db: Db, ids: string[]): Promise<LedgerJob[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LedgerJob>`select ${COLUMNS} from jobs where id = any(${ids})`.execute(db);
  return rows;
}

/** The runs of the jobs that have closed since a moment. */
export async function listJobRunsClosedSince(db: Db, since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ runId: string }>`
    select workflow_run_id as "runId" from jobs where completed_at >= ${since}
  `.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}

/** How many jobs failed within the last hour. */
export async function countFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from jobs where status = 'failed' and completed_at > now() - interval '1 hour'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** One job with what it was given; null: the ledger does not know it. */
export async function findJob(db: Db, id: string): Promise<(LedgerJob & { payload: JobPayload }) | null> {
  const { rows } = await sql<LedgerJob & { payload: JobPayload }>`
    select ${COLUMNS}, payload from jobs where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
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
  return { count: rows.length, isMore: rows.length === FORGOTTEN_AT_ONCE };
}

/** The runs that were deleted lately. */
export async function listDeletedJobRuns(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ runId: string }>`
    select workflow_run_id as "runId" from deleted_job_runs
  `.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}
