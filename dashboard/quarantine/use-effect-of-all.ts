import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { effectOf, type CatalogEffect } from './describe-decision.ts';
import { addEffects, NO_EFFECT, shownInCatalog } from './effect-of-all.ts';
import { changesQuery } from './use-changes.ts';
import { missedQuery } from './use-missed.ts';
import type { Waiting } from './waiting-rows.ts';

/** How many menus are compared at most; for more, the comparison takes longer than a user waits. */
const COMPARED_MAX = 50;

/** Queries the total effect on the catalog of confirming these menus; `data` stays undefined if there are too many menus. */
export function useEffectOfAll(payloads: readonly Waiting[]) {
  const queries = useQueryClient();
  const shown = shownInCatalog(payloads);
  return useQuery({
    queryKey: ['effect-of-all', shown.map(({ id, current_payload_id: current }) => [id, current])],
    queryFn: () => compareInTurn(shown, queries),
    enabled: shown.length <= COMPARED_MAX,
    retry: false,
    staleTime: Infinity,
  });
}

/** Compares one menu at a time: each comparison reads two files, and all at once would keep the API busy. */
async function compareInTurn(
  payloads: ReturnType<typeof shownInCatalog>,
  queries: QueryClient,
): Promise<CatalogEffect> {
  let all = NO_EFFECT;
  for (const payload of payloads) {
    const { dispensary_id: store, current_payload_id: from, id: to } = payload;
    // eslint-disable-next-line no-await-in-loop -- They go in turn.
    const [{ changes }, missed] = await Promise.all([
      queries.fetchQuery(changesQuery(store, { from, to })),
      queries.fetchQuery(missedQuery(payload)),
    ]);
    all = addEffects(all, effectOf(changes, missed));
  }
  return all;
}
