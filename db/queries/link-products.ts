import { sql } from 'kysely';
import { linkRenamed, type LinkableProduct, type RenamedId } from '../../domain/belief/link-renamed.ts';
import { MISSES_UNTIL_OUT_OF_STOCK, type CanonicalProduct } from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** The store and platform whose rows are searched. */
type Menu = Pick<StoredPayload, 'dispensaryId' | 'platform'>;

/** How many former ids a row keeps, so that a platform that keeps changing ids does not make the rows grow endlessly. */
const FORMER_IDS_MAX = 20;

/** The products of a menu. */
interface CameProducts {
  payload: Menu;
  products: CanonicalProduct[];
  /** Platform ids of products that are on the menu and could not be read. */
  skippedIds: string[];
}

/**
 * Moves the rows of products to the new ids that a payload has for them. Applies to every payload that counts misses, not only to
 * doubted ones: a product with an unknown id, and a product with the same name, brand, category and size that disappears at the
 * same time, are the same product for users of the catalog, whether the platform or the store changed the id. If the old id comes
 * back, the row moves back.
 * @returns how many rows moved
 */
export async function linkProducts(tx: Db, came: CameProducts): Promise<number> {
  const { payload } = came;
  const links = await findLinks(tx, came);
  if (links.length === 0) return 0;
  await sql`
    update store_products product set
      provider_product_id = link.to_id,
      former_provider_product_ids = (
        select coalesce(array_agg(latest.id order by latest.place), '{}') from (
          select id, place
          from unnest(array_append(array_remove(former_provider_product_ids, link.to_id), link.from_id))
            with ordinality as former (id, place)
          order by place desc limit ${FORMER_IDS_MAX}
        ) as latest
      ),
      updated_at = now()
    from unnest(${links.map(({ from }) => from)}::text[], ${links.map(({ to }) => to)}::text[]) as link (from_id, to_id)
    where product.dispensary_id = ${payload.dispensaryId} and product.provider = ${payload.platform}
      and product.provider_product_id = link.from_id
  `.execute(tx);
  return links.length;
}

/** Finds the rows that `linkProducts` would move, with their new ids. */
export async function findLinks(
  db: Db,
  { payload, products, skippedIds }: CameProducts,
): Promise<RenamedId[]> {
  const unknown = await findUnknown(db, payload, products);
  if (unknown.size === 0) return [];
  const ids = [...products.map(({ providerProductId }) => providerProductId), ...skippedIds];
  return linkRenamed(await listGone(db, payload, ids), {
    ids,
    fresh: products.filter(({ providerProductId }) => unknown.has(providerProductId)),
  });
}

/** Finds the ids of those products that have no row. */
async function findUnknown(tx: Db, menu: Menu, products: CanonicalProduct[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select product.id from unnest(${products.map(({ providerProductId }) => providerProductId)}::text[]) as product (id)
    where not exists (
      select from store_products known
      where known.dispensary_id = ${menu.dispensaryId} and known.provider = ${menu.platform}
        and known.provider_product_id = product.id
    )
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the store's products that a menu lacks, except those that are out of stock for their misses. */
async function listGone(tx: Db, menu: Menu, ids: string[]): Promise<LinkableProduct[]> {
  const { rows } = await sql<LinkableProduct>`
    select provider_product_id as "providerProductId", name, brand_name as "brandName", category, options
    from store_products
    where dispensary_id = ${menu.dispensaryId} and provider = ${menu.platform}
      and (consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK} or is_in_stock)
      and provider_product_id <> all(${ids}::text[])
  `.execute(tx);
  return rows;
}

/**
 * Replaces outdated ids in a stored payload's products by the current ids of their rows. A row whose current id is also in the
 * payload keeps that product.
 */
export async function withIdsOfToday<Product extends Pick<CanonicalProduct, 'providerProductId'>>(
  db: Db,
  menu: Menu,
  products: readonly Product[],
): Promise<Product[]> {
  const ids = products.map(({ providerProductId }) => providerProductId);
  const { rows } = await sql<{ id: string; today: string }>`
    select distinct on (former.id) former.id, product.provider_product_id as today
    from store_products product, unnest(product.former_provider_product_ids) as former (id)
    where product.dispensary_id = ${menu.dispensaryId} and product.provider = ${menu.platform}
      and product.former_provider_product_ids && ${ids}::text[] and former.id = any(${ids}::text[])
      and product.provider_product_id <> all(${ids}::text[])
      and not exists (
        select from store_products other
        where other.dispensary_id = product.dispensary_id and other.provider = product.provider
          and other.provider_product_id = former.id
      )
    order by former.id, product.id
  `.execute(db);
  const today = new Map<string, string>();
  const taken = new Set<string>();
  for (const row of rows) {
    // A payload may contain two ids of one row: the second product stays separate.
    if (taken.has(row.today)) continue;
    taken.add(row.today);
    today.set(row.id, row.today);
  }
  return products.map((product) => {
    const id = today.get(product.providerProductId);
    return id === undefined ? product : { ...product, providerProductId: id };
  });
}
