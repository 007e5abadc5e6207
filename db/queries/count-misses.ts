import { sql } from 'kysely';
import type { IngestCounts } from '../../domain/crawl-run.ts';
import { isUnreadable } from '../../domain/misses.ts';
import { MISSES_UNTIL_OUT_OF_STOCK } from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import { isWhole } from './over-counts.ts';
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

/** SQL: products that are not gone for good. */
const MAY_MISS = sql.raw<boolean>(`(consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK} or is_in_stock)`);

/** SQL: whether one more miss takes a product out of stock. */
function goesOutBy(firstMissedBy: Date) {
  return sql<boolean>`(consecutive_misses + 1 >= ${MISSES_UNTIL_OUT_OF_STOCK} and ${MISSING_SINCE} <= ${firstMissedBy}::timestamptz)`;
}

/**
 * Why what a payload lacks is not counted as missed: what an incomplete payload lacks may well be on the menu, and so may
 * what cannot be read in it.
 * @param counts of products: those that could be read, and those that could not
 * @returns undefined: it counts
 */
export async function whyMissesAreOff(
  db: Db,
  payload: StoredPayload,
  { products, skipped }: { products: number; skipped: number },
): Promise<IngestCounts['missesOff']> {
  if (isUnreadable({ skipped, came: products + skipped })) return 'unreadable';
  return (await isWhole(db, payload)) ? undefined : 'incomplete';
}

/**
 * Everything of this store that was not in the payload has missed once more. The count stops at the third miss; a product
 * whose misses do not span long enough by then waits for a later one, and is counted as missed until it is out of stock.
 */
export async function countMisses(
  tx: Db,
  { payload, skippedIds, firstMissedBy }: Lacking,
): Promise<Pick<IngestCounts, 'missed' | 'markedOutOfStock'>> {
  const goesOut = goesOutBy(firstMissedBy);
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
        and ${MAY_MISS}
        and provider_product_id <> all(${skippedIds}::text[])
      returning consecutive_misses = ${MISSES_UNTIL_OUT_OF_STOCK} and not is_in_stock as is_out
    )
    select count(*)::int as missed, (count(*) filter (where is_out))::int as marked from missed
  `.execute(tx);
  return { missed: rows[0]?.missed ?? 0, markedOutOfStock: rows[0]?.marked ?? 0 };
}

/** A product of the shelf that a payload lacks. */
export interface MissingProduct {
  provider_product_id: string;
  name: string;
  in_stock: boolean;
  /** How many payloads in a row have missed it by then, up to as many as take it out of stock. */
  misses: number;
  missing_since: Date;
  /** It is in stock, and this miss takes it out. */
  goes_out_of_stock: boolean;
}

/**
 * What `countMisses` would count if the payload went in: those that go out of stock first, then those that were missed most often.
 * @param lacking.presentIds platform ids of all that is on the menu, read or not, and of rows that move to ids on it
 */
export async function listMisses(
  db: Db,
  { payload, presentIds, firstMissedBy }: Omit<Lacking, 'skippedIds'> & { presentIds: string[] },
): Promise<MissingProduct[]> {
  const { rows } = await sql<MissingProduct>`
    select provider_product_id, name, is_in_stock as in_stock,
      least(consecutive_misses + 1, ${MISSES_UNTIL_OUT_OF_STOCK}) as misses,
      case when consecutive_misses = 0 then ${payload.fetchedAt}::timestamptz else ${MISSING_SINCE} end as missing_since,
      is_in_stock and ${goesOutBy(firstMissedBy)} as goes_out_of_stock
    from store_products
    where dispensary_id = ${payload.dispensaryId} and provider = ${payload.platform} and ${MAY_MISS}
      and provider_product_id <> all(${presentIds}::text[])
    order by goes_out_of_stock desc, misses desc, name, provider_product_id
  `.execute(db);
  return rows;
}
