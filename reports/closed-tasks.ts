import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { findClosedRuns, nameStores } from '../db/queries/tasks.ts';
import {
  closedSince,
  listTaskRuns,
  TASK_QUERIES,
  TASKS_PER_PAGE,
  type TaskRun,
} from '../temporal-client/list-task-runs.ts';
import { byAge, closedTask, type Task } from './task.ts';

/** Closed tasks of each kind that are kept in sight, the newest; what is older is found by its id. */
const KINDS = [
  { query: TASK_QUERIES.unfinishedChains, most: 2_000 },
  { query: TASK_QUERIES.closedProbes, most: 1_000 },
  { query: TASK_QUERIES.closedOthers, most: 2_000 },
];

interface Sources {
  db: Db;
  client: Client;
}

/** The closed tasks that the ledger does not know, newest first; Temporal keeps them for the retention of the namespace. */
export async function readClosedTasks(sources: Sources): Promise<{ value: Task[]; questions: number }> {
  const lists = await Promise.all(KINDS.map(({ query, most }) => listTaskRuns(sources.client, query, most)));
  const value = await closedTasksOf(sources.db, lists.flat());
  return { value, questions: lists.reduce((sum, runs) => sum + questionsFor(runs), 0) };
}

/** Those that closed within the last minute: they are no longer among the open ones, and not yet in a list that is older. */
export async function readJustClosed({ db, client }: Sources): Promise<{ value: Task[]; questions: number }> {
  const since = new Date(Date.now() - 60_000);
  const runs = await listTaskRuns(client, closedSince(since), TASKS_PER_PAGE);
  return { value: await closedTasksOf(db, runs), questions: questionsFor(runs) };
}

async function closedTasksOf(db: Db, runs: TaskRun[]): Promise<Task[]> {
  const known = await findClosedRuns(
    db,
    runs.map(({ runId }) => runId),
  );
  const stores = await nameStores(db, [...new Set(runs.flatMap(({ dispensaryId }) => dispensaryId ?? []))]);
  const tasks = runs.flatMap((run) => {
    if (run.closedAs === null || known.has(run.runId)) return [];
    const store = run.dispensaryId === null ? undefined : stores.get(run.dispensaryId);
    return [closedTask(run, run.closedAs, { store })];
  });
  return tasks.sort(byAge);
}

function questionsFor(runs: TaskRun[]): number {
  return Math.max(1, Math.ceil(runs.length / TASKS_PER_PAGE));
}
