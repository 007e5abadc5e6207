import { sql } from 'kysely';
import type { IngestCounts } from '../../domain/crawl-run.ts';
import { isUnreadable } from '../../domain/misses.ts';
import { MISSES_UNTIL_OUT_OF_STOCK } from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import { isWhole } from './over-counts.ts';
import type { StoredPayload } from './payloads.ts';

/**
 * When a product with misses went missing: at its first miss, or, if that is unknown, at the last payload that had it. Takes the
 * later of the two, since workers of an earlier version do not clear the time of an earlier first miss.
 */
export const MISSING_SINCE = sql.raw<Date>('greatest(first_missed_at, last_seen_at)');

export interface Lacking {
  payload: StoredPayload;
  /** Platform ids of products that are on the menu and could not be read. */
  skippedIds: string[];
  /** Only products that were first missed at this time or before go out of stock, at their third miss or later. */
  firstMissedBy: Date;
}

/** SQL: whether a further miss counts: the product has fewer than three misses, or is still in stock. */
const MAY_MISS = sql.raw<boolean>(`(consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK} or is_in_stock)`);

/** SQL: whether one more miss takes a product out of stock. */
function goesOutBy(firstMissedBy: Date) {
  return sql<boolean>`(consecutive_misses + 1 >= ${MISSES_UNTIL_OUT_OF_STOCK} and ${MISSING_SINCE} <= ${firstMissedBy}::timestamptz)`;
}

/**
 * Tells whether products that a payload lacks count as missed. They do not if the payload is incomplete or too many of its products
 * are unreadable, because they may still be on the menu.
 * @param counts the numbers of readable and of unreadable products
 * @returns why they do not count; undefined if they count
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
 * Counts a miss for each of the store's products that the payload lacks. The count stops at three. A product whose three misses
 * span too short a time stays in stock until a later miss, and counts as missed in each payload until then.
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

/** A listed product that a payload lacks. */
export interface MissingProduct {
  provider_product_id: string;
  name: string;
  in_stock: boolean;
  /** How many consecutive payloads lack the product, including this one, up to the number that takes it out of stock. */
  misses: number;
  missing_since: Date;
  /** Whether the product is in stock and this miss takes it out of stock. */
  goes_out_of_stock: boolean;
}

/**
 * Lists what `countMisses` would count if the payload were ingested. Products that go out of stock come first, then those with the
 * most misses.
 * @param lacking.presentIds platform ids of everything on the menu, readable or not, and the old ids of products whose ids change to
 *   ones on the menu
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
