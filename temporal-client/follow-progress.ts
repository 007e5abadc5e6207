import { setTimeout as wait } from 'node:timers/promises';
import {
  QueryNotRegisteredError,
  ServiceError,
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from '@temporalio/client';
import { temporalStateOf } from './temporal-state.ts';
import { readHeartbeat } from './read-heartbeat.ts';
import type { FanOutProgress } from '../domain/crawl-due.ts';
import { crawlProgressQuery, fanOutProgressQuery, type CrawlProgress } from '../workflows/messages.ts';

/** The status of a followed workflow. */
type WorkStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed out';

/** The state of a workflow at one moment. */
export interface Step<Progress> {
  status: WorkStatus;
  /** The progress that the workflow last reported; null while no worker has answered. */
  progress: Progress | null;
  /** The last failure of its open activity; null if no open activity has failed, or the workflow has ended. */
  trouble: Trouble | null;
}

/** An activity whose last attempt failed. */
interface Trouble {
  /** The failure message of the last attempt. */
  message: string;
  /** When the next attempt is due; null: it is running, or waits for a worker. */
  nextAttemptAt: Date | null;
}

/** Queries a workflow's progress. */
export type ProgressQuery<Progress> = (handle: WorkflowHandle) => Promise<Progress>;

/** The progress that every workflow reports. */
export interface Summary {
  /** In words, for people. */
  summary: string;
}

/** Queries the progress of a chain. */
export const queryCrawl: ProgressQuery<CrawlProgress> = (handle) => handle.query(crawlProgressQuery);

/** Queries the progress of a fan-out. */
export const queryFanOut: ProgressQuery<FanOutProgress> = (handle) => handle.query(fanOutProgressQuery);

/** The query that the SDK answers for every workflow. It includes the current details, which the Web UI shows. */
const METADATA = '__temporal_workflow_metadata';

/** Reads any workflow's current details; empty before the workflow has set them. */
export const querySummary: ProgressQuery<Summary> = async (handle) => {
  const { currentDetails } = await handle.query<{ currentDetails?: string }>(METADATA);
  return { summary: currentDetails ?? '' };
};

/** The progress of a job. */
export interface JobProgress extends Summary {
  /** From 0 to 100; null while no worker has reported it. */
  percent: number | null;
}

/** Reads the progress that the job's worker reported last; without a heartbeat, reads the workflow's own summary. */
export const queryJob: ProgressQuery<JobProgress> = async (handle) => {
  const heartbeat = readHeartbeat(handle.client.options.loadedDataConverter, await handle.describe());
  const { percent, message } = Object(heartbeat) as { percent?: unknown; message?: unknown };
  if (typeof percent === 'number' && typeof message === 'string') return { percent, summary: message };
  return { percent: null, ...(await querySummary(handle)) };
};

export interface FollowOptions {
  /** Milliseconds between two polls. Default: 1,000. */
  everyMs?: number | undefined;
  /** Stops following, with the signal's reason; the workflow continues. */
  signal?: AbortSignal | undefined;
}

const EVERY_MS = 1_000;

/** How long to wait for a worker's answer, which takes milliseconds. Without a worker, the server would wait for one. */
const ANSWER_MS_MAX = 5_000;

/**
 * Yields a workflow's progress: at once, after each change, and finally its end. Follows runs that continue it as new and runs
 * after a reset, but not a workflow started later under the same id.
 */
export async function* followProgress<Progress>(
  client: Client,
  { workflowId, ask }: { workflowId: string; ask: ProgressQuery<Progress> },
  { everyMs = EVERY_MS, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<Step<Progress>, void, undefined> {
  const looking = <Result>(work: () => Promise<Result>) => client.withAbortSignal(signal, work);
  let latest = await looking(() => client.workflow.getHandle(workflowId).describe());
  const origin = firstRunIdOf(latest);
  let reported: Step<Progress> | null = null;
  for (;;) {
    signal.throwIfAborted();
    const status = statusOf(latest);
    const answer = await looking(() => answerOf(client, latest, { ask }));
    const step: Step<Progress> = {
      status,
      progress: answer ?? reported?.progress ?? null,
      trouble: troubleOf(latest),
    };
    if (JSON.stringify(step) !== JSON.stringify(reported)) yield step;
    if (status !== 'running') return;
    reported = step;
    await wait(everyMs, undefined, { signal });
    latest = await looking(() => lookAgain(client, latest, origin));
  }
}

function troubleOf(latest: WorkflowExecutionDescription): Trouble | null {
  const { state, activity } = temporalStateOf(latest);
  if (activity === null || activity.lastFailure === null) return null;
  return {
    message: activity.lastFailure,
    nextAttemptAt: state === 'later' ? activity.nextAttemptAt : null,
  };
}

/** Describes the workflow's current run or, if another workflow has the id by now, the last known run. */
async function lookAgain(
  client: Client,
  { workflowId, runId }: WorkflowExecutionDescription,
  origin: string,
): Promise<WorkflowExecutionDescription> {
  const latest = await client.workflow.getHandle(workflowId).describe();
  return firstRunIdOf(latest) === origin ? latest : client.workflow.getHandle(workflowId, runId).describe();
}

/** Returns the id of the first run of the execution that a run belongs to. */
export function firstRunIdOf({ raw, runId }: WorkflowExecutionDescription): string {
  return raw.workflowExecutionInfo?.firstRunId || runId;
}

/**
 * Queries a run. Null if there is no answer: no worker serves the workflow, none has taken it yet, or it refused its input before
 * it registered the query.
 */
export async function answerOf<Progress>(
  client: Client,
  { workflowId, runId }: Pick<WorkflowExecutionDescription, 'workflowId' | 'runId'>,
  { ask, waitMs = ANSWER_MS_MAX }: { ask: ProgressQuery<Progress>; waitMs?: number },
): Promise<Progress | null> {
  try {
    return await client.withDeadline(Date.now() + waitMs, () =>
      ask(client.workflow.getHandle(workflowId, runId)),
    );
  } catch (error) {
    if (error instanceof ServiceError || error instanceof QueryNotRegisteredError) return null;
    throw error;
  }
}

function statusOf({ status }: WorkflowExecutionDescription): WorkStatus {
  switch (status.name) {
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
    case 'TERMINATED':
      return 'terminated';
    case 'TIMED_OUT':
      return 'timed out';
    // The run that continued this one has ended too: it can no longer be found under the workflow id.
    case 'COMPLETED':
    case 'CONTINUED_AS_NEW':
      return 'completed';
    default:
      return 'running';
  }
}
