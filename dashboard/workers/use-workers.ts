import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import {
  countWorkers,
  listPods,
  listWorkers,
  type Worker,
  type WorkerCounts,
} from '../server/workers-api.ts';
import { groupByPod, type PodGroup } from './group-by-pod.ts';
import { filterOf, type WorkerSearch } from './worker-search.ts';

const WORKERS_KEY = 'workers';
const PODS_KEY = 'pods';
const COUNTS_KEY = 'worker-counts';

const PAGE = 100;

/** Events of tasks and jobs show what workers start and finish. */
const LIVE_TYPES = ['worker', 'operation', 'task', 'job', 'run'] as const;
const LIVE_RULES = [
  { key: WORKERS_KEY, everyMs: 400 },
  { key: COUNTS_KEY, everyMs: 1_000 },
  // The memory of a pod is shown next to that of its workers, so the pods are refetched with the same events.
  { key: PODS_KEY, everyMs: 1_000 },
];

/** A heartbeat that changes neither the status nor the number of tasks emits no event, so poll for memory and CPU. */
const ASK_EVERY_MS = 15_000;
const ASK_AFTER_FAILURE_MS = 3_000;

/** The state of the displayed workers. */
export interface ShownWorkers {
  workers: Worker[] | undefined;
  groups: PodGroup[];
  /** Counts of all workers in the registry. */
  counts: WorkerCounts | undefined;
  error: Error | null;
  /** Reloads everything. */
  refresh: () => Promise<void>;
  /** Loads the next page; undefined: no further page. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  live: LiveState;
}

/** Loads the workers of a status, grouped by pod, with the memory of the pods. */
export function useWorkers(search: WorkerSearch): ShownWorkers {
  const queries = useQueryClient();
  const filter = filterOf(search);
  const requested = {
    refetchInterval: ({ state }: { state: { status: string } }) =>
      state.status === 'error' ? ASK_AFTER_FAILURE_MS : ASK_EVERY_MS,
  };
  const list = useInfiniteQuery({
    ...requested,
    queryKey: [WORKERS_KEY, filter],
    queryFn: ({ pageParam: cursor }) =>
      listWorkers({ ...filter, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({ ...requested, queryKey: [COUNTS_KEY], queryFn: countWorkers });
  const pods = useQuery({ ...requested, queryKey: [PODS_KEY], queryFn: listPods });
  // A request to stop a worker emits an event of the type `operation`; the worker's own event comes only when it begins to stop.
  const live = useLiveEvents(LIVE_RULES, { types: LIVE_TYPES });
  const workers = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  return {
    workers,
    groups: useMemo(() => groupByPod(workers ?? [], pods.data?.items ?? []), [workers, pods.data]),
    counts: counts.data,
    error: list.error ?? pods.error,
    refresh: async () => {
      await queries.invalidateQueries({ queryKey: [WORKERS_KEY] });
      await queries.invalidateQueries({ queryKey: [COUNTS_KEY] });
      await queries.invalidateQueries({ queryKey: [PODS_KEY] });
    },
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    live,
  };
}
