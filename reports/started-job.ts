import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import type { JobInput } from '../domain/job.ts';
import { unlessAway } from '../temporal-client/ask-temporal.ts';
import type { StartedJob } from '../temporal-client/job-control.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { readJobDetail } from './job-detail.ts';
import { openJob, type Job } from './job.ts';

/** A job that was just started, or is open already: where Temporal does not describe it in time, as was asked for. */
export async function readStartedJob(
  servers: { db: Db; client: Client },
  { id, workflowId, runId }: StartedJob,
  input: JobInput,
): Promise<Job> {
  const detail = await unlessAway(readJobDetail(servers, id), null);
  if (detail !== null && detail.job.run_id === runId) return detail.job;
  const {
    jobType,
    platform = null,
    account = null,
    priority = null,
    maxRetries = null,
    scheduledFor,
  } = input;
  const run = {
    id,
    workflowId,
    runId,
    jobType,
    platform,
    account,
    priority,
    maxRetries,
    scheduledFor: scheduledFor === undefined ? null : new Date(scheduledFor),
    createdAt: runCreatedAt(runId, new Date()),
    closedAs: null,
    closedAt: null,
  };
  return openJob(run, null);
}
