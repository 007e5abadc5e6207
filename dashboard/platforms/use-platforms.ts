import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLiveEvents } from '../server/live-events.ts';
import { listPlatforms } from '../server/platforms-api.ts';
import { FRESH_MS, queries } from '../server/queries.ts';

const PLATFORMS_KEY = 'platforms';

/** The pace of requests changes all the time, and emits no events. */
const ASK_EVERY_MS = 5_000;
const ASK_AFTER_FAILURE_MS = 3_000;

const platformsQuery = queryOptions({
  queryKey: [PLATFORMS_KEY],
  queryFn: listPlatforms,
  staleTime: FRESH_MS,
});

/** Prefetches the platforms before the page renders. */
export function prefetchPlatforms(): void {
  void queries.prefetchQuery({ ...platformsQuery, staleTime: Infinity });
}

/** Keeps the list of platforms up to date. */
export function usePlatforms() {
  // Somebody else's change of a platform emits an event of the type `operation`.
  const live = useLiveEvents([PLATFORMS_KEY], { types: ['operation'] });
  const list = useQuery({
    ...platformsQuery,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AFTER_FAILURE_MS : ASK_EVERY_MS),
  });
  return { live, list, refresh: () => queries.invalidateQueries({ queryKey: [PLATFORMS_KEY] }) };
}
