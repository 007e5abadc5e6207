import { sql } from 'kysely';
import { RESULT_FILE } from '../../domain/job-result.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { storable } from '../../domain/storable-text.ts';
import { lockHeldJob, type HeldJob } from './job-runs.ts';

/** A stored file of a job. */
export interface JobFile {
  name: string;
  /** Below the storage root. */
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  contentType: string;
  /** The URL that it was downloaded from, without credentials; null: the job's type made it. */
  source: string | null;
  /** Names a download within its job; null: the file is none, or a kill has left it without a row. */
  stem: string | null;
  /** The pod whose own disk has the file; empty where all workers share their storage. */
  holder: string;
}

const COLUMNS = sql.raw(
  'name, path, bytes, sha256, content_type as "contentType", source, stem, holder, workflow_run_id as "runId", created_at as "createdAt"',
);

/** A stored file, with the run that stored it or went on with it, and when it was stored. */
export interface ListedJobFile extends JobFile {
  runId: string;
  createdAt: Date;
}

/** Finds a file of a job; null: there is none of this name. */
export async function findJobFile(db: Db, jobId: string, name: string): Promise<ListedJobFile | null> {
  if ([jobId, name].some((text) => storable(text) !== text)) return null;
  const { rows } = await sql<ListedJobFile>`
    select ${COLUMNS} from job_files where job_id = ${jobId} and name = ${name} and not is_replaced
  `.execute(db);
  return rows[0] ?? null;
}

/** Finds a file that the job's run has downloaded; null: it has not, or elsewhere. */
export async function findDownload(
  db: Db,
  { id, workflowRunId }: HeldJob,
  { stem, source, holder }: Pick<JobFile, 'stem' | 'source' | 'holder'>,
): Promise<JobFile | null> {
  const { rows } = await sql<JobFile>`
    select ${COLUMNS} from job_files where job_id = ${id} and workflow_run_id = ${workflowRunId} and holder = ${holder}
      and stem = ${storable(stem ?? '')} and source = ${storable(source ?? '')} and not is_replaced
    order by created_at desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Lists the files of a job in pages, by name. */
export function listJobFiles(db: Db, jobId: string, page: PageRequest): Promise<KeysetPage<ListedJobFile>> {
  return readKeysetPage<ListedJobFile>(
    db,
    {
      columns: COLUMNS,
      from: sql`job_files`,
      key: [
        { column: 'name', type: 'text' },
        { column: 'holder', type: 'text' },
      ],
      direction: 'asc',
      indexed: [sql<boolean>`job_id = ${jobId}`, sql<boolean>`not is_replaced`],
      filters: [],
    },
    page,
  );
}

/** Counts the files of a job, and their bytes. */
export async function countJobFiles(db: Db, jobId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from job_files where job_id = ${jobId} and not is_replaced
  `.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/**
 * Records a file in the transaction in which it gets its name. Holds the job meanwhile, so that an attempt that was given up cannot
 * write beside its successor.
 *
 * The row of a file that it replaces is deleted before: a kill then leaves a file without a row, and never a row of other bytes.
 * @param publish gives the file its name
 * @throws CrawlError StaleAttempt; what `publish` throws
 */
export async function keepJobFile(
  db: Db,
  held: HeldJob,
  { file, publish }: { file: JobFile; publish: () => Promise<void> },
): Promise<void> {
  const { id, workflowRunId } = held;
  const { name, path, bytes, sha256, contentType, source, stem, holder } = file;
  await db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await sql`delete from job_files where job_id = ${id} and name = ${name} and holder = ${holder}`.execute(
      tx,
    );
  });
  await db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await publish();
    await sql`update job_files set is_replaced = true where job_id = ${id} and name = ${name}`.execute(tx);
    await sql`
      insert into job_files (job_id, name, holder, workflow_run_id, path, bytes, sha256, content_type, source, stem)
      values (${id}, ${name}, ${holder}, ${workflowRunId}, ${path}, ${bytes}, ${sha256}, ${storable(contentType)},
        ${source === null ? null : storable(source)}, ${stem === null ? null : storable(stem)})
      on conflict (job_id, name, holder) do update set workflow_run_id = excluded.workflow_run_id, path = excluded.path,
        bytes = excluded.bytes, sha256 = excluded.sha256, content_type = excluded.content_type, source = excluded.source,
        stem = excluded.stem, is_replaced = false, created_at = excluded.created_at
    `.execute(tx);
  });
}

/**
 * Makes the files of earlier runs those of this one, because it goes on where they ended. Forgets their result.
 * @returns the names of the files that a pod has
 * @throws CrawlError StaleAttempt
 */
export async function takeOverJobFiles(db: Db, held: HeldJob, holder: string): Promise<Set<string>> {
  const { id, workflowRunId } = held;
  return db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await sql`update job_files set is_replaced = true where job_id = ${id} and name = ${RESULT_FILE}`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string; holder: string }>`
      update job_files set workflow_run_id = ${workflowRunId} where job_id = ${id} and not is_replaced returning name, holder
    `.execute(tx);
    return new Set(rows.filter((row) => row.holder === holder).map(({ name }) => name));
  });
}

/**
 * Deletes the files of earlier runs, because this one starts over. Those on the own disks of other pods are left to their sweeps.
 * @param remove deletes a pod's files, except those with these names; the job is held meanwhile
 * @throws CrawlError StaleAttempt
 */
export async function replaceJobFiles(
  db: Db,
  held: HeldJob,
  { holder, remove }: { holder: string; remove: (kept: ReadonlySet<string>) => Promise<void> },
): Promise<void> {
  const { id, workflowRunId } = held;
  await db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await sql`
      update job_files set is_replaced = true where job_id = ${id} and workflow_run_id <> ${workflowRunId}
    `.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select name from job_files where job_id = ${id} and holder = ${holder} and not is_replaced
    `.execute(tx);
    // If the process is killed here, the rows are still there, and the next attempt deletes the rest.
    await remove(new Set(rows.map(({ name }) => name)));
    await sql`delete from job_files where job_id = ${id} and holder = ${holder} and is_replaced`.execute(tx);
  });
}
