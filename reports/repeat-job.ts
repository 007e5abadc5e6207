import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { findJobConditions } from '../db/queries/jobs.ts';
import type { JobInput } from '../domain/job.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { readJobInput } from '../temporal-client/job-control.ts';
import { untilClosed } from '../temporal-client/until-closed.ts';
import type { JobDetail } from './job-detail.ts';

/**
 * Returns the input to run a closed job again: its input, as last edited, if Temporal still has it, else what the ledger has.
 * @returns null if neither has the input
 * @throws TemporalUnavailable
 */
export async function repeatJob(
  { db, client }: { db: Db; client: Client },
  { job, payload, dependencies }: JobDetail,
): Promise<JobInput | null> {
  const execution = { workflowId: job.workflow_id, runId: job.run_id };
  await callTemporal(client, () => untilClosed(client, execution));
  const input = await callTemporal(client, () => readJobInput(client, execution));
  if (input !== null) return input;
  const { job_type: jobType, platform, account, priority, max_retries: maxRetries } = job;
  const { scheduled_for: scheduledFor } = job;
  if (jobType === null || payload === null) return null;
  return {
    jobType,
    payload,
    ...(platform === null ? {} : { platform }),
    ...(account === null ? {} : { account }),
    ...(priority === null ? {} : { priority }),
    ...(maxRetries === null ? {} : { maxRetries }),
    ...(dependencies.length === 0 ? {} : { dependsOn: dependencies.map(({ id }) => id) }),
    ...(await findJobConditions(db, job.id, job.run_id)),
    ...(scheduledFor === null ? {} : { scheduledFor: scheduledFor.toISOString() }),
  };
}
