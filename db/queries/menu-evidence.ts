import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { MenuEvidence } from '../../domain/judge-menu.ts';
import type { Db } from '../connect.ts';

/** For so long a page is compared with those of other stores: proxies and caches do not remember for longer. */
const TWINS_WITHIN_DAYS = 7;

/**
 * A recent payload of another dispensary that holds one of these pages to the letter. Products carry ids of their own
 * at each store, so equal pages are one answer that was given twice.
 */
export async function findTwinPages(
  db: Db,
  { dispensaryId, pageHashes }: { dispensaryId: number; pageHashes: string[] },
): Promise<MenuEvidence['twin']> {
  const { rows } = await sql<{ payloadId: number; dispensaryId: number }>`
    -- On its own, so that the index of the hashes is used: the usual answer is none.
    with same as materialized (
      select id, dispensary_id, verdict, fetched_at from raw_crawl_payloads where page_hashes && ${pageHashes}::text[]
    )
    select id as "payloadId", dispensary_id as "dispensaryId" from same
    where dispensary_id <> ${dispensaryId} and fetched_at > now() - ${TWINS_WITHIN_DAYS} * interval '1 day'
      -- What is not believed is no evidence against another store.
      and verdict in ('accepted', 'confirmed')
    order by id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** A menu as it is compared with the last one: all ids that came, and the list prices of those that could be read. */
export interface ComparedMenu {
  dispensaryId: number;
  platform: PlatformName;
  products: { id: string; priceRec: string | null }[];
}

/** How a menu differs from the one that is in: what the catalog says was on the shelf at the last payload. */
export async function compareWithShelf(
  db: Db,
  menu: ComparedMenu,
): Promise<Pick<MenuEvidence, 'known' | 'gone' | 'priced' | 'repriced'>> {
  const { rows } = await sql<Pick<MenuEvidence, 'known' | 'gone' | 'priced' | 'repriced'>>`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify(menu.products)}::json) as product (id text, "priceRec" numeric)
    )
    select count(*)::int as known,
      (count(*) filter (where incoming.id is null))::int as gone,
      (count(*) filter (where shelf.price_rec is not null and incoming."priceRec" is not null))::int as priced,
      (count(*) filter (where shelf.price_rec <> incoming."priceRec"))::int as repriced
    from store_products shelf left join incoming on incoming.id = shelf.provider_product_id
    where shelf.dispensary_id = ${menu.dispensaryId} and shelf.provider = ${menu.platform} and shelf.consecutive_misses = 0
  `.execute(db);
  return rows[0] ?? { known: 0, gone: 0, priced: 0, repriced: 0 };
}
