import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import { listCredentials } from '../db/queries/credentials.ts';
import { storeLargePayload } from '../db/queries/job-payloads.ts';
import type { HeldJob } from '../db/queries/job-runs.ts';
import { deduplicatedJobId } from '../domain/deduplicated-job-id.ts';
import { CrawlError } from '../domain/errors.ts';
import { JOB_ID, JOB_ID_TAKES, jobWordFaults, type JobInput } from '../domain/job.ts';
import { withoutUndefined } from '../domain/without-undefined.ts';
import { childJobRequest } from '../jobs/child-job-request.ts';
import { chooseJobType } from '../jobs/choose-job-type.ts';
import { findCredentialFaults } from '../jobs/find-credential-faults.ts';
import { formatJobFaults, type JobFault } from '../jobs/find-job-faults.ts';
import { findRequestFaults } from '../jobs/find-request-faults.ts';
import type { JobRun } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';

/** How many jobs one attempt may start. */
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
  /** The names of the credentials that the starting job may use. */
  credentials: readonly string[];
  /** From its abort on, no job is started. */
  signal: AbortSignal;
}

/** Makes the function by which an attempt starts other jobs. All attempts of a run together start a job of one key once. */
export function childStarter(tools: ParentTools): JobRun<unknown>['startJob'] {
  const { db, held, signal } = tools;
  const started = new Set<string>();
  return async (requested) => {
    signal.throwIfAborted();
    const checked = childJobRequest.safeParse(requested);
    if (!checked.success) throw refused(checked.error.issues.map(wordIssue).join(' '));
    const input = await inputOf(tools, checked.data);
    const { key, id } = namesOf(checked.data, { input, held });
    started.add(key);
    if (started.size > CHILDREN_MAX) throw refused(`an attempt starts at most ${CHILDREN_MAX} jobs.`);
    const payload = await storeLargePayload(db, id, input.payload ?? {});
    const names = { id, startId: `${held.workflowRunId}/${key}`, startedBy: jobWorkflowId(held.id) };
    await tools.startJob({ ...input, payload }, names);
    return { id };
  };
}

type Checked = z.output<typeof childJobRequest>;

/** Returns what identifies a job among those that a run starts, and its id. @throws CrawlError InvalidInput */
function namesOf(
  request: Checked,
  { input, held }: { input: JobInput; held: HeldJob },
): { key: string; id: string } {
  if (request.deduplicate === true) {
    if (request.key !== undefined) throw refused('deduplicate takes no key beside it.');
    const id = deduplicatedJobId(input);
    return { key: id, id };
  }
  const key = request.key ?? keyOf(request);
  const id = `${held.id}.${key}`;
  if (!JOB_ID.test(id)) throw refused(`its id ${id} takes ${JOB_ID_TAKES}.`);
  return { key, id };
}

/** Checks a request, as the API does. @throws CrawlError InvalidInput */
async function inputOf(tools: ParentTools, request: Checked): Promise<JobInput> {
  const { payload, platform, account, priority, credentials } = request;
  const chosen = chooseJobType(tools.jobTypes, request);
  if ('fault' in chosen) throw refused(formatJobFaults([chosen.fault]) ?? '');
  const faults = [
    ...(await findRequestFaults(tools.jobTypes, chosen.name, payload)),
    ...jobWordFaults({ platform, account }),
    ...(await credentialFaults(tools, request)),
  ];
  const text = formatJobFaults(faults);
  if (text !== null) throw refused(text);
  const { max_retries: maxRetries, scheduled_for: scheduledFor, on_failure: onFailure } = request;
  const dependsOn = request.depends_on && [...new Set(request.depends_on)];
  const waits = { scheduledFor, dependsOn, onFailure };
  const more = withoutUndefined({ platform, account, priority, maxRetries, credentials, ...waits });
  return { jobType: chosen.name, payload, ...more };
}

/** Finds the credentials that the new job may not use. @throws CrawlError InvalidInput for one that the starting job may not use itself */
async function credentialFaults(
  { db, credentials: own }: ParentTools,
  { credentials = [], platform, account }: Checked,
): Promise<JobFault[]> {
  if (credentials.length === 0) return [];
  const foreign = credentials.find((name) => !own.includes(name));
  if (foreign !== undefined)
    throw refused(`credentials takes those that this job may use itself, and ${foreign} is none of them.`);
  const owner = { platform: platform ?? null, account: account ?? null };
  return findCredentialFaults(credentials, await listCredentials(db), owner);
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
