import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { countJobFiles } from '../db/queries/job-files.ts';
import { listDependencies } from '../db/queries/job-dependencies.ts';
import { findCrashCount, findJobPayload } from '../db/queries/jobs.ts';
import { listRunEvents, type TimelineEvent } from '../db/queries/run-events.ts';
import { listEarlierRuns, type LedgerAge } from '../db/queries/runs.ts';
import { scrubJson } from '../domain/credentials.ts';
import type { Dependency } from '../domain/job-dependencies.ts';
import { JOB_ID, type JobPayload } from '../domain/job.ts';
import { describeNewestRun } from '../ledger/describe-ledger-run.ts';
import { callTemporal, TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { readJobInput } from '../temporal-client/job-control.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import { jobOf, type Job } from './job.ts';
import { describedWork } from './waiting/open-work.ts';
import { describeJobWait } from './waiting/waiting-for.ts';

/** Everything known about one job. */
export interface JobDetail extends LedgerAge {
  job: Job;
  /** The id of its newest run in the ledger. */
  runKey: string;
  /** How many files it has stored, and their bytes. */
  files: { count: number; bytes: number };
  /** The job's input; null: neither Temporal nor the ledger has it any more. */
  payload: JobPayload | null;
  /** How many of its attempts crashed; these are not retries. */
  crashCount: number;
  /** The events of its newest run, the oldest first. */
  events: TimelineEvent[];
  /** Its last runs before the newest one, the newest first. */
  earlierRuns: Job[];
  /** The jobs that its newest run depends on, by id. */
  dependencies: Dependency[];
  /** Everything known that holds the job back, in words; null: nothing known does. */
  waitingFor: string | null;
  /** Whether its cancellation was requested. */
  cancelRequested: boolean;
}

/** How many earlier runs of a job are shown. */
const EARLIER_RUNS_MAX = 10;

/**
 * Reads one job by its newest run.
 * @returns null where there is no such job
 * @throws TemporalUnavailable if Temporal does not answer and the ledger does not know the job
 */
export async function readJobDetail(
  servers: { db: Db; client: Client },
  id: string,
): Promise<JobDetail | null> {
  if (!JOB_ID.test(id)) return null;
  const workflowId = jobWorkflowId(id);
  const asOf = new Date();
  const { run, described, isAway } = await describeNewestRun(servers, workflowId);
  if (run === null && isAway)
    throw new TemporalUnavailable('Temporal does not answer, and the ledger does not know this job.');
  if (run === null || run.type !== 'job') return null;
  const payload =
    (await findJobPayload(servers.db, id, run.runId)) ??
    (described === null ? null : await payloadOf(servers.client, run));
  const job = jobOf(run);
  return {
    job,
    runKey: run.id,
    files: await countJobFiles(servers.db, id),
    payload,
    crashCount: await findCrashCount(servers.db, id, run.runId),
    events: await listRunEvents(servers.db, run.id),
    earlierRuns: (await listEarlierRuns(servers.db, run, EARLIER_RUNS_MAX)).map(jobOf),
    dependencies: await listDependencies(servers.db, { id, workflowRunId: run.runId }),
    waitingFor: await describeJobWait(servers.db, job, described === null ? null : describedWork(described)),
    cancelRequested: described?.cancelRequested ?? false,
    asOf,
    isStale: isAway,
  };
}

async function payloadOf(
  client: Client,
  execution: { workflowId: string; runId: string },
): Promise<JobPayload | null> {
  const input = await callTemporal(client, () => readJobInput(client, execution));
  // A person may have started the job by hand, with credentials.
  return input === null ? null : scrubJson(input.payload ?? {});
}
