import { queryOptions, useQuery } from '@tanstack/react-query';
import { readMisses, type PayloadDetail } from '../server/payloads-api.ts';
import { countMissed } from './count-missed.ts';

const MISSED_KEY = 'missed-products';

type Payload = Pick<PayloadDetail, 'id' | 'current_payload_id'>;

/**
 * Queries the products that would count as missed if a payload were confirmed, compared with the menu that is in the catalog now.
 */
export function useMissed(payload: Payload) {
  return useQuery(missedQuery(payload));
}

/** Returns the query of the products that would count as missed if a payload were confirmed. */
export function missedQuery({ id, current_payload_id: current }: Payload) {
  return queryOptions({
    queryKey: [MISSED_KEY, id, current],
    queryFn: async () => countMissed(await readMisses(id)),
    // The answer changes only when another menu is ingested, and then the key changes.
    staleTime: Infinity,
  });
}
