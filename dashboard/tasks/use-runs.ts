import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { countRuns, listRuns, type ListedRun, type RunsOf } from '../server/api-client.ts';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import type { RunSearch } from './run-search.ts';
import { isTooBroad, PAGE, runsQuery, sortedBy } from './runs-query.ts';
import { parseSearch, type Filter, type ParsedSearch } from './search-words.ts';
import { useFollowedRuns, type Sight } from './use-followed-runs.ts';

const HEAD_KEY = 'run-head';
const COUNTS_KEY = 'run-counts';

/** The minimum time between two counts; so changes appear within a second. */
const COUNT_EVERY_MS = 800;

/** The state of the displayed list. */
export interface ShownRuns {
  parsed: ParsedSearch;
  runs: ListedRun[] | undefined;
  /** When the data was current; null: the ledger has never caught up with Temporal. */
  asOf: string | null;
  isBehind: boolean;
  error: Error | null;
  /** Loads the next page; undefined: no further page. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Whether newer runs exist that the list does not show. */
  hasNewer: boolean;
  /** Reloads everything. */
  refresh: () => void;
  counts: Record<string, number> | undefined;
  /** Statuses whose count stopped at the limit. */
  countsMore: readonly string[];
  live: LiveState;
  /** Reports which indexes of the list are visible; these rows update in place. */
  onSight: (sight: Sight) => void;
}

/** Loads the tasks or jobs of a search. Visible ones update in place; new ones are announced and appear after a refresh. */
export function useRuns(of: RunsOf, { q = '', sort = 'created', order = 'desc' }: RunSearch): ShownRuns {
  // Spans such as `age:<15m` count from the time the search was submitted.
  const [requested, setAsked] = useState(() => ({ q, nowMs: Date.now() }));
  const [sight, onSight] = useState<Sight>({ first: 0, last: PAGE - 1 });
  if (requested.q !== q) setAsked({ q, nowMs: Date.now() });
  const parsed = useMemo(() => parseSearch(requested.q, { of, nowMs: requested.nowMs }), [of, requested]);
  const isSound = parsed.faults.length === 0;
  const query = sortedBy(parsed.filter, { sort, order });
  const list = useInfiniteQuery({ ...runsQuery(of, query), enabled: isSound });
  const loaded = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const { runs, rules } = useFollowedRuns(of, { loaded, sight });
  const head = useQuery({
    queryKey: [HEAD_KEY, of, query],
    queryFn: () => listRuns(of, { ...query, limit: '1' }),
    enabled: isSound && loaded !== undefined && sort === 'created' && order === 'desc',
  });
  const counted = useCounts(of, parsed);
  const live = useLiveEvents(
    [
      ...rules,
      { key: HEAD_KEY, everyMs: COUNT_EVERY_MS },
      { key: COUNTS_KEY, everyMs: COUNT_EVERY_MS, ...(isSlowToCount(of, query) ? { ids: NONE } : {}) },
    ],
    of === 'jobs' ? { types: ['job'] } : {},
  );
  const { refetch } = list;
  const { refetch: countAgain } = counted;
  const refresh = useCallback(() => {
    setAsked({ q, nowMs: Date.now() });
    void refetch();
    void countAgain();
  }, [refetch, countAgain, q]);
  const page = list.data?.pages[0];
  return {
    parsed,
    runs,
    asOf: counted.data?.as_of ?? page?.as_of ?? null,
    isBehind: (counted.data ?? page)?.stale === true,
    error: list.error ?? (isTooBroad(counted.error) ? null : counted.error),
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

/** Queries the counts of all statuses, for the search without its own status. */
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

const NONE: ReadonlySet<string> = new Set();

/** Whether a count is too slow to repeat after events: a search of jobs for words scans every job. */
function isSlowToCount(of: RunsOf, query: Filter): boolean {
  return of === 'jobs' && query['search'] !== undefined;
}
