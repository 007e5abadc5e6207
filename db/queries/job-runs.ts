import { sql, type RawBuilder } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { ClosedJobStatus, JobPayload, OnFailure } from '../../domain/job.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';

/** The fields that identify and describe a job's run, for every write. */
export interface JobRunName {
  id: string;
  workflowRunId: string;
  createdAt: Date;
  jobType: string;
  platform: string | null;
  account: string | null;
  priority: number;
  payload: JobPayload;
  maxRetries: number;
  scheduledFor: Date | null;
  /** How often the run was edited; default: never. */
  edits?: number;
  /** What it does when a job that it depends on does not complete; default: it fails. */
  onFailure?: OnFailure | null;
  /** The names of the credentials that it may use; default: none. */
  credentials?: string[] | null;
}

/** A run held by one attempt. */
export interface HeldJob {
  id: string;
  workflowRunId: string;
  /** The attempt's fence number, as for stores. */
  fence: number;
}

/** The state from which an attempt continues. */
export interface BegunJob {
  /** The cursor of the previous attempt, or of an incomplete run with the same payload; null: starts from the beginning. */
  cursor: unknown;
  /** Bytes downloaded by the previous attempts. */
  downloadedBytes: number;
  /** How many attempts failed so far, including those without a closing record, for example because their worker was killed. */
  retryCount: number;
  /** How many attempts crashed so far. They are no retries. */
  crashCount: number;
}

export const NAME_COLUMNS = sql.raw(
  'id, workflow_run_id, created_at, job_type, platform, account, priority, payload, max_retries, scheduled_for, edits, on_failure, credentials',
);

/** SQL: the values of `NAME_COLUMNS`. */
export function nameValues(run: JobRunName): RawBuilder<unknown> {
  const { id, workflowRunId, createdAt, jobType, platform, account, priority, payload, edits = 0 } = run;
  const { onFailure = null, credentials = null } = run;
  return sql`${id}, ${workflowRunId}, ${createdAt}, ${jobType}, ${platform}, ${account}, ${priority},
    ${storableJson(payload)}::jsonb, ${run.maxRetries}, ${run.scheduledFor}, ${edits}, ${onFailure}, ${credentials}::text[]`;
}

/** SQL: the assignments by which a newer run replaces the description of an older one. */
export const TAKE_NAME = sql.raw(
  'workflow_run_id, created_at, job_type, platform, account, priority, payload, max_retries, scheduled_for, edits, on_failure, credentials'
    .split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
);

/** SQL: whether a run has not been deleted, since a worker's last write must not bring it back. */
export function isKept({ workflowRunId }: JobRunName): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from deleted_job_runs where workflow_run_id = ${workflowRunId})`;
}

export const IS_SAME_RUN = sql.raw('known.workflow_run_id = excluded.workflow_run_id');

/** SQL: whether the type and payload are the same, since a cursor is only valid for these. */
export const IS_SAME_WORK = 'known.job_type = excluded.job_type and known.payload = excluded.payload';
export const KEEP_CURSOR = sql.raw(`cursor = case when ${IS_SAME_WORK} then known.cursor end`);
/** SQL: a job that runs again keeps the download count of its earlier runs until one of them completes. */
const KEEP_DOWNLOADS = sql.raw(
  `downloaded_bytes = case when known.workflow_run_id = excluded.workflow_run_id
    or (${IS_SAME_WORK} and known.status <> 'completed') then known.downloaded_bytes else 0 end`,
);
const GOES_ON = sql.raw(`(${IS_SAME_WORK} and known.cursor is not null)`);

/**
 * Claims a job's row for one attempt of a run. From then on, writes of earlier attempts and runs change nothing.
 * @param releasedFences the fences of attempts that released the job, even if the release could not be recorded
 * @throws CrawlError StaleAttempt when a later attempt or run has the job, or the run has ended or was deleted
 */
export async function beginJob(
  db: Db,
  run: JobRunName,
  { fence, worker, releasedFences = [] }: { fence: number; worker: string; releasedFences?: number[] },
): Promise<BegunJob> {
  const { rows } = await sql<BegunJob>`
    insert into jobs as known (${NAME_COLUMNS}, status, fence, worker, started_at, updated_at)
    select ${nameValues(run)}, 'running', ${fence}, ${worker}, clock_timestamp(), clock_timestamp()
    where ${isKept(run)}
    on conflict (id) do update set ${TAKE_NAME},
      status = 'running', fence = excluded.fence, worker = excluded.worker, updated_at = excluded.updated_at,
      result = null, completed_at = null,
      retry_count = case when not (${IS_SAME_RUN}) then 0 when known.status = 'running' and known.fence <> all(${releasedFences}::bigint[])
        then known.retry_count + 1 else known.retry_count end,
      crash_count = case when ${IS_SAME_RUN} then known.crash_count else 0 end,
      started_at = coalesce(case when ${IS_SAME_RUN} then known.started_at end, excluded.started_at),
      progress_percent = coalesce(case when ${IS_SAME_RUN} or ${GOES_ON} then known.progress_percent end, 0),
      progress_message = case when ${IS_SAME_RUN} or ${GOES_ON} then known.progress_message end,
      error_kind = case when ${IS_SAME_RUN} and known.status = 'pending' then known.error_kind end,
      error_message = case when ${IS_SAME_RUN} and known.status = 'pending' then known.error_message end,
      ${KEEP_DOWNLOADS},
      ${KEEP_CURSOR}
    where (${IS_SAME_RUN} and known.fence < excluded.fence and known.edits <= excluded.edits and known.status in ('pending', 'running'))
      or (not (${IS_SAME_RUN}) and known.created_at <= excluded.created_at)
    returning cursor, retry_count as "retryCount", crash_count as "crashCount", downloaded_bytes::float8 as "downloadedBytes"
  `.execute(db);
  return rows[0] ?? (await refuseStale(db, run));
}

/** The progress of an attempt. */
export interface JobProgress {
  /** From 0 to 100. */
  percent: number;
  message: string;
  cursor: unknown;
}

/** Saves an attempt's progress. @throws CrawlError StaleAttempt */
export async function saveJobProgress(
  db: Db,
  held: HeldJob,
  { percent, message, cursor }: JobProgress,
): Promise<void> {
  await writeHeld(
    db,
    held,
    sql`progress_percent = ${percent},
      progress_message = ${storable(message)}, cursor = ${storableJson(cursor ?? null)}`,
  );
}

/** Saves how many bytes this and the previous attempts have downloaded. @throws CrawlError StaleAttempt */
export async function saveJobDownloads(db: Db, held: HeldJob, bytes: number): Promise<void> {
  await writeHeld(db, held, sql`downloaded_bytes = ${bytes}`);
}

/** Why an attempt or a run of a job did not complete. */
export interface JobError {
  /** A failure kind, else the error's name. */
  errorKind: string;
  reason: string;
}

/** Releases a job for its next attempt. @throws CrawlError StaleAttempt */
export async function releaseJob(
  db: Db,
  held: HeldJob,
  { errorKind, reason, isFailure }: JobError & { isFailure: boolean },
): Promise<void> {
  await writeHeld(
    db,
    held,
    sql`status = 'pending', error_kind = ${storable(errorKind)}, error_message = ${storable(reason)},
      retry_count = retry_count + ${isFailure ? 1 : 0}, crash_count = crash_count + ${crashesOf(errorKind)}`,
  );
}

function crashesOf(errorKind: string): number {
  return errorKind === 'JobCrashed' ? 1 : 0;
}

/** Completes a job. @throws CrawlError StaleAttempt */
export async function completeJob(db: Db, held: HeldJob, result: JobPayload | null): Promise<void> {
  await writeHeld(
    db,
    held,
    sql`status = 'completed', result = ${storableJson(result)}, progress_percent = 100, error_kind = null, error_message = null,
      cursor = null, completed_at = clock_timestamp()`,
  );
}

async function writeHeld(db: Db, held: HeldJob, changes: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    update jobs set updated_at = clock_timestamp(), ${changes}
    where id = ${held.id} and workflow_run_id = ${held.workflowRunId} and fence = ${held.fence}
      and status = 'running'
    returning id
  `.execute(db);
  if (rows.length === 0) await refuseStale(db, held);
}

