import { sql, type RawBuilder } from 'kysely';
import { LOG_BYTES_MAX, LOG_LINES_MAX } from '../../domain/job-log.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { lockHeldJob, type HeldJob } from './job-runs.ts';

/** A line that an attempt of a job has logged. */
export interface LogLine {
  /** Within the run, from 1. */
  number: number;
  attempt: number;
  at: Date;
  line: string;
}

type Run = Pick<HeldJob, 'id' | 'workflowRunId'>;

/** Finds the number of the last line that a run has logged; 0 if there is none. */
export async function findLastLogNumber(db: Db, run: Run): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::float8 as number from job_log where ${ofRun(run)}
  `.execute(db);
  return rows[0]?.number ?? 0;
}

/**
 * Appends lines to the log of a run, in place of earlier runs' logs and of the oldest lines beyond the limits. A line that an earlier
 * call has appended stays as it is.
 * @throws CrawlError StaleAttempt
 */
export async function appendLogLines(db: Db, held: HeldJob, lines: readonly LogLine[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await sql`
      insert into job_log (job_id, workflow_run_id, number, attempt, at, line)
      select ${held.id}, ${held.workflowRunId}, * from unnest(
        ${lines.map(({ number }) => number)}::bigint[], ${lines.map(({ attempt }) => attempt)}::int[],
        ${lines.map(({ at }) => at)}::timestamptz[], ${lines.map(({ line }) => storable(line))}::text[])
      on conflict do nothing
    `.execute(tx);
    await sql`
      delete from job_log where job_id = ${held.id} and (workflow_run_id <> ${held.workflowRunId} or number <= (
        select max(number) from (
          select number, row_number() over newest as lines, sum(octet_length(line)) over newest as bytes
          from job_log where ${ofRun(held)} window newest as (order by number desc)
        ) as counted where lines > ${LOG_LINES_MAX} or bytes > ${LOG_BYTES_MAX}))
    `.execute(tx);
  });
}

/** Lists lines of a run in pages. @param after the number of the line that precedes the first one wanted */
export function listLogPage(
  db: Db,
  { after, order, ...run }: Run & { after: number; order: 'asc' | 'desc' },
  page: PageRequest,
): Promise<KeysetPage<LogLine>> {
  return readKeysetPage<LogLine>(
    db,
    {
      columns: sql`number::float8 as number, attempt, at, line`,
      from: sql`job_log`,
      key: [{ column: 'job_log.number', type: 'bigint' }],
      direction: order,
      indexed: [ofRun(run), sql<boolean>`number > ${after}`],
      filters: [],
    },
    page,
  );
}

/** Counts the lines of a run that fell away. */
export async function countDroppedLines(db: Db, run: Run): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (coalesce(max(number), 0) - count(*))::float8 as count from job_log where ${ofRun(run)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

function ofRun({ id, workflowRunId }: Run): RawBuilder<boolean> {
  return sql<boolean>`(job_id = ${id} and workflow_run_id = ${workflowRunId})`;
}
