import { setTimeout as wait } from 'node:timers/promises';
import {
  QueryNotRegisteredError,
  ServiceError,
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from '@temporalio/client';
import { lookOf } from './look-at-tasks.ts';
import { readHeartbeat } from './read-heartbeat.ts';
import type { FanOutProgress } from '../domain/crawl-due.ts';
import { crawlProgressQuery, fanOutProgressQuery, type CrawlProgress } from '../workflows/messages.ts';

/** How a workflow stands. */
type WorkStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed out';

/** How far a workflow is. */
export interface Step<Progress> {
  status: WorkStatus;
  /** What the workflow said of itself last; null while no worker has answered for it. */
  progress: Progress | null;
  /** What it has open failed, and is tried again; null where nothing has, or it is over. */
  trouble: Trouble | null;
}

/** A piece of work that failed before. */
interface Trouble {
  /** What its last attempt said. */
  message: string;
  /** When it is tried again; null: it is being tried, or waits for a worker. */
  nextAttemptAt: Date | null;
}

/** Asks a workflow how far it is. */
export type Ask<Progress> = (handle: WorkflowHandle) => Promise<Progress>;

/** What every workflow says of itself. */
export interface Summary {
  /** In words, for people. */
  summary: string;
}

/** How far a chain is. */
export const askCrawl: Ask<CrawlProgress> = (handle) => handle.query(crawlProgressQuery);

/** How far a crawl of all that is due is. */
export const askFanOut: Ask<FanOutProgress> = (handle) => handle.query(fanOutProgressQuery);

/** The query that the SDK answers for every workflow: with its current details, which the Web UI shows. */
const METADATA = '__temporal_workflow_metadata';

/** What any workflow says of itself in words; empty before it has said anything. */
export const askSummary: Ask<Summary> = async (handle) => {
  const { currentDetails } = await handle.query<{ currentDetails?: string }>(METADATA);
  return { summary: currentDetails ?? '' };
};

/** How far a job is. */
export interface JobProgress extends Summary {
  /** From 0 to 100; null while no worker has told it. */
  percent: number | null;
}

/** What the worker of a job told last; before and after that, what the workflow says of itself. */
export const askJob: Ask<JobProgress> = async (handle) => {
  const heartbeat = readHeartbeat(handle.client.options.loadedDataConverter, await handle.describe());
  const { percent, message } = Object(heartbeat) as { percent?: unknown; message?: unknown };
  if (typeof percent === 'number' && typeof message === 'string') return { percent, summary: message };
  return { percent: null, ...(await askSummary(handle)) };
};

export interface FollowOptions {
  /** Milliseconds between two looks. Default a second. */
  everyMs?: number | undefined;
  /** Ends the following, with the signal's reason; the workflow goes on. */
  signal?: AbortSignal | undefined;
}

const EVERY_MS = 1_000;

/** A worker answers within milliseconds; where none does, the server would wait for one. */
const ANSWER_MS_MAX = 5_000;

/**
 * Tells how far a workflow is: at once, then each time that something has changed, and at last how it has ended. Runs that
 * it continues as new, or is reset to, are followed too; a workflow that is started later under the same id is not.
 */
export async function* followProgress<Progress>(
  client: Client,
  { workflowId, ask }: { workflowId: string; ask: Ask<Progress> },
  { everyMs = EVERY_MS, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<Step<Progress>, void, undefined> {
  const looking = <Result>(work: () => Promise<Result>) => client.withAbortSignal(signal, work);
  let latest = await looking(() => client.workflow.getHandle(workflowId).describe());
  const origin = firstRunIdOf(latest);
  let told: Step<Progress> | null = null;
  for (;;) {
    signal.throwIfAborted();
    const status = statusOf(latest);
    const answer = await looking(() => answerOf(client, latest, { ask }));
    const step: Step<Progress> = {
      status,
      progress: answer ?? told?.progress ?? null,
      trouble: troubleOf(latest),
    };
    if (JSON.stringify(step) !== JSON.stringify(told)) yield step;
    if (status !== 'running') return;
    told = step;
    await wait(everyMs, undefined, { signal });
    latest = await looking(() => lookAgain(client, latest, origin));
  }
}

function troubleOf(latest: WorkflowExecutionDescription): Trouble | null {
  const { state, activity } = lookOf(latest);
  if (activity === null || activity.lastFailure === null) return null;
  return {
    message: activity.lastFailure,
    nextAttemptAt: state === 'later' ? activity.nextAttemptAt : null,
  };
}

/** The run that the workflow has reached; where another one has its id by now, how its own last run ended. */
async function lookAgain(
  client: Client,
  { workflowId, runId }: WorkflowExecutionDescription,
  origin: string,
): Promise<WorkflowExecutionDescription> {
  const latest = await client.workflow.getHandle(workflowId).describe();
  return firstRunIdOf(latest) === origin ? latest : client.workflow.getHandle(workflowId, runId).describe();
}

/** The id of the first run that a run goes back to. */
export function firstRunIdOf({ raw, runId }: WorkflowExecutionDescription): string {
  return raw.workflowExecutionInfo?.firstRunId || runId;
}

/**
 * What a run says of itself; null where none answers: no worker serves the workflow, none has taken it yet, or it was refused
 * before it had anything to say.
 */
export async function answerOf<Progress>(
  client: Client,
  { workflowId, runId }: Pick<WorkflowExecutionDescription, 'workflowId' | 'runId'>,
  { ask, waitMs = ANSWER_MS_MAX }: { ask: Ask<Progress>; waitMs?: number },
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
    // Its last run is not kept under its id any more: it went on, and came to its end.
    case 'COMPLETED':
    case 'CONTINUED_AS_NEW':
      return 'completed';
    default:
      return 'running';
  }
}
