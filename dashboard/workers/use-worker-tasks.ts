import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listRuns, type ListedRun } from '../server/api-client.ts';
import { chunksOf, findTask, isTaskId, type TasksById } from './task-ids.ts';

const WORKER_TASKS_KEY = 'worker-tasks';

/** The ledger may hear of a task after its worker told of it. */
const LOOK_AGAIN_MS = 15_000;

/** The tasks that workers have in hand. What is not found, such as a job, is missing, and so are all while the ledger is away. */
export function useWorkerTasks(given: readonly string[]): TasksById {
  const ids = [...new Set(given.filter(isTaskId))].sort();
  const { data } = useQuery({
    queryKey: [WORKER_TASKS_KEY, ids],
    queryFn: () => loadTasks(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Store and role of a task stay.
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      ids.every((id) => findTask(state.data ?? NONE, id) !== undefined) ? false : LOOK_AGAIN_MS,
  });
  return data ?? NONE;
}

const NONE: TasksById = new Map();

async function loadTasks(ids: readonly string[]): Promise<TasksById> {
  const pages = await Promise.all(
    chunksOf(ids).map((chunk) => listRuns('tasks', { ids: chunk.join(','), limit: String(chunk.length) })),
  );
  const tasks = pages.flatMap(({ items }) => items);
  return new Map(
    tasks.flatMap((task): [string, ListedRun][] => [
      [task.id, task],
      [task.workflow_id, task],
    ]),
  );
}
