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
import { answerOf, askFanOut, firstRunIdOf } from './follow-progress.ts';
import type { Execution } from './look-at-tasks.ts';
import { lastEvent } from './last-event.ts';
import { isUnknown } from './grpc-errors.ts';
import { readArguments, readOutcome } from './steer-tasks.ts';

type FanOutStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** A fan-out, from its first run to its last. */
export interface FanOutReport {
  /** Names it as a task's id names a task. */
  id: string;
  workflowId: string;
  /** Of its first run, which its chains carry as `FanOut`. */
  runId: string;
  /** `all`, or a two-letter state. */
  scope: string;
  /** Null: all. */
  platform: PlatformName | null;
  status: FanOutStatus;
  /** A person has asked it to end. */
  cancelRequested: boolean;
  /** A dispensary was due when its last crawl began longer ago; 0: all were. */
  intervalHours: number;
  priority: number;
  window: number;
  spread: Spread | null;
  /** Null: nobody says how many there are, or have begun. */
  batches: { count: number; begun: number; nextAt: Date | null } | null;
  /** Null: nobody has said it. */
  started: number | null;
  alreadyRunning: number | null;
  /** What became of those that it started; null: they were not counted. */
  chains: ChainCounts | null;
  /** What it says of itself, in words. */
  summary: string | null;
  error: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

const TYPE = 'WorkflowType = "crawlDue"';
/** There are two of each scope and platform at most: the one in batches runs beside the other. */
const OPEN_MAX = 400;
const CLOSED_MAX = 50;

/** Each report is a handful of requests to the server. */
const REPORTS_AT_ONCE = 8;

/**
 * The fan-outs that are open, and those that have closed last, the newest first.
 * @param known closed ones of an earlier list, by the ids of their last runs, which stay as they are; is renewed
 */
export async function listFanOuts(
  client: Client,
  known = new Map<string, FanOutReport>(),
): Promise<FanOutReport[]> {
  const open = await listRuns(client, `${TYPE} AND ExecutionStatus = "Running"`, OPEN_MAX);
  // A run that continues as new is not over.
  const ends = '("Completed", "Failed", "Canceled", "Terminated", "TimedOut")';
  const closed = await listRuns(client, `${TYPE} AND ExecutionStatus IN ${ends}`, CLOSED_MAX);
  const reports = await pLimit(REPORTS_AT_ONCE).map([...open, ...closed], async (run) => {
    const report = known.get(run.runId) ?? (await describeRun(client, run));
    return report === null ? [] : [{ lastRunId: run.runId, report }];
  });
  const found = reports.flat();
  known.clear();
  for (const { lastRunId, report } of found) if (report.status !== 'running') known.set(lastRunId, report);
  // Between the two questions one may close.
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

/** Where the run of a list has continued as new since, the one that it goes on in. */
async function describeRun(client: Client, run: Execution): Promise<FanOutReport | null> {
  const last = await followRun(client, run);
  return last === null ? null : reportOn(client, last, ANSWER_MS_MAX);
}

/**
 * One fan-out, with its chains counted, however long ago its runs began.
 * @param run any of its runs; without `runId`, the newest fan-out of that id
 * @param waitMs how long its worker has to answer
 * @returns null: the server has none such, or has deleted it
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

/** The first run of an open fan-out may be deleted already, so the newest run is looked at before it. */
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

/** The run that went on where this one ended: its last event says which. */
async function continuedAs(client: Client, run: Execution): Promise<string> {
  const closing = await lastEvent(client, run);
  const next = closing?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  if (!next) throw new Error(`The run ${run.runId} of ${run.workflowId} goes on in none`);
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
  // One that a person has started by hand, and that failed for it, may have no input.
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

/** What is known of where a fan-out stands; an older worker says less. */
type Standing = CrawlDueResult & Partial<FanOutProgress>;

interface Known {
  progress: (Partial<CrawlDueResult> & Partial<FanOutProgress>) | null;
  error: string | null;
}

/** A worker answers within milliseconds; where none does, the server would wait for one. */
const ANSWER_MS_MAX = 2_000;

/** Where no worker answers, a run that continues another one has been told how far that was. */
async function ask(
  client: Client,
  run: Execution,
  { progress, waitMs }: Pick<Partial<CrawlDueInput>, 'progress'> & { waitMs: number },
): Promise<Known> {
  const answer: Standing | null = await answerOf(client, run, { ask: askFanOut, waitMs });
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
 * Asks a fan-out to start nothing more, whatever run it has reached; chains that have begun go on.
 * @returns false: it has ended
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
