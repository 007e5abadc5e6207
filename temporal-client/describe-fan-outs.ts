import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import pLimit from 'p-limit';
import {
  batchesBegun,
  DEFAULT_WINDOW,
  type CrawlDueInput,
  type CrawlDueResult,
  type FanOutProgress,
  type Spread,
} from '../domain/crawl-due.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import { countChains, type ChainCounts } from './count-chains.ts';
import { answerOf, queryFanOut, firstRunIdOf } from './follow-progress.ts';
import type { Execution } from './temporal-state.ts';
import { lastEvent } from './last-event.ts';
import { isUnknown } from './grpc-errors.ts';
import { readArguments, readOutcome } from './steer-tasks.ts';

type FanOutStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** A fan-out, from its first run to its last. */
export interface FanOutReport {
  /** Identifies the fan-out in the API, like a task id. */
  id: string;
  workflowId: string;
  /** The id of its first run; its chains carry it as `FanOut`. */
  runId: string;
  /** `all`, or a two-letter state. */
  scope: string;
  /** Null: all. */
  platform: PlatformName | null;
  status: FanOutStatus;
  /** Somebody has requested its cancellation. */
  cancelRequested: boolean;
  /** A dispensary was due if its last crawl began more than these hours ago; 0: all were due. */
  intervalHours: number;
  priority: number;
  window: number;
  spread: Spread | null;
  /** Null: it does not run in batches, or their number is unknown. */
  batches: { count: number; begun: number; nextAt: Date | null } | null;
  /** Null: unknown. */
  started: number | null;
  alreadyRunning: number | null;
  /** The chains that it started, counted by status; null: not counted. */
  chains: ChainCounts | null;
  /** The workflow's own summary, in words. */
  summary: string | null;
  error: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

const TYPE = 'WorkflowType = "crawlDue"';
/** A limit above the number of fan-outs that can be open: per scope and platform, one in batches and one without. */
const OPEN_MAX = 400;
const CLOSED_MAX = 50;

/** Each report takes a handful of requests to the server. */
const REPORTS_AT_ONCE = 8;

/**
 * Lists the open fan-outs and the most recently closed ones, newest first.
 * @param known cache of closed fan-outs, by the ids of their last runs; this call replaces its content
 */
export async function listFanOuts(
  client: Client,
  known = new Map<string, FanOutReport>(),
): Promise<FanOutReport[]> {
  const open = await listRuns(client, `${TYPE} AND ExecutionStatus = "Running"`, OPEN_MAX);
  // A run that continued as new has not ended.
  const ends = '("Completed", "Failed", "Canceled", "Terminated", "TimedOut")';
  const closed = await listRuns(client, `${TYPE} AND ExecutionStatus IN ${ends}`, CLOSED_MAX);
  const reports = await pLimit(REPORTS_AT_ONCE).map([...open, ...closed], async (run) => {
    const report = known.get(run.runId) ?? (await describeRun(client, run));
    return report === null ? [] : [{ lastRunId: run.runId, report }];
  });
  const found = reports.flat();
  known.clear();
  for (const { lastRunId, report } of found) if (report.status !== 'running') known.set(lastRunId, report);
  // A fan-out may close between the two lists.
  const byId = new Map(found.map(({ report }) => [report.id, report]));
  return [...byId.values()].sort((one, other) => +other.createdAt - +one.createdAt);
}

async function listRuns(client: Client, query: string, most: number): Promise<Execution[]> {
  const runs: Execution[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: most })) {
    runs.push({ workflowId, runId });
    if (runs.length === most) break;
  }
  return runs;
}

/** Reports on a listed run. If that run has continued as new since, reports on the run that continues it. */
async function describeRun(client: Client, run: Execution): Promise<FanOutReport | null> {
  const last = await followRun(client, run);
  return last === null ? null : reportOn(client, last, ANSWER_MS_MAX);
}

/**
 * Describes one fan-out and counts its chains, however long ago its runs began.
 * @param run any of its runs; without `runId`, the newest fan-out of that workflow id
 * @param waitMs how long to wait for its worker's answer
 * @returns null if the server has no such fan-out, or has deleted it
 */
export async function describeFanOut(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId?: string | undefined },
  waitMs = ANSWER_MS_MAX,
): Promise<FanOutReport | null> {
  const last = await findLastRun(client, workflowId, runId);
  if (last === null || last.type !== 'crawlDue') return null;
  const report = await reportOn(client, last, waitMs);
  return { ...report, chains: report.chains ?? (await countChains(client, report.runId)) };
}

