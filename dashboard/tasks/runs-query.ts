import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { listRuns, type RunsOf } from '../server/api-client.ts';
import { FRESH_MS, queries } from '../server/queries.ts';
import type { RunSearch } from './run-search.ts';
import { parseSearch, type Filter } from './search-words.ts';

/** The number of runs on a page; also the most selected runs that one action takes. */
export const PAGE = 100;

/** The time between two requests while the list has no answer, in milliseconds. */
const AGAIN_MS = 2_000;

/** Returns the query of a list. @param query filter and sort in the API's format */
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
    // The API also answers with an error until the ledger has caught up with Temporal for the first time, so retry.
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
  });
}

/** Prefetches a list while its page is loading. */
export function prefetchRuns(of: RunsOf, search: RunSearch): void {
  const { q = '' } = search;
  const nowMs = Date.now();
  const { filter, faults } = parseSearch(q, { of, nowMs });
  // A span such as `age:<15m` counts from the time of the request, so the page's query will have another key than a prefetch.
  const isOfNow = JSON.stringify(filter) !== JSON.stringify(parseSearch(q, { of, nowMs: nowMs + 1 }).filter);
  if (faults.length === 0 && !isOfNow)
    void queries.prefetchInfiniteQuery(runsQuery(of, sortedBy(filter, search)));
}

/** Returns a filter with the order of the list; newest first by default. */
export function sortedBy(filter: Filter, { sort = 'created', order = 'desc' }: RunSearch): Filter {
  return { ...filter, sort, order };
}

/** Whether a retry may succeed; other errors would repeat. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === null || (error.status >= 500 && !isTooBroad(error));
}

/** Whether the API refused to count because there are too many runs. The list itself still loads. */
export function isTooBroad(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === 'too-broad';
}
