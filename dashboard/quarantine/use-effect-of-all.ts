import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { effectOf, type CatalogEffect } from './describe-decision.ts';
import { addEffects, NO_EFFECT, shownInCatalog } from './effect-of-all.ts';
import { changesQuery } from './use-changes.ts';
import { missedQuery } from './use-missed.ts';
import type { Waiting } from './waiting-rows.ts';

/** To compare more of them takes longer than whoever decides waits. */
const COMPARED_MAX = 50;

/** What believing menus does to the catalog, all of them together; undefined: it is not known. */
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

/** Each reads two files: all at once would keep the API from what else is asked. */
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
