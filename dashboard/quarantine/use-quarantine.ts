import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PayloadDetail } from '../server/payloads-api.ts';
import { useLiveEvents, type LiveState } from '../server/live-events.ts';
import { QUARANTINE_KEY, quarantineQuery, REJECTED_KEY } from './quarantine-query.ts';

export const PAYLOAD_KEY = 'payload';
const ASK_AFTER_FAILURE_MS = 3_000;

/** The queries that a decision changes. */
const KEYS = [QUARANTINE_KEY, PAYLOAD_KEY, REJECTED_KEY];

/** The state of the displayed list. */
export interface ShownQuarantine {
  payloads: readonly PayloadDetail[] | undefined;
  total: number;
  error: Error | null;
  /** Loads the next page; undefined: no further page. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  live: LiveState;
  refresh: () => void;
}

/**
 * Loads the menus that wait for a decision, the newest first, and updates them live. @param store only menus of this store;
 * undefined: all
 */
export function useQuarantine(store: number | undefined): ShownQuarantine {
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    ...quarantineQuery(store),
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AFTER_FAILURE_MS : false),
  });
  const live = useLiveEvents(KEYS, { types: ['quarantine'] });
  const refresh = useCallback(() => {
    for (const key of KEYS) void queries.invalidateQueries({ queryKey: [key] });
  }, [queries]);
  return {
    payloads: useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]),
    total: list.data?.pages[0]?.total ?? 0,
    error: list.error,
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    live,
    refresh,
  };
}
