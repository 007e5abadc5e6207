import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { JobFile } from './job-files.ts';

/** How many files are deleted in one transaction, which locks their rows. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes some of the files that were replaced, or whose jobs were deleted. A row is deleted after its file, so that a sweep that is
 * killed in between leaves the row to the next one.
 * @param remove deletes files of one job; a missing one is no error
 * @returns how many files were deleted, and whether there may be more
 */
export async function deleteReplacedFiles(
  db: Db,
  holder: string,
  remove: (jobId: string, names: string[]) => Promise<void>,
): Promise<{ count: number; isMore: boolean }> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ jobId: string; name: string }>`
      select job_id as "jobId", name from job_files where holder = ${holder} and is_replaced
      limit ${DELETED_AT_ONCE} for update skip locked
    `.execute(tx);
    for (const [jobId, files] of Map.groupBy(rows, (row) => row.jobId))
      await remove(
        jobId,
        files.map(({ name }) => name),
      );
    await sql`
      delete from job_files where holder = ${holder} and is_replaced and (job_id, name) in (
        select * from unnest(${rows.map((row) => row.jobId)}::text[], ${rows.map((row) => row.name)}::text[]))
    `.execute(tx);
    return { count: rows.length, isMore: rows.length === DELETED_AT_ONCE };
  });
}

/** A job that ended lately, with the names of its recorded files. */
export interface EndedJob {
  id: string;
  workflowRunId: string;
  names: string[];
}

const ENDED_AT_ONCE = 500;

/** Lists jobs that ended within the last three days, in pages by id: sweeps run more often than that. */
export async function listEndedJobs(
  db: Db,
  { holder, after }: { holder: string; after: string },
): Promise<EndedJob[]> {
  const { rows } = await sql<EndedJob>`
    select id, workflow_run_id as "workflowRunId", array(
      select name from job_files file where file.job_id = job.id and file.holder = ${holder}) as names
    from jobs job
    where id > ${after} and status in ('completed', 'failed', 'cancelled') and completed_at > now() - interval '3 days'
    order by id limit ${ENDED_AT_ONCE}
  `.execute(db);
  return rows;
}

/** Does something with the files of a job that has ended, unless it has begun to run again. It cannot begin meanwhile. */
export async function whileEnded(
  db: Db,
  { id, workflowRunId }: EndedJob,
  work: () => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from jobs where id = ${id} and workflow_run_id = ${workflowRunId}
        and status in ('completed', 'failed', 'cancelled') for no key update
    `.execute(tx);
    if (rows.length > 0) await work();
  });
}

/**
 * Records a file that a kill has left without a row, unless its job has begun to run again. Where another pod has stored a file of this
 * name, that one counts. @returns whether it was recorded
 */
export async function recordFoundFile(db: Db, job: EndedJob, file: JobFile): Promise<boolean> {
  const { name, path, bytes, sha256, contentType, holder } = file;
  // The lock makes a run that begins wait, so that it finds the row.
  const { rows } = await sql`
    with job as (
      select id, workflow_run_id from jobs where id = ${job.id} and workflow_run_id = ${job.workflowRunId}
        and status in ('completed', 'failed', 'cancelled') for no key update
    )
    insert into job_files (job_id, name, holder, workflow_run_id, path, bytes, sha256, content_type, is_replaced)
    select id, ${name}, ${holder}, workflow_run_id, ${path}, ${bytes}, ${sha256}, ${contentType},
      exists (select from job_files other where other.job_id = job.id and other.name = ${name} and not other.is_replaced)
    from job
    on conflict do nothing returning name
  `.execute(db);
  return rows.length > 0;
}
