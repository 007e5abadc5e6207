import type { ListedRun } from '../server/api-client.ts';

/** Tasks by task id and by workflow id. */
export type TasksById = ReadonlyMap<string, ListedRun>;

/** The API's limit of ids in one request. */
const IDS_MAX = 100;

const TASK_ID = /^([\w.!~*'()=-]{1,1500})~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether an id is a task id. Workers of other systems may report ids in other formats, which the API's list of tasks rejects. */
export function isTaskId(id: string): boolean {
  return TASK_ID.test(id);
}

/** Returns the workflow id that a task id contains; returns other ids unchanged. */
export function workflowOf(id: string): string {
  const letters = TASK_ID.exec(id)?.[1];
  if (letters === undefined) return id;
  try {
    return decodeURIComponent(letters.replaceAll('=', '%').replaceAll('~', '%2F'));
  } catch {
    return id;
  }
}

/**
 * Finds a task by its id, else by its workflow id: the tasks may include another run of the same workflow, which has the same
 * store and role.
 */
export function findTask(tasks: TasksById, id: string): ListedRun | undefined {
  return isTaskId(id) ? (tasks.get(id) ?? tasks.get(workflowOf(id))) : undefined;
}

/** Splits ids into chunks that fit into one request. */
export function chunksOf(ids: readonly string[], most = IDS_MAX): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < ids.length; at += most) chunks.push(ids.slice(at, at + most));
  return chunks;
}
