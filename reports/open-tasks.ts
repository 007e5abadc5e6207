import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { listBegunChains, type BegunChain } from '../db/queries/role-work.ts';
import { nameStores } from '../db/queries/tasks.ts';
import {
  listTaskRuns,
  isLater,
  TASK_QUERIES,
  TASKS_PER_PAGE,
  type TaskRun,
} from '../temporal-client/list-task-runs.ts';
import { lookAtTasks, type TaskLook } from '../temporal-client/look-at-tasks.ts';
import { ROLE_WORKFLOWS } from '../temporal-config/role-workflows.ts';
import { byAge, openTask, type BegunFacts, type Task } from './task.ts';

/** Open tasks that are listed, the newest; a fan-out has 500 open at once. */
const OPEN_MAX = 20_000;

/** The largest fleet that is planned for runs 225 tasks at once. */
const CHAIN_LOOKS_MAX = 500;
const OTHER_LOOKS_MAX = 200;

/** The open tasks, newest first, and how many questions to visibility it took to find them. */
export async function readOpenTasks(
  { db, client }: { db: Db; client: Client },
  staleAfterMs: number,
): Promise<{ value: Task[]; questions: number }> {
  const runs = await listTaskRuns(client, TASK_QUERIES.open, OPEN_MAX);
  const begun = new Map((await listBegunChains(db)).map((chain) => [chain.runId, chain]));
  const looks = await look(client, runs, begun);
  const stores = await nameStores(db, [...new Set(runs.flatMap(({ dispensaryId }) => dispensaryId ?? []))]);
  const tasks = runs.map((run) => {
    const chain = begun.get(run.runId);
    return openTask(run, {
      store: run.dispensaryId === null ? undefined : stores.get(run.dispensaryId),
      look: looks.get(run.runId),
      begun: chain && factsOf(chain),
      staleAfterMs,
    });
  });
  return { value: tasks.sort(byAge), questions: Math.max(1, Math.ceil(runs.length / TASKS_PER_PAGE)) };
}

/** Of what waits and has not begun there is nothing to see; what has begun is looked at, the oldest first. */
async function look(
  client: Client,
  runs: TaskRun[],
  begun: Map<string, BegunChain>,
): Promise<Map<string, TaskLook>> {
  const oldest = runs.toSorted((one, other) => +one.createdAt - +other.createdAt);
  const isChain = ({ workflow }: TaskRun) => workflow === ROLE_WORKFLOWS.payload_fetch;
  const seen = [
    ...oldest.filter((run) => isChain(run) && begun.get(run.runId)?.isOpen).slice(0, CHAIN_LOOKS_MAX),
    ...oldest.filter((run) => !isChain(run) && !isLater(run.workflowId)).slice(0, OTHER_LOOKS_MAX),
  ];
  const looks = await lookAtTasks(client, seen);
  // Between two stages a worker of workflows is to say what comes next.
  const between = runs.filter(({ runId }) => begun.get(runId)?.isOpen === false);
  return new Map([
    ...seen.flatMap(({ runId }, at): [string, TaskLook][] => (looks[at] ? [[runId, looks[at]]] : [])),
    ...between.map(({ runId }): [string, TaskLook] => [runId, { state: 'ready', activity: null }]),
  ]);
}

function factsOf({ stage, isOpen, startedAt, worker, retries }: BegunChain): BegunFacts {
  const next = stage === 'fetch' ? 'ingest' : 'images';
  return { stage: isOpen ? stage : next, startedAt, worker, retries };
}
