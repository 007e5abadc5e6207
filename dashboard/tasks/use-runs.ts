import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { countRuns, listRuns, type ListedRun, type RunPage, type RunsOf } from '../server/api-client.ts';
import { ApiProblem } from '../server/call-api.ts';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import type { RunSearch } from './run-search.ts';
import { isOpen } from './run-words.tsx';
import { parseSearch, type Filter, type ParsedSearch } from './search-words.ts';

const LIST_KEY = 'runs';
const HEAD_KEY = 'run-head';
const CHANGES_KEY = 'run-changes';
const COUNTS_KEY = 'run-counts';

/** So many can be selected and acted on, too. */
const PAGE = 100;

/** What happened is there within a second. */
const COUNT_EVERY_MS = 800;

/** Events of the runs that are in sight are few. */
const SHOWN_EVERY_MS = 300;

/** Time alone changes some, and so do events of workers. */
const OTHERS_EVERY_MS = 5_000;

/** A page that has no answer yet asks again. */
const AGAIN_MS = 2_000;

/** The list as it is shown. */
export interface ShownRuns {
  parsed: ParsedSearch;
  runs: ListedRun[] | undefined;
  /** Of when it is; null: the ledger was never level with Temporal. */
  asOf: string | null;
  isBehind: boolean;
  error: Error | null;
  /** Loads the next page; undefined: there is none. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Newer ones that are not in it. */
  hasNewer: boolean;
  /** Asks for all of it anew. */
  refresh: () => void;
  counts: Record<string, number> | undefined;
  /** Statuses of which there are more than are counted. */
  countsMore: readonly string[];
  live: LiveState;
  /** Says which places of the list are in sight: these change in place. */
  onSight: (sight: Sight) => void;
}

/** The first place that is in sight, and the last. */
export interface Sight {
  first: number;
  last: number;
}

/** The tasks or jobs that a search asks for. New ones are announced, and shown when somebody asks; those that are in sight change in place. */
export function useRuns(of: RunsOf, { q = '', sort = 'created', order = 'desc' }: RunSearch): ShownRuns {
  // Spans such as `age:<15m` count from when the search was asked.
  const [asked, setAsked] = useState(() => ({ q, nowMs: Date.now() }));
  const [sight, onSight] = useState<Sight>({ first: 0, last: PAGE - 1 });
  if (asked.q !== q) setAsked({ q, nowMs: Date.now() });
  const parsed = useMemo(() => parseSearch(asked.q, { of, nowMs: asked.nowMs }), [of, asked]);
  const isSound = parsed.faults.length === 0;
  const query: Filter = { ...parsed.filter, sort, order };
  const listKey = [LIST_KEY, of, query];
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam: cursor }) =>
      listRuns(of, { ...query, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) }),
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
  const inSight = useFollowed(of, { listKey, inSight: loaded?.slice(sight.first, sight.last + 1) ?? [] });
  const head = useQuery({
    queryKey: [HEAD_KEY, of, query],
    queryFn: () => listRuns(of, { ...query, limit: '1' }),
    enabled: isSound && loaded !== undefined && sort === 'created' && order === 'desc',
  });
  const counted = useCounts(of, parsed);
  const live = useLiveEvents([
    { key: CHANGES_KEY, ids: inSight, everyMs: SHOWN_EVERY_MS },
    { key: CHANGES_KEY, everyMs: OTHERS_EVERY_MS },
    { key: HEAD_KEY, everyMs: COUNT_EVERY_MS },
    { key: COUNTS_KEY, everyMs: COUNT_EVERY_MS },
  ]);
  const { refetch } = list;
  const refresh = useCallback(() => {
    setAsked({ q, nowMs: Date.now() });
    void refetch();
  }, [refetch, q]);
  const page = list.data?.pages[0];
  return {
    parsed,
    runs: loaded,
    asOf: counted.data?.as_of ?? page?.as_of ?? null,
    isBehind: (counted.data ?? page)?.stale === true,
    error: list.error ?? counted.error,
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    hasNewer: isNewer(head.data?.items[0], loaded),
    refresh,
    counts: counted.data?.counts,
    countsMore: counted.data?.more ?? [],
    live,
    onSight,
  };
}

/** Of the search without its status. */
function useCounts(of: RunsOf, { filter, faults }: ParsedSearch) {
  const { status: _status, ...others } = filter;
  return useQuery({
    queryKey: [COUNTS_KEY, of, others],
    queryFn: () => countRuns(of, others),
    enabled: faults.length === 0,
    placeholderData: keepPreviousData,
  });
}

function isNewer(newest: ListedRun | undefined, loaded: ListedRun[] | undefined): boolean {
  return loaded !== undefined && newest !== undefined && newest.created_at > (loaded[0]?.created_at ?? '');
}

/** Whether asking again may help: other answers stay the same. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === null || (error.status >= 500 && error.code !== 'too-broad');
}

interface Followed {
  /** The key of the list, into which changes are written. */
  listKey: readonly unknown[];
  inSight: readonly ListedRun[];
}

/** Keeps the runs in sight as they are now, in the list itself. @returns their ids */
function useFollowed(of: RunsOf, { listKey, inSight }: Followed): ReadonlySet<string> {
  const queries = useQueryClient();
  const ids = inSight.slice(0, PAGE).map(({ id }) => id);
  const joined = ids.join(',');
  useQuery({
    queryKey: [CHANGES_KEY, of, joined],
    queryFn: async () => {
      const { items } = await listRuns(of, { ids: joined, limit: String(PAGE) });
      const changed = new Map(items.map((run) => [run.id, run]));
      queries.setQueryData<InfiniteData<RunPage>>(listKey, (known) => withChanges(known, changed));
      return items.length;
    },
    // What is over stays as it is.
    enabled: inSight.some(isOpen),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Set(joined.split(',')), [joined]);
}

function withChanges(
  known: InfiniteData<RunPage> | undefined,
  changed: ReadonlyMap<string, ListedRun>,
): InfiniteData<RunPage> | undefined {
  if (known === undefined) return known;
  const pages = known.pages.map((page) =>
    page.items.some(({ id }) => changed.has(id))
      ? { ...page, items: page.items.map((run) => newerOf(run, changed.get(run.id))) }
      : page,
  );
  return { ...known, pages };
}

function newerOf(run: ListedRun, changed: ListedRun | undefined): ListedRun {
  return changed === undefined || changed.updated_at < run.updated_at ? run : changed;
}