/** Checks the newest run first, because the first run of an open fan-out may be deleted already. */
async function findLastRun(
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<WorkflowExecutionDescription | null> {
  const newest = await describe(client, workflowId);
  if (newest === null || runId === undefined || firstRunIdOf(newest) === runId) return newest;
  return followRun(client, { workflowId, runId });
}

async function followRun(
  client: Client,
  { workflowId, runId }: Execution,
): Promise<WorkflowExecutionDescription | null> {
  let run = await describe(client, workflowId, runId);
  while (run?.status.name === 'CONTINUED_AS_NEW')
    run = await describe(client, workflowId, await continuedAs(client, run));
  return run;
}

async function describe(
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<WorkflowExecutionDescription | null> {
  try {
    return await client.workflow.getHandle(workflowId, runId).describe();
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** Reads the id of the run that continues a run, from the last event of the latter. */
async function continuedAs(client: Client, run: Execution): Promise<string> {
  const closing = await lastEvent(client, run);
  const next = closing?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  if (!next) throw new Error(`No run continues the run ${run.runId} of ${run.workflowId}`);
  return next;
}

async function reportOn(
  client: Client,
  last: WorkflowExecutionDescription,
  waitMs: number,
): Promise<FanOutReport> {
  const runId = firstRunIdOf(last);
  const { workflowId } = last;
  const status = statusOf(last);
  // Somebody may have started a fan-out by hand without an input; such a fan-out has failed.
  const args = (await readArguments(client, last)) as [(Partial<CrawlDueInput> | null)?] | null;
  const input = args?.[0] ?? {};
  const { scope = '', platform = null, intervalHours = 0, spread = null } = input;
  const { progress, error } =
    status === 'running' ? await ask(client, last, { ...input, waitMs }) : await end(client, last);
  return {
    id: taskId(workflowId, runId),
    workflowId,
    runId,
    scope,
    platform,
    status,
    cancelRequested: last.raw.workflowExtendedInfo?.cancelRequested === true,
    intervalHours,
    priority: input.priority ?? SCHEDULED_PRIORITY,
    window: input.window ?? DEFAULT_WINDOW,
    spread,
    batches: batchesOf(progress, spread),
    started: progress?.started ?? null,
    alreadyRunning: progress?.alreadyRunning ?? null,
    chains: status === 'running' ? await countChains(client, runId) : null,
    summary: progress?.summary ?? null,
    error,
    createdAt: runCreatedAt(runId, last.startTime),
    completedAt: last.closeTime ?? null,
  };
}

function statusOf({ status }: WorkflowExecutionDescription): FanOutStatus {
  switch (status.name) {
    case 'RUNNING':
    case 'PAUSED':
      return 'running';
    case 'COMPLETED':
      return 'completed';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return 'failed';
  }
}

/** The known progress of a fan-out; older workers report less. */
type Standing = CrawlDueResult & Partial<FanOutProgress>;

interface Known {
  progress: (Partial<CrawlDueResult> & Partial<FanOutProgress>) | null;
  error: string | null;
}

/** How long to wait for a worker's answer, which takes milliseconds. Without a worker, the server would wait for one. */
const ANSWER_MS_MAX = 2_000;

/**
 * Queries the progress of a running fan-out. If no worker answers, falls back to the progress in the input of a continued run.
 */
async function ask(
  client: Client,
  run: Execution,
  { progress, waitMs }: Pick<Partial<CrawlDueInput>, 'progress'> & { waitMs: number },
): Promise<Known> {
  const answer: Standing | null = await answerOf(client, run, { ask: queryFanOut, waitMs });
  if (answer !== null || progress === undefined) return { progress: answer, error: null };
  const { started, alreadyRunning, beganAt, batch, batchEnds } = progress;
  return {
    progress: { started, alreadyRunning, beganAt, batch, batches: batchEnds?.length ?? null },
    error: null,
  };
}

async function end(client: Client, run: Execution): Promise<Known> {
  const { result, error } = await readOutcome(client, run);
  return { progress: result as CrawlDueResult | null, error };
}

function batchesOf(progress: Known['progress'], spread: Spread | null): FanOutReport['batches'] {
  const { beganAt, batch, batches } = progress ?? {};
  if (spread === null || beganAt === undefined || batch === undefined || !batches) return null;
  return { count: batches, ...batchesBegun({ beganAt, batch, batches }, spread, new Date()) };
}

/**
 * Requests that a fan-out starts nothing more, whichever run it has reached. Chains that have begun continue.
 * @returns false if it has ended
 */
export async function cancelFanOut(
  client: Client,
  { workflowId, runId }: Pick<FanOutReport, 'workflowId' | 'runId'>,
): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: runId }).cancel();
    return true;
  } catch (error) {
    if (isUnknown(error)) return false;
    throw error;
  }
}
