import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchAgain } from '../server/fetch-again.ts';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import { listProxies, type Proxy } from '../server/proxies-api.ts';

const PROXIES_KEY = 'proxies';

/**
 * An operator's change emits an event; what crawls find out about a proxy emits none, so poll for that. Tests of many proxies emit an event
 * each.
 */
const LIVE_RULES = [{ key: PROXIES_KEY, everyMs: 5_000 }];
const LIVE_TYPES = ['operation'] as const;
const ASK_EVERY_MS = 15_000;
const ASK_AFTER_FAILURE_MS = 3_000;

/** The proxies of all states. */
export interface ShownProxies {
  proxies: readonly Proxy[] | undefined;
  error: Error | null;
  refresh: () => Promise<void>;
  live: LiveState;
}

/** Loads all proxies, and keeps them up to date. */
export function useProxies(): ShownProxies {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [PROXIES_KEY],
    queryFn: listProxies,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AFTER_FAILURE_MS : ASK_EVERY_MS),
  });
  const live = useLiveEvents(LIVE_RULES, { types: LIVE_TYPES });
  return { proxies: data, error, refresh: () => fetchAgain(queries, [PROXIES_KEY]), live };
}
