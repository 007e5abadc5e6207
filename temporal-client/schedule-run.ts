import {
  WorkflowFailedError,
  WorkflowNotFoundError,
  type Client,
  type ScheduleDescription,
  type WorkflowExecutionDescription,
} from '@temporalio/client';
import type { StartOnceResult } from '../workflows/start-once.ts';
import { reasonOf } from './reason-of.ts';

/** The last time a schedule fired, on schedule or by hand, and the outcome. */
export interface ScheduleRun {
  /** When it fired. */
  at: Date;
  /**
   * `waiting`: no worker has taken it yet. `already running`: the workflow of the fixed id was running, so nothing was started.
   * `forgotten`: Temporal has deleted the closed workflow after the namespace's retention.
   */
  outcome: 'waiting' | 'running' | 'completed' | 'failed' | 'already running' | 'forgotten';
  /** The workflow that was started, such as `crawl-due/all`; null while unknown. */
  workflowId: string | null;
  runId: string | null;
  /** Chains that the run started, or 1 for a run that starts none; null while unknown. */
  taskCount: number | null;
  /** The run's own summary, in words. */
  summary: string | null;
  /** Why it failed. */
  error: string | null;
}

const UNKNOWN = { workflowId: null, runId: null, taskCount: null, summary: null, error: null };

/**
 * Reads the outcome of a schedule's last firing, from `startOnce` and from the workflow that `startOnce` started. Null: the
 * schedule has never fired.
 */
export async function readLastRun(
  client: Client,
  description: ScheduleDescription,
): Promise<ScheduleRun | null> {
  const last = description.info.recentActions.toSorted((one, other) => +one.takenAt - +other.takenAt).at(-1);
  if (last === undefined) return null;
  const at = last.takenAt;
  const { workflowId, firstExecutionRunId } = last.action.workflow;
  const starter: Execution = { workflowId, runId: firstExecutionRunId };
  try {
    if (await isOpen(client, starter)) return { ...UNKNOWN, at, outcome: 'waiting' };
    const result = await resultOf<StartOnceResult>(client, starter);
    return { at, ...(await readStarted(client, result)) };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { ...UNKNOWN, at, outcome: 'forgotten' };
    if (!(error instanceof WorkflowFailedError)) throw error;
    return { ...UNKNOWN, at, outcome: 'failed', error: reasonOf(error) };
  }
}

/** One run, or the first of several that continued as new. */
interface Execution {
  workflowId: string;
  runId: string;
}

async function readStarted(client: Client, started: StartOnceResult): Promise<Omit<ScheduleRun, 'at'>> {
  const { workflowId, outcome, runId } = started;
  const known = { ...UNKNOWN, workflowId, runId: runId ?? null };
  if (outcome === 'already running') return { ...known, outcome, taskCount: 0 };
  // Old results have no run id, so the run cannot be found.
  if (runId === undefined) return { ...known, outcome: 'forgotten' };
  try {
    if (await isOpen(client, { workflowId, runId })) return { ...known, outcome: 'running' };
    const result = await resultOf<RunResult>(client, { workflowId, runId });
    return {
      ...known,
      outcome: 'completed',
      taskCount: countTasks(result),
      summary: result?.summary ?? null,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { ...known, outcome: 'forgotten' };
    if (!(error instanceof WorkflowFailedError)) throw error;
    return { ...known, outcome: 'failed', error: reasonOf(error) };
  }
}

/** The common fields of the results of scheduled workflows; each result has some of them. */
interface RunResult {
  started?: number;
  chainsStarted?: number;
  summary?: string;
}

function countTasks(result: RunResult | null | undefined): number {
  return result?.started ?? result?.chainsStarted ?? 1;
}

/**
 * Whether a run is open. A run that continued as new counts as open until the last run that continues it has ended. Call this
 * before reading the
 * result: reading waits for the end.
 */
async function isOpen(client: Client, { workflowId, runId }: Execution): Promise<boolean> {
  const { status } = await client.workflow.getHandle(workflowId, runId).describe();
  if (status.name !== 'CONTINUED_AS_NEW') return status.name === 'RUNNING';
  const latest = await client.workflow.getHandle(workflowId).describe();
  return latest.status.name === 'RUNNING' && firstRunIdOf(latest) === runId;
}

function firstRunIdOf({ raw }: WorkflowExecutionDescription): string | null | undefined {
  return raw.workflowExecutionInfo?.firstRunId;
}

async function resultOf<Result>(client: Client, { workflowId, runId }: Execution): Promise<Result> {
  return (await client.workflow.getHandle(workflowId, runId).result()) as Result;
}
