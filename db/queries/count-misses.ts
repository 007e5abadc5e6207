import { sql } from 'kysely';
import type { IngestCounts } from '../../domain/crawl-run.ts';
import { MISSES_UNTIL_OUT_OF_STOCK } from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/**
 * Since when a product with misses has been missing: its first miss, or where that is not known the last payload that had
 * it. The later of the two, since workers of an earlier version leave the time of a first miss that is over.
 */
export const MISSING_SINCE = sql.raw<Date>('greatest(first_missed_at, last_seen_at)');

export interface Lacking {
  payload: StoredPayload;
  /** Platform ids of products that are on the menu and could not be read. */
  skippedIds: string[];
  /** Products that were missed first by then go out of stock at their third miss, or a later one. */
  firstMissedBy: Date;
}

/**
 * Everything of this store that was not in the payload has missed once more. The count stops at the third miss; a product
 * whose misses do not span long enough by then waits for a later one, and is counted as missed until it is out of stock.
 */
export async function countMisses(
  tx: Db,
  { payload, skippedIds, firstMissedBy }: Lacking,
): Promise<Pick<IngestCounts, 'missed' | 'markedOutOfStock'>> {
  const goesOut = sql<boolean>`(consecutive_misses + 1 >= ${MISSES_UNTIL_OUT_OF_STOCK} and ${MISSING_SINCE} <= ${firstMissedBy}::timestamptz)`;
  const { rows } = await sql<{ missed: number; marked: number }>`
    with missed as (
      update store_products product set
        consecutive_misses = least(consecutive_misses + 1, ${MISSES_UNTIL_OUT_OF_STOCK}),
        first_missed_at = case when consecutive_misses = 0 then ${payload.fetchedAt}::timestamptz else ${MISSING_SINCE} end,
        stock_status = case when ${goesOut} then 'oos' else stock_status end,
        is_in_stock = is_in_stock and not ${goesOut},
        stock_as_of = case when not ${goesOut} then stock_as_of end,
        updated_at = case
          when consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK} or ${goesOut} then now() else updated_at
        end
      where dispensary_id = ${payload.dispensaryId} and provider = ${payload.platform}
        and last_payload_id is distinct from ${payload.id}
        and (consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK} or is_in_stock)
        and provider_product_id <> all(${skippedIds}::text[])
      returning consecutive_misses = ${MISSES_UNTIL_OUT_OF_STOCK} and not is_in_stock as is_out
    )
    select count(*)::int as missed, (count(*) filter (where is_out))::int as marked from missed
  `.execute(tx);
  return { missed: rows[0]?.missed ?? 0, markedOutOfStock: rows[0]?.marked ?? 0 };
}
