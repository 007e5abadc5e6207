import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { listRuns, type RunsOf } from '../server/api-client.ts';
import { FRESH_MS, queries } from '../server/queries.ts';
import type { RunSearch } from './run-search.ts';
import { parseSearch, type Filter } from './search-words.ts';

/** The page size; also the limit of selected runs of one action. */
export const PAGE = 100;

/** How often a page without an answer retries. */
const AGAIN_MS = 2_000;

/** The query of a list. @param query filter and sort in the API's format */
export function runsQuery(of: RunsOf, query: Filter) {
  return infiniteQueryOptions({
    queryKey: ['runs', of, query],
    queryFn: ({ pageParam: cursor }) =>
      listRuns(of, { ...query, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: Infinity,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt < FRESH_MS ? false : 'always'),
    refetchOnWindowFocus: false,
    // Before the ledger has caught up with Temporal for the first time, the API answers with an error, so retry.
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
  });
}

/** Prefetches a list while its page is loading. */
export function prefetchRuns(of: RunsOf, search: RunSearch): void {
  const { q = '' } = search;
  const nowMs = Date.now();
  const { filter, faults } = parseSearch(q, { of, nowMs });
  // A span such as `age:<15m` counts from the time of the request, so a prefetch would have a different key.
  const isOfNow = JSON.stringify(filter) !== JSON.stringify(parseSearch(q, { of, nowMs: nowMs + 1 }).filter);
  if (faults.length === 0 && !isOfNow)
    void queries.prefetchInfiniteQuery(runsQuery(of, sortedBy(filter, search)));
}

/** Adds the order of the list to a filter; newest first by default. */
export function sortedBy(filter: Filter, { sort = 'created', order = 'desc' }: RunSearch): Filter {
  return { ...filter, sort, order };
}

/** Whether a retry may succeed; other errors would repeat. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === null || (error.status >= 500 && !isTooBroad(error));
}

/** Whether there are too many runs to count. The list itself still loads. */
export function isTooBroad(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === 'too-broad';
}
