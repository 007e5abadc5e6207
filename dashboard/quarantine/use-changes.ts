import { queryOptions, useQuery } from '@tanstack/react-query';
import { diffPayloads } from '../server/payloads-api.ts';
import { countChanges } from './count-changes.ts';

const CHANGES_KEY = 'menu-changes';

/** What one menu of a store changes of another. @param menus.from the one before `to`, unless told */
export function useChanges(dispensary: number, menus: { from?: number; to: number }) {
  return useQuery(changesQuery(dispensary, menus));
}

/** How it is asked for. */
export function changesQuery(dispensary: number, menus: { from?: number; to: number }) {
  return queryOptions({
    queryKey: [CHANGES_KEY, dispensary, menus],
    queryFn: async () => {
      const { details, from } = await diffPayloads(dispensary, menus);
      return { changes: countChanges(details), before: from.productCount };
    },
    // Neither of them changes.
    staleTime: Infinity,
  });
}
