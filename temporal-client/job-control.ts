import { randomUUID } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { arrayFromPayloads, TypedSearchAttributes, type Payload } from '@temporalio/common';
import { CrawlError } from '../domain/errors.ts';
import { JOB_PRIORITY_USUAL, jobPayloadFault, jobWordFaults, type JobInput } from '../domain/job.ts';
import { jobPriority } from '../temporal-config/job-priority.ts';
import { ACCOUNT, JOB_TYPE, PLATFORM } from '../temporal-config/search-attributes.ts';
import { memoOf } from '../temporal-config/task-memo.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import type { job } from '../workflows/index.ts';
import { grpcCodeOf } from './grpc-errors.ts';
import type { Execution } from './temporal-state.ts';
import { namedStart, type StartOptions } from './start-plan.ts';
import { describeLatest } from './steer-tasks.ts';

/** The workflow that runs jobs. */
const WORKFLOW = 'job';

export interface StartedJob extends Execution {
  id: string;
  /** False: a job of this id was already open and continues. */
  isNew: boolean;
}

/**
 * Starts a job, unless one with its id is open. The other options are as in `StartOptions`.
 * @param id the job's own id; default: `startId`, otherwise generated
 * @throws CrawlError InvalidInput for a payload, platform or account that Temporal and the ledger must not keep
 */
export async function startJob(
  client: Client,
  input: JobInput,
  { id, startId, ...requested }: { id?: string | undefined } & Omit<StartOptions, 'maxRetries'> = {},
): Promise<StartedJob> {
  const { jobType, platform, account, priority = JOB_PRIORITY_USUAL } = input;
  const fault = jobPayloadFault(input.payload ?? {});
  if (fault !== null)
    throw new CrawlError('InvalidInput', `${['payload', ...fault.path].join('.')} ${fault.message}.`);
  for (const { path, message } of jobWordFaults(input))
    throw new CrawlError('InvalidInput', `${path[0]} ${message}.`);
  const jobId = id ?? startId ?? randomUUID();
  const workflowId = jobWorkflowId(jobId);
  try {
    const handle = await client.workflow.start<typeof job>(WORKFLOW, {
      ...(startId === undefined ? {} : namedStart(startId)),
      taskQueue: WORKFLOW_QUEUE,
      workflowId,
      args: [input],
      staticSummary: [jobType, platform, account].filter((word) => word !== undefined).join(', '),
      priority: jobPriority(priority, account),
      typedSearchAttributes: new TypedSearchAttributes([
        { key: JOB_TYPE, value: jobType },
        ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
        ...(account === undefined ? [] : [{ key: ACCOUNT, value: account }]),
      ]),
      memo: memoOf({ ...input, ...requested }),
    });
    return { id: jobId, workflowId, runId: handle.firstExecutionRunId, isNew: true };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    return { id: jobId, workflowId, runId, isNew: false };
  }
}

/** Returns the input of a run, as last edited; null if Temporal has deleted the run, or the input cannot be read. */
export async function readJobInput(
  client: Client,
  { workflowId, runId }: Execution,
): Promise<JobInput | null> {
  try {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    // An edit, which is the only update of a job, returns the input.
    const edited = events
      ?.map((event) => event.workflowExecutionUpdateCompletedEventAttributes?.outcome?.success?.payloads)
      .findLast((payloads) => payloads != null);
    const given = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
    const [input] = decoded(client, edited ?? given);
    return typeof input === 'object' && input !== null ? (input as JobInput) : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || isGone(error)) return null;
    throw error;
  }
}

/** Returns the values of a history; none if their encoding is unknown, or the data does not match it. */
function decoded(client: Client, payloads: Payload[] | null | undefined): unknown[] {
  try {
    return arrayFromPayloads(client.options.loadedDataConverter.payloadConverter, payloads) ?? [];
  } catch {
    return [];
  }
}

/**
 * Deletes all runs of a job from Temporal, and thereby ends an open run. A server may show the runs for another half minute.
 * @returns the ids of the runs
 */
export async function deleteJobRuns(client: Client, id: string): Promise<string[]> {
  const workflowId = jobWorkflowId(id);
  const runIds = new Set<string>();
  const latest = await describeLatest(client, workflowId);
  if (latest !== null) runIds.add(latest.run.runId);
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${workflowId}"` }))
    runIds.add(runId);
  for (const runId of runIds) {
    try {
      await client.workflowService.deleteWorkflowExecution({
        namespace: client.options.namespace,
        workflowExecution: { workflowId, runId },
      });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return [...runIds];
}

const NOT_FOUND = 5;

/** Whether the server does not have the run that a call named. */
function isGone(error: unknown): boolean {
  return grpcCodeOf(error) === NOT_FOUND;
}
