import { queryOptions } from '@tanstack/react-query';
import { readOverview } from '../server/api-client.ts';
import { FRESH_MS, queries } from '../server/queries.ts';

export const OVERVIEW_KEY = 'overview';

/** The query of the overview. */
export const overviewQuery = queryOptions({
  queryKey: [OVERVIEW_KEY],
  queryFn: readOverview,
  staleTime: FRESH_MS,
});

/** Prefetches the overview before the page renders. */
export function prefetchOverview(): void {
  void queries.prefetchQuery({ ...overviewQuery, staleTime: Infinity });
}
