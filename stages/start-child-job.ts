import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import { storeLargePayload } from '../db/queries/job-payloads.ts';
import type { HeldJob } from '../db/queries/job-runs.ts';
import { CrawlError } from '../domain/errors.ts';
import { JOB_ID, JOB_ID_TAKES, jobWordFaults, type JobInput } from '../domain/job.ts';
import { withoutUndefined } from '../domain/without-undefined.ts';
import { childJobRequest } from '../jobs/child-job-request.ts';
import { chooseJobType } from '../jobs/choose-job-type.ts';
import { formatJobFaults } from '../jobs/find-job-faults.ts';
import { findRequestFaults } from '../jobs/find-request-faults.ts';
import type { JobRun } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';

/** How many jobs one run may start. */
const CHILDREN_MAX = 1_000;

/**
 * Starts a job, unless one with its id is open. A second start with the same `startId` starts nothing, even when the job has ended. The
 * worker passes this function in, because it holds the Temporal client.
 */
export type StartJob = (
  input: JobInput,
  names: { id: string; startId: string; startedBy: string },
) => Promise<unknown>;

interface ParentTools {
  db: Db;
  jobTypes: JobTypes;
  startJob: StartJob;
  held: HeldJob;
  /** From its abort on, no job is started. */
  signal: AbortSignal;
}

/** Makes the function by which an attempt starts other jobs. All attempts of a run together start a job of one key once. */
export function childStarter(tools: ParentTools): JobRun<unknown>['startJob'] {
  const { db, jobTypes, held, signal } = tools;
  const started = new Set<string>();
  return async (requested) => {
    signal.throwIfAborted();
    const checked = childJobRequest.safeParse(requested);
    if (!checked.success) throw refused(checked.error.issues.map(wordIssue).join(' '));
    const key = checked.data.key ?? keyOf(checked.data);
    const id = `${held.id}.${key}`;
    if (!JOB_ID.test(id)) throw refused(`its id ${id} takes ${JOB_ID_TAKES}.`);
    const input = await inputOf(jobTypes, checked.data);
    started.add(key);
    if (started.size > CHILDREN_MAX) throw refused(`a run starts at most ${CHILDREN_MAX} jobs.`);
    const payload = await storeLargePayload(db, id, input.payload ?? {});
    const names = { id, startId: `${held.workflowRunId}/${key}`, startedBy: jobWorkflowId(held.id) };
    await tools.startJob({ ...input, payload }, names);
    return { id };
  };
}

type Checked = z.output<typeof childJobRequest>;

/** Checks a request by the types, as the API does. @throws CrawlError InvalidInput */
async function inputOf(jobTypes: JobTypes, request: Checked): Promise<JobInput> {
  const {
    payload,
    platform,
    account,
    priority,
    max_retries: maxRetries,
    scheduled_for: scheduledFor,
  } = request;
  const chosen = chooseJobType(jobTypes, request);
  const faults =
    'fault' in chosen
      ? [chosen.fault]
      : [
          ...(await findRequestFaults(jobTypes, chosen.name, payload)),
          ...jobWordFaults({ platform, account }),
        ];
  const text = formatJobFaults(faults);
  if (text !== null || 'fault' in chosen) throw refused(text ?? '');
  const more = withoutUndefined({ platform, account, priority, maxRetries, scheduledFor });
  return { jobType: chosen.name, payload, ...more };
}

function keyOf(request: Checked): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 16);
}

function wordIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'the request'}: ${message}.`;
}

function refused(why: string): CrawlError {
  return new CrawlError('InvalidInput', `The job cannot start another one: ${why}`);
}
