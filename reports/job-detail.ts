import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { withoutFields } from '../db/keyset-page.ts';
import { findJob, listDeletedJobRuns, type LedgerJob } from '../db/queries/jobs.ts';
import { scrubJson } from '../domain/credentials.ts';
import { JOB_ID, type JobPayload } from '../domain/job.ts';
import { isClosed } from '../domain/task.ts';
import { askTemporal, TemporalUnavailable, unlessAway } from '../temporal-client/ask-temporal.ts';
import { describeJob, readJobInput, type ListedJob } from '../temporal-client/job-control.ts';
import { readOutcome } from '../temporal-client/steer-tasks.ts';
import { endedJob, forgottenJob, ledgerJob, openJob, type Job } from './job.ts';
import type { AnswerAge } from './task-book.ts';

/** All that is known of one job. */
export interface JobDetail extends AnswerAge {
  job: Job;
  /** What it was given; null: nobody knows any more. */
  payload: JobPayload | null;
  /** A person has asked it to end. */
  cancelRequested: boolean;
}

type Found = Awaited<ReturnType<typeof findJob>>;

/**
 * Describes one job: what Temporal has of its newest run, joined with the ledger, which knows it for longer.
 * @returns null where there is no such job
 * @throws TemporalUnavailable where the ledger does not know it either
 */
export async function readJobDetail(
  { db, client }: { db: Db; client: Client },
  id: string,
): Promise<JobDetail | null> {
  if (!JOB_ID.test(id)) return null;
  const asOf = new Date();
  const row = await findJob(db, id);
  const found = await unlessAway(
    askTemporal(client, () => describeJob(client, id)),
    'away' as const,
  );
  const described = found !== 'away' && found !== null && (await isDeleted(db, found)) ? null : found;
  if (described === 'away') {
    if (row === null)
      throw new TemporalUnavailable('Temporal does not answer, and the ledger does not know this job.');
    return { ...known(row), asOf, isStale: true };
  }
  if (described === null)
    return row === null
      ? null
      : { ...known(row), job: forgottenJob(withoutPayload(row)), asOf, isStale: false };
  const { cancelRequested } = described;
  // It may have ended between the two looks; how it did is in the ledger first.
  const latest = described.closedAs === null ? row : await findJob(db, id);
  const own = latest?.workflow_run_id === described.runId ? latest : null;
  const job = await jobOf(client, described, own);
  const payload = own?.payload ?? (await payloadOf(client, described)) ?? null;
  return { job, payload, cancelRequested, asOf, isStale: false };
}

async function isDeleted(db: Db, { runId }: ListedJob): Promise<boolean> {
  return (await listDeletedJobRuns(db)).has(runId);
}

function known(row: NonNullable<Found>) {
  return { job: ledgerJob(withoutPayload(row)), payload: row.payload, cancelRequested: false };
}

async function jobOf(client: Client, run: ListedJob, own: Found): Promise<Job> {
  const row = own === null ? null : withoutPayload(own);
  if (row !== null && isClosed(row.status)) return ledgerJob(row);
  if (run.closedAs === null) return openJob(run, row);
  const { result, error } = await askTemporal(client, () => readOutcome(client, run));
  if (run.closedAs === 'completed') return { ...endedJob(run, row, null), result: resultOf(result) };
  return endedJob(run, row, error ?? undefined);
}

function resultOf(result: unknown): JobPayload | null {
  return typeof result === 'object' && result !== null ? { ...result } : null;
}

function withoutPayload(row: NonNullable<Found>): LedgerJob {
  return withoutFields(row, ['payload']);
}

async function payloadOf(client: Client, run: ListedJob): Promise<JobPayload | null> {
  const input = await askTemporal(client, () => readJobInput(client, run));
  // A person may have started it by hand, with credentials.
  return input === null ? null : scrubJson(input.payload ?? {});
}
