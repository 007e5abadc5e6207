import { infiniteQueryOptions } from '@tanstack/react-query';
import { listQuarantine } from '../server/payloads-api.ts';
import { FRESH_MS, queries } from '../server/queries.ts';

export const QUARANTINE_KEY = 'quarantine';
export const REJECTED_KEY = 'rejected-menus';

/** Returns the query of the menus that wait for a decision. @param store only menus of this store; undefined: all */
export function quarantineQuery(store: number | undefined) {
  return infiniteQueryOptions({
    queryKey: [QUARANTINE_KEY, store],
    queryFn: ({ pageParam: cursor }) => listQuarantine(cursor, store),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: FRESH_MS,
  });
}

/** Prefetches the menus that wait for a decision while the page is loading. @param store as for `quarantineQuery` */
export function prefetchQuarantine(store: number | undefined): void {
  void queries.prefetchInfiniteQuery({ ...quarantineQuery(store), staleTime: Infinity });
}
