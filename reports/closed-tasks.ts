import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { findClosedRuns, nameStores } from '../db/queries/tasks.ts';
import {
  closedSince,
  isCompletedChain,
  listTaskRuns,
  TASK_QUERIES,
  TASKS_PER_PAGE,
  type TaskRun,
} from '../temporal-client/list-task-runs.ts';
import { byAge, closedTask, wishesOf, type Task, type Wishes } from './task.ts';

/** Closed tasks of each kind that are kept in sight, the newest; what is older is found by its id. */
const KINDS = [
  { query: TASK_QUERIES.unfinishedChains, most: 2_000 },
  { query: TASK_QUERIES.closedProbes, most: 1_000 },
  { query: TASK_QUERIES.closedOthers, most: 2_000 },
];

/** Their memos alone are asked for: one page of them. */
const COMPLETED_CHAINS = { query: TASK_QUERIES.completedChains, most: TASKS_PER_PAGE };

/** What has closed within a minute, chains included, which are many in a large fleet. */
const JUST_CLOSED_MAX = 2 * TASKS_PER_PAGE;

interface Sources {
  db: Db;
  client: Client;
}

/** What Temporal knows of closed tasks. */
interface ClosedTasks {
  /** Those that the ledger does not know, newest first. */
  tasks: Task[];
  /** What was asked for with each run, by its id; of chains the ledger does not have that. */
  wishes: Map<string, Wishes>;
}

interface Asked {
  value: ClosedTasks;
  questions: number;
}

/** The closed tasks; Temporal keeps them for the retention of the namespace. */
export async function readClosedTasks(sources: Sources): Promise<Asked> {
  const lists = await Promise.all(
    [...KINDS, COMPLETED_CHAINS].map(({ query, most }) => listTaskRuns(sources.client, query, most)),
  );
  const value = await closedTasksOf(sources.db, lists.flat());
  return { value, questions: lists.reduce((sum, runs) => sum + questionsFor(runs), 0) };
}

/** Those that closed within the last minute: they are no longer among the open ones, and not yet in a list that is older. */
export async function readJustClosed({ db, client }: Sources): Promise<Asked> {
  const since = new Date(Date.now() - 60_000);
  const runs = await listTaskRuns(client, closedSince(since), JUST_CLOSED_MAX);
  return { value: await closedTasksOf(db, runs), questions: questionsFor(runs) };
}

async function closedTasksOf(db: Db, runs: TaskRun[]): Promise<ClosedTasks> {
  const others = runs.filter((run) => !isCompletedChain(run));
  const known = await findClosedRuns(
    db,
    others.map(({ runId }) => runId),
  );
  const stores = await nameStores(db, [...new Set(others.flatMap(({ dispensaryId }) => dispensaryId ?? []))]);
  const tasks = others.flatMap((run) => {
    if (run.closedAs === null || known.has(run.runId)) return [];
    const store = run.dispensaryId === null ? undefined : stores.get(run.dispensaryId);
    return [closedTask(run, run.closedAs, { store })];
  });
  const wishes = new Map(runs.map((run) => [run.runId, wishesOf(run)]));
  return { tasks: tasks.sort(byAge), wishes };
}

function questionsFor(runs: TaskRun[]): number {
  return Math.max(1, Math.ceil(runs.length / TASKS_PER_PAGE));
}
