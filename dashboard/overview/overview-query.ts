import { queryOptions } from '@tanstack/react-query';
import { readOverview } from '../server/api-client.ts';
import { FRESH_MS, queries } from '../server/queries.ts';

export const OVERVIEW_KEY = 'overview';

/** The question how everything stands. */
export const overviewQuery = queryOptions({
  queryKey: [OVERVIEW_KEY],
  queryFn: readOverview,
  staleTime: FRESH_MS,
});

/** Asks it before the page is drawn for the first time. */
export function prefetchOverview(): void {
  void queries.prefetchQuery({ ...overviewQuery, staleTime: Infinity });
}
