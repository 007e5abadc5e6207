import { sql } from 'kysely';
import type { ComparedProduct } from '../../domain/diff-menus.ts';
import type { Db } from '../connect.ts';
import { withoutFields } from '../keyset-page.ts';

/** A menu from its payload's snapshots. */
export interface SnapshotMenu {
  payloadId: number;
  dispensaryId: number;
  fetchedAt: Date;
  /** The version of the rules that made the snapshots. */
  normalizerVersion: number;
  products: ComparedProduct[];
}

interface FoundProduct extends ComparedProduct {
  version: number;
}

/**
 * Reads a menu from its snapshots, with the products' current names.
 * @returns null when the payload is not ingested or had no products, or some of its snapshots are gone or made by other rules
 */
export async function readSnapshotMenu(db: Db, payloadId: number): Promise<SnapshotMenu | null> {
  const payload = await db
    .selectFrom('raw_crawl_payloads')
    .where('id', '=', payloadId)
    .where('ingested_at', 'is not', null)
    .select(['dispensary_id', 'fetched_at', sql<number>`(ingest_counts ->> 'products')::int`.as('products')])
    .executeTakeFirst();
  if (payload === undefined) return null;
  const { rows } = await sql<FoundProduct>`
    select product.provider_product_id as "providerProductId", product.name, snapshot.is_in_stock as "inStock",
      snapshot.options, snapshot.normalizer_version as version
    from raw_crawl_payloads payload
    join store_product_snapshots snapshot
      on snapshot.payload_id = payload.id and snapshot.fetched_at = payload.fetched_at
    join store_products product on product.id = snapshot.store_product_id
    where payload.id = ${payloadId} order by product.id
  `.execute(db);
  const [version, ...others] = new Set(rows.map((row) => row.version));
  if (version === undefined || others.length > 0 || rows.length !== payload.products) return null;
  return {
    payloadId,
    dispensaryId: payload.dispensary_id,
    fetchedAt: payload.fetched_at,
    normalizerVersion: version,
    products: rows.map((row) => withoutFields(row, ['version'])),
  };
}
