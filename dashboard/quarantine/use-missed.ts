import { queryOptions, useQuery } from '@tanstack/react-query';
import { readMisses, type PayloadDetail } from '../server/payloads-api.ts';
import { countMissed } from './count-missed.ts';

const MISSED_KEY = 'missed-products';

type Payload = Pick<PayloadDetail, 'id' | 'current_payload_id'>;

/** What confirming a payload would count as missed, beside the menu that is in the catalog now. */
export function useMissed(payload: Payload) {
  return useQuery(missedQuery(payload));
}

/** How it is asked for. */
export function missedQuery({ id, current_payload_id: current }: Payload) {
  return queryOptions({
    queryKey: [MISSED_KEY, id, current],
    queryFn: async () => countMissed(await readMisses(id)),
    // Until another menu goes in.
    staleTime: Infinity,
  });
}
