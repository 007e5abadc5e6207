import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listRuns, type ListedRun } from '../server/api-client.ts';
import { chunksOf, findTask, isTaskId, type TasksById } from './task-ids.ts';

const WORKER_TASKS_KEY = 'worker-tasks';

/** How often to retry unknown tasks: the ledger may learn of a task after its worker has reported it. */
const LOOK_AGAIN_MS = 15_000;

/** How long loaded tasks are reused instead of loaded again. */
const KEPT_MS = 10_000;

/**
 * Loads the tasks that workers are working on. The result lacks ids that the API does not find, such as those of jobs; it is empty
 * while the ledger is unavailable.
 */
export function useWorkerTasks(given: readonly string[]): TasksById {
  const ids = [...new Set(given.filter(isTaskId))].sort();
  const { data } = useQuery({
    queryKey: [WORKER_TASKS_KEY, ids],
    queryFn: ({ client }) => {
      const before = client.getQueriesData<TasksById>({ queryKey: [WORKER_TASKS_KEY] });
      return loadTasks(ids, new Map(before.flatMap(([, tasks]) => [...(tasks ?? NONE)])));
    },
    // The ids of a busy fleet change every second, but most tasks are in earlier results, which are kept for `KEPT_MS`.
    gcTime: KEPT_MS,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // A task's store and role never change.
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      ids.every((id) => findTask(state.data ?? NONE, id) !== undefined) ? false : LOOK_AGAIN_MS,
  });
  return data ?? NONE;
}

const NONE: TasksById = new Map();

async function loadTasks(ids: readonly string[], known: TasksById): Promise<TasksById> {
  const unknown = ids.filter((id) => findTask(known, id) === undefined);
  const pages = await Promise.all(
    chunksOf(unknown).map((chunk) =>
      listRuns('tasks', { ids: chunk.join(','), limit: String(chunk.length) }),
    ),
  );
  const tasks = [...ids.flatMap((id) => findTask(known, id) ?? []), ...pages.flatMap(({ items }) => items)];
  return new Map(
    tasks.flatMap((task): [string, ListedRun][] => [
      [task.id, task],
      [task.workflow_id, task],
    ]),
  );
}
