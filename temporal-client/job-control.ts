import { randomUUID } from 'node:crypto';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionInfo,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { CrawlError } from '../domain/errors.ts';
import {
  JOB_PRIORITY_USUAL,
  jobPayloadFault,
  jobWordFaults,
  type ClosedJobStatus,
  type JobInput,
} from '../domain/job.ts';
import { jobTurn } from '../temporal-config/job-turns.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { ACCOUNT, JOB_TYPE, PLATFORM } from '../temporal-config/search-attributes.ts';
import { memoOf, readMemo } from '../temporal-config/task-memo.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { JOB_PREFIX, jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import type { job } from '../workflows/index.ts';
import { closedStatusOf } from './list-task-runs.ts';
import { lookOf, type Execution, type TaskLook } from './look-at-tasks.ts';
import { namedStart } from './start-plan.ts';
import { grpcCodeOf, isUnknown, readArguments } from './steer-tasks.ts';

/** The workflow that runs jobs. */
const WORKFLOW = 'job';

export interface StartedJob extends Execution {
  id: string;
  /** False: a job of this id was open already, and goes on. */
  isNew: boolean;
}

/**
 * Starts a job, unless one of its id is open.
 * @param id its own; absent: one is made
 * @param startId as in `StartOptions`
 * @throws CrawlError InvalidInput for a payload, platform or account that Temporal and the ledger must not keep
 */
export async function startJob(
  client: Client,
  input: JobInput,
  { id, startId }: { id?: string | undefined; startId?: string | undefined } = {},
): Promise<StartedJob> {
  const { jobType, platform, account, priority = JOB_PRIORITY_USUAL } = input;
  const fault = jobPayloadFault(input.payload ?? {});
  if (fault !== null)
    throw new CrawlError('InvalidInput', `${['payload', ...fault.path].join('.')} ${fault.words}.`);
  for (const { path, words } of jobWordFaults(input))
    throw new CrawlError('InvalidInput', `${path[0]} ${words}.`);
  const jobId = id ?? startId ?? randomUUID();
  const workflowId = jobWorkflowId(jobId);
  try {
    const handle = await client.workflow.start<typeof job>(WORKFLOW, {
      ...(startId === undefined ? {} : namedStart(startId)),
      taskQueue: WORKFLOW_QUEUE,
      workflowId,
      args: [input],
      staticSummary: [jobType, platform, account].filter((word) => word !== undefined).join(', '),
      priority: jobTurn(priority, account),
      typedSearchAttributes: new TypedSearchAttributes([
        { key: JOB_TYPE, value: jobType },
        ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
        ...(account === undefined ? [] : [{ key: ACCOUNT, value: account }]),
      ]),
      memo: memoOf(input),
    });
    return { id: jobId, workflowId, runId: handle.firstExecutionRunId, isNew: true };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    return { id: jobId, workflowId, runId, isNew: false };
  }
}

/** A run of a job, as Temporal lists or describes it. */
export interface ListedJob extends Execution {
  id: string;
  /** Null: a person started it by hand, and it has not begun. */
  jobType: string | null;
  platform: string | null;
  account: string | null;
  priority: number | null;
  maxRetries: number | null;
  scheduledFor: Date | null;
  createdAt: Date;
  /** Null: it is open. */
  closedAs: ClosedJobStatus | null;
  closedAt: Date | null;
  /** What becomes of its work, where that was looked at: no list tells it. */
  look?: TaskLook;
}

/** Questions to visibility that find jobs. */
export const JOB_QUERIES = {
  open: `WorkflowType = "${WORKFLOW}" AND ExecutionStatus = "Running"`,
  /** Those that may have ended without a word in the ledger. */
  endedHard: `WorkflowType = "${WORKFLOW}" AND ExecutionStatus IN ("Terminated", "TimedOut", "Failed", "Canceled")`,
} as const;

/** Runs that one question to visibility gives. */
export const JOBS_PER_PAGE = 1_000;

/** Lists the runs of a question, the newest first, at most so many. */
export async function listJobRuns(client: Client, query: string, most: number): Promise<ListedJob[]> {
  const runs: ListedJob[] = [];
  for await (const info of client.workflow.list({ query, pageSize: Math.min(most, JOBS_PER_PAGE) })) {
    // Under another id the workflow refuses to run: it is no job, and must not be taken for the one that its end names.
    if (!info.workflowId.startsWith(JOB_PREFIX)) continue;
    runs.push(listedJob(info));
    if (runs.length === most) break;
  }
  return runs;
}

/** The newest run of a job; null: Temporal has none, or has deleted it. */
export async function describeJob(
  client: Client,
  id: string,
): Promise<(ListedJob & { cancelRequested: boolean }) | null> {
  try {
    const description = await client.workflow.getHandle(jobWorkflowId(id)).describe();
    if (description.type !== WORKFLOW) return null;
    const cancelRequested = description.raw.workflowExtendedInfo?.cancelRequested === true;
    return { ...listedJob(description), look: lookOf(description), cancelRequested };
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

function listedJob(info: Omit<WorkflowExecutionInfo, 'raw'>): ListedJob {
  const { workflowId, runId, startTime, typedSearchAttributes: attributes } = info;
  const { priority = null, max_retries: maxRetries = null, scheduled_for: at } = readMemo(info.memo);
  return {
    id: workflowId.slice(JOB_PREFIX.length),
    workflowId,
    runId,
    jobType: attributes.get(JOB_TYPE) ?? null,
    platform: attributes.get(PLATFORM) ?? null,
    account: attributes.get(ACCOUNT) ?? null,
    priority,
    maxRetries,
    scheduledFor: at === undefined ? null : new Date(at),
    createdAt: runCreatedAt(runId, startTime),
    closedAs: closedStatusOf(info.status.name),
    closedAt: info.closeTime ?? null,
  };
}

/** What a run was started with; null: Temporal has deleted it, or it cannot be read. */
export async function readJobInput(client: Client, execution: Execution): Promise<JobInput | null> {
  try {
    const [input] = (await readArguments(client, execution)) ?? [];
    return typeof input === 'object' && input !== null ? (input as JobInput) : null;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Asks an open run to end. @returns false: it is over */
export async function cancelJob(client: Client, { workflowId, runId }: Execution): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, runId).cancel();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Has Temporal delete all runs of a job; one that is open is ended with it. A server may show them for half a minute more.
 * @returns the ids of the runs
 */
export async function deleteJobRuns(client: Client, id: string): Promise<string[]> {
  const workflowId = jobWorkflowId(id);
  const runIds = new Set<string>();
  const latest = await describeJob(client, id);
  if (latest !== null) runIds.add(latest.runId);
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

/** What the server says to a call about a run that it does not have. */
function isGone(error: unknown): boolean {
  return grpcCodeOf(error) === NOT_FOUND;
}