/** Locks the row of a job until the transaction ends, so that no other attempt begins meanwhile. @throws CrawlError StaleAttempt */
export async function lockHeldJob(tx: Db, held: HeldJob): Promise<void> {
  const { rows } = await sql`
    select from jobs where id = ${held.id} and workflow_run_id = ${held.workflowRunId} and fence = ${held.fence}
      and status = 'running' for no key update
  `.execute(tx);
  if (rows.length === 0) await refuseStale(tx, held);
}

/** Finds the result of a run that an earlier attempt completed, because its answer may be lost; undefined: no attempt completed it. */
export async function findJobResult(
  db: Db,
  { id, workflowRunId }: Pick<HeldJob, 'id' | 'workflowRunId'>,
): Promise<JobPayload | null | undefined> {
  const { rows } = await sql<{ result: JobPayload | null }>`
    select result from jobs where id = ${id} and workflow_run_id = ${workflowRunId} and status = 'completed'
  `.execute(db);
  return rows[0]?.result;
}

/** Closes a run that did not complete, even if it never began. A closed run stays as it is. */
export async function closeJob(
  db: Db,
  run: JobRunName,
  { status, errorKind, reason }: JobError & { status: Exclude<ClosedJobStatus, 'completed'> },
): Promise<void> {
  await sql`
    insert into jobs as known (${NAME_COLUMNS}, status, error_kind, error_message, updated_at, completed_at)
    select ${nameValues(run)}, ${status}, ${storable(errorKind)}, ${storable(reason)}, clock_timestamp(), clock_timestamp()
    where ${isKept(run)}
    on conflict (id) do update set ${TAKE_NAME},
      status = excluded.status, error_kind = excluded.error_kind, error_message = excluded.error_message, updated_at = excluded.updated_at,
      completed_at = excluded.completed_at, result = null, ${KEEP_DOWNLOADS}, ${KEEP_CURSOR},
      worker = case when ${IS_SAME_RUN} then known.worker end,
      started_at = case when ${IS_SAME_RUN} then known.started_at end,
      retry_count = case when ${IS_SAME_RUN} then known.retry_count else 0 end,
      crash_count = case when ${IS_SAME_RUN} then known.crash_count else 0 end + ${crashesOf(errorKind)},
      progress_percent = coalesce(case when ${IS_SAME_RUN} then known.progress_percent end, 0),
      progress_message = case when ${IS_SAME_RUN} then known.progress_message end
    where (${IS_SAME_RUN} and known.status in ('pending', 'running'))
      or (not (${IS_SAME_RUN}) and known.created_at <= excluded.created_at)
  `.execute(db);
}

/** Refuses an attempt that no longer holds its job; the next attempt of the run takes over unless the run has ended. */
async function refuseStale(
  db: Db,
  { id, workflowRunId }: Pick<JobRunName, 'id' | 'workflowRunId'>,
): Promise<never> {
  const { rows } = await sql`
    select from jobs where id = ${id} and workflow_run_id = ${workflowRunId} and status in ('pending', 'running')
  `.execute(db);
  const message = `A later attempt or run has taken over job ${id}, or the job has ended; nothing was written.`;
  throw new CrawlError('StaleAttempt', message, { isFinal: rows.length === 0 });
}
