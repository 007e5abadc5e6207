import type { ListedRun } from '../server/api-client.ts';

/** Tasks by their ids, and by the ids of their workflows. */
export type TasksById = ReadonlyMap<string, ListedRun>;

/** So many ids fit into one request. */
const IDS_MAX = 100;

const TASK_ID = /^([\w.!~*'()=-]{1,1500})~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Workers that run elsewhere may tell ids of their own, which the list of tasks refuses. */
export function isTaskId(id: string): boolean {
  return TASK_ID.test(id);
}

/** The workflow that an id names; an id of another kind stands for itself. */
export function workflowOf(id: string): string {
  const letters = TASK_ID.exec(id)?.[1];
  if (letters === undefined) return id;
  try {
    return decodeURIComponent(letters.replaceAll('=', '%').replaceAll('~', '%2F'));
  } catch {
    return id;
  }
}

/** The task with this id. A list may name another attempt of it; a workflow has one that runs at a time. */
export function findTask(tasks: TasksById, id: string): ListedRun | undefined {
  return isTaskId(id) ? (tasks.get(id) ?? tasks.get(workflowOf(id))) : undefined;
}

/** As many at once as a request takes. */
export function chunksOf(ids: readonly string[], most = IDS_MAX): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < ids.length; at += most) chunks.push(ids.slice(at, at + most));
  return chunks;
}
