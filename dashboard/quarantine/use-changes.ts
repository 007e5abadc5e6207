import { queryOptions, useQuery } from '@tanstack/react-query';
import { diffPayloads } from '../server/payloads-api.ts';
import { countChanges } from './count-changes.ts';

const CHANGES_KEY = 'menu-changes';

/** Queries the changes from one menu of a store to another. @param menus.from default: the menu before `to` */
export function useChanges(dispensary: number, menus: { from?: number; to: number }) {
  return useQuery(changesQuery(dispensary, menus));
}

/** Returns the query of the changes from one menu of a store to another. @param menus.from default: the menu before `to` */
export function changesQuery(dispensary: number, menus: { from?: number; to: number }) {
  return queryOptions({
    queryKey: [CHANGES_KEY, dispensary, menus],
    queryFn: async () => {
      const { details, from } = await diffPayloads(dispensary, menus);
      return { changes: countChanges(details), before: from.productCount };
    },
    // Both menus are immutable.
    staleTime: Infinity,
  });
}
