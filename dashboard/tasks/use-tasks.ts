import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { countTasks, listTasks, type Task } from '../server/api-client.ts';
import { ApiProblem } from '../server/call-api.ts';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import { parseSearch, type Filter, type ParsedSearch } from './search-words.ts';
import type { TaskSearch } from './task-search.ts';
import { isOpen } from './task-words.tsx';

const LIST_KEY = 'tasks';
const HEAD_KEY = 'task-head';
const CHANGES_KEY = 'task-changes';
const COUNTS_KEY = 'task-counts';

/** So many can be selected and acted on, too. */
const PAGE = 100;

/** What happened is there within a second. */
const COUNT_EVERY_MS = 800;

/** Events of the tasks that are shown are few. */
const SHOWN_EVERY_MS = 300;

/** Time alone changes some, and so do events of workers. */
const OTHERS_EVERY_MS = 5_000;

/** A page that has no answer yet asks again. */
const AGAIN_MS = 2_000;

/** The list as it is shown. */
export interface ShownTasks {
  parsed: ParsedSearch;
  tasks: Task[] | undefined;
  /** Of when it is; null: the ledger was never level with Temporal. */
  asOf: string | null;
  isBehind: boolean;
  error: Error | null;
  /** Loads the next page; undefined: there is none. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Newer tasks that are not in it. */
  hasNewer: boolean;
  /** Asks for all of it anew. */
  refresh: () => void;
  counts: Record<string, number> | undefined;
  /** Statuses of which there are more than are counted. */
  countsMore: readonly string[];
  live: LiveState;
}

/** The tasks that a search asks for. New ones are announced, and shown when somebody asks; those that are shown change in place. */
export function useTasks({ q = '', sort = 'created', order = 'desc' }: TaskSearch): ShownTasks {
  // Spans such as `age:<15m` count from when the search was asked.
  const [asked, setAsked] = useState(() => ({ q, nowMs: Date.now() }));
  if (asked.q !== q) setAsked({ q, nowMs: Date.now() });
  const parsed = useMemo(() => parseSearch(asked.q, asked.nowMs), [asked]);
  const isSound = parsed.faults.length === 0;
  const query: Filter = { ...parsed.filter, sort, order };
  const list = useInfiniteQuery({
    queryKey: [LIST_KEY, query],
    queryFn: ({ pageParam: cursor }) =>
      listTasks({ ...query, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled: isSound,
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    // A page that is opened before the ledger was ever followed is told so, and asks again.
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
  });
  const loaded = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const changed = useChanges(loaded);
  const head = useQuery({
    queryKey: [HEAD_KEY, query],
    queryFn: () => listTasks({ ...query, limit: '1' }),
    enabled: isSound && loaded !== undefined && sort === 'created' && order === 'desc',
  });
  const { status: _status, ...others } = parsed.filter;
  const counted = useQuery({
    queryKey: [COUNTS_KEY, others],
    queryFn: () => countTasks(others),
    enabled: isSound,
    placeholderData: keepPreviousData,
  });
  const live = useLiveList(loaded);
  const { refetch } = list;
  const refresh = useCallback(() => {
    setAsked({ q, nowMs: Date.now() });
    void refetch();
  }, [refetch, q]);
  const newest = head.data?.items[0];
  const first = loaded?.[0];
  const page = list.data?.pages[0];
  return {
    parsed,
    tasks: useMemo(() => loaded?.map((task) => newerOf(task, changed.get(task.id))), [loaded, changed]),
    asOf: counted.data?.as_of ?? page?.as_of ?? null,
    isBehind: (counted.data ?? page)?.stale === true,
    error: list.error ?? counted.error,
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    hasNewer: loaded !== undefined && newest !== undefined && newest.created_at > (first?.created_at ?? ''),
    refresh,
    counts: counted.data?.counts,
    countsMore: counted.data?.more ?? [],
    live,
  };
}

function useLiveList(loaded: Task[] | undefined): LiveState {
  const tasks = useMemo(() => new Set(loaded?.map(({ id }) => id)), [loaded]);
  return useLiveEvents([
    { key: CHANGES_KEY, tasks, everyMs: SHOWN_EVERY_MS },
    { key: CHANGES_KEY, everyMs: OTHERS_EVERY_MS },
    { key: HEAD_KEY, everyMs: COUNT_EVERY_MS },
    { key: COUNTS_KEY, everyMs: COUNT_EVERY_MS },
  ]);
}

/** Whether asking again may help: other answers stay the same. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === null || (error.status >= 500 && error.code !== 'too-broad');
}

function newerOf(task: Task, changed: Task | undefined): Task {
  return changed === undefined || changed.updated_at < task.updated_at ? task : changed;
}

/** What has become of the tasks that were open when they were loaded, by their ids. */
function useChanges(loaded: Task[] | undefined): ReadonlyMap<string, Task> {
  const open = useMemo(() => (loaded ?? []).filter(isOpen).map(({ id }) => id), [loaded]);
  return useQueries({
    queries: chunksOf(open, PAGE).map((ids) => ({
      queryKey: [CHANGES_KEY, ids],
      queryFn: () => listTasks({ ids: ids.join(','), limit: String(PAGE) }),
      placeholderData: keepPreviousData,
    })),
    combine: joinChanges,
  });
}

function joinChanges(answers: { data: { items: Task[] } | undefined }[]): ReadonlyMap<string, Task> {
  return new Map(answers.flatMap(({ data }) => data?.items ?? []).map((task) => [task.id, task]));
}

function chunksOf(ids: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, place) =>
    ids.slice(place * size, (place + 1) * size),
  );
}
