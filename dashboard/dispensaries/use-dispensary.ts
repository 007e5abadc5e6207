import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRuns } from '../server/api-client.ts';
import { readDispensary } from '../server/dispensaries-api.ts';
import { fetchAgain } from '../server/fetch-again.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { OPEN } from '../tasks/search-keys.ts';

const DISPENSARY_KEY = 'dispensary';
const TASKS_KEY = 'tasks-of-dispensary';
const ASK_AFTER_FAILURE_MS = 3_000;

/** The events of all stores come here, so a busy fleet must not make the page ask all the time. */
const LIVE_RULES = [
  { key: DISPENSARY_KEY, everyMs: 1_000 },
  { key: TASKS_KEY, everyMs: 3_000 },
];
const LIVE_TYPES = ['task', 'operation'] as const;

/** Loads a dispensary, its open task and the one that ended last, and keeps them up to date. */
export function useDispensary(id: number) {
  const queries = useQueryClient();
  const store = useQuery({
    queryKey: [DISPENSARY_KEY, id],
    queryFn: () => readDispensary(id),
    refetchInterval: ({ state }) => (state.status === 'error' && state.data ? ASK_AFTER_FAILURE_MS : false),
  });
  const tasks = useQuery({
    queryKey: [TASKS_KEY, id],
    queryFn: () => readTasks(id),
    enabled: store.data !== undefined,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AFTER_FAILURE_MS : false),
  });
  const live = useLiveEvents(LIVE_RULES, { types: LIVE_TYPES, isEnabled: store.data !== undefined });
  return { store, tasks, live, refresh: () => fetchAgain(queries, [DISPENSARY_KEY]) };
}

/** Finds the newest open task of a dispensary, and the task that ended last. */
async function readTasks(id: number) {
  const ofStore = { dispensary_id: String(id), limit: '1' };
  const [open, ended] = await Promise.all([
    listRuns('tasks', { ...ofStore, status: OPEN.tasks.join(',') }),
    listRuns('tasks', { ...ofStore, sort: 'ended' }),
  ]);
  return { open: open.items[0] ?? null, ended: ended.items[0] ?? null };
}
