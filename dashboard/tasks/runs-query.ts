import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { listRuns, type RunsOf } from '../server/api-client.ts';
import { FRESH_MS, queries } from '../server/queries.ts';
import type { RunSearch } from './run-search.ts';
import { parseSearch, type Filter } from './search-words.ts';

/** So many can be selected and acted on, too. */
export const PAGE = 100;

/** A page that has no answer yet asks again. */
const AGAIN_MS = 2_000;

/** The question for a list. @param query filter and sort as the API has them */
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
    // A page that is opened before the ledger was ever followed is told so, and asks again.
    refetchInterval: ({ state }) => (mayPass(state.error) ? AGAIN_MS : false),
  });
}

/** Asks for a list while its page is being loaded. */
export function prefetchRuns(of: RunsOf, search: RunSearch): void {
  const { q = '' } = search;
  const nowMs = Date.now();
  const { filter, faults } = parseSearch(q, { of, nowMs });
  // A span such as `age:<15m` counts from when the page asks, which is another question by then.
  const isOfNow = JSON.stringify(filter) !== JSON.stringify(parseSearch(q, { of, nowMs: nowMs + 1 }).filter);
  if (faults.length === 0 && !isOfNow)
    void queries.prefetchInfiniteQuery(runsQuery(of, sortedBy(filter, search)));
}

/** A filter with the order of the list; the newest come first. */
export function sortedBy(filter: Filter, { sort = 'created', order = 'desc' }: RunSearch): Filter {
  return { ...filter, sort, order };
}

/** Whether asking again may help: other answers stay the same. */
function mayPass(error: Error | null): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === null || (error.status >= 500 && !isTooBroad(error));
}

/** The list has its rows all the same where there are too many to count. */
export function isTooBroad(error: Error | null): boolean {
  return error instanceof ApiProblem && error.code === 'too-broad';
}
