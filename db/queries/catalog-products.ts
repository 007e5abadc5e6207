import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { MISSING_SINCE } from './count-misses.ts';
import { findRarestWord, hasWord, hasWords } from './product-words.ts';

/** A store's product, as lists show it. Money is text with two decimals. */
export interface ProductRow {
  id: number;
  dispensary_id: number;
  provider: string;
  provider_product_id: string;
  name: string;
  brand_name: string | null;
  category: string | null;
  subcategory: string | null;
  strain_type: string | null;
  /** The paid price: the special price if it is lower, the medical price if there is no other. */
  price: string | null;
  price_rec: string | null;
  price_med: string | null;
  price_rec_special: string | null;
  price_med_special: string | null;
  /** The label of the size that `price_rec` refers to, or `price_med` if there is no `price_rec`. */
  price_option: string | null;
  is_on_special: boolean;
  is_in_stock: boolean;
  stock_status: 'in_stock' | 'oos';
  quantity: number | null;
  quantity_capped: boolean;
  /** When a payload last stated the product's stock; null: the newest payload that contains the product states it. */
  stock_as_of: Date | null;
  thc_low: number | null;
  thc_high: number | null;
  thc_unit: string | null;
  cbd_low: number | null;
  cbd_high: number | null;
  cbd_unit: string | null;
  image_url: string | null;
  local_image_path: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
  updated_at: Date;
}

/** A product with all its fields. */
export interface ProductDetail extends ProductRow {
  /** Its earlier platform ids, the latest last. */
  former_provider_product_ids: string[];
  name_raw: string;
  brand_name_raw: string | null;
  brand_id: string | null;
  brand_description: string | null;
  brand_image_url: string | null;
  slug: string | null;
  enterprise_product_id: string | null;
  status: string | null;
  medical_only: boolean;
  rec_only: boolean;
  options: unknown[];
  specials: unknown[];
  cannabinoids: unknown[];
  image_urls: string[];
  consecutive_misses: number;
  /** Since when payloads lack the product; null while the newest payload contains it. */
  missing_since: Date | null;
  last_payload_id: number | null;
  normalizer_version: number;
  platform_created_at: Date | null;
  platform_updated_at: Date | null;
}

export interface ProductFilter {
  dispensaryId?: number | undefined;
  /** The exact spelling in the catalog; `category` also takes the exact spelling. */
  brand?: string | undefined;
  category?: string | undefined;
  isInStock?: boolean | undefined;
  isOnSpecial?: boolean | undefined;
  /** Limits of the paid price in dollars, inclusive. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  /** Words of the name and brand; all must match, the last one as a prefix. */
  search?: string | undefined;
}

const PRICE = 'paid_price(price_rec, price_rec_special, price_med, price_med_special)';

const COLUMNS = sql.raw(`
  id, dispensary_id, provider, provider_product_id, name, brand_name, category, subcategory, strain_type,
  ${PRICE} as price, price_rec, price_med, price_rec_special, price_med_special, price_option, is_on_special, is_in_stock,
  stock_status, quantity, quantity_capped, stock_as_of, thc_low, thc_high, thc_unit, cbd_low, cbd_high, cbd_unit, image_url,
  local_image_path, first_seen_at, last_seen_at, updated_at
`);

const DETAIL_COLUMNS = sql`
  former_provider_product_ids, name_raw, brand_name_raw, brand_id, brand_description, brand_image_url, slug, enterprise_product_id, status,
  medical_only, rec_only, options, specials, cannabinoids, image_urls, consecutive_misses,
  case when consecutive_misses > 0 then ${MISSING_SINCE} end as missing_since, last_payload_id,
  normalizer_version, platform_created_at, platform_updated_at
`;

/**
 * If at most this many products have a word, they are read through the word index and sorted. Products with more frequent words
 * appear every few rows, so a scan by id finds them soon.
 */
const SORTED_MAX = 5_000;

/** Lists products by id. */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  page: PageRequest,
): Promise<KeysetPage<ProductRow>> {
  const { dispensaryId, brand, search } = filter;
  if (search !== undefined && dispensaryId === undefined && brand === undefined) {
    const rarest = await findRarestWord(db, search);
    if (rarest !== null && rarest.products <= SORTED_MAX)
      return listByWord(db, { ...filter, query: rarest.query }, page);
  }
  return readKeysetPage<ProductRow>(db, productList(filter), page);
}

/**
 * Lists the products with a rare word, and forces the use of the word index. That index has no order, so the planner, which sees
 * the small limit, would scan by id and read many rows without the word.
 */
async function listByWord(
  db: Db,
  filter: ProductFilter & { query: string },
  page: PageRequest,
): Promise<KeysetPage<ProductRow>> {
  const indexed = [hasWord(filter.query), ...conditionsOf(filter)];
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      tx,
    );
    return readKeysetPage<ProductRow>(tx, { ...productList({}), indexed }, page);
  });
}

/** Builds the keyset list for a filter. At most one condition is indexed: the index on its column has the rows in order of id. */
function productList(filter: ProductFilter): KeysetList {
  const conditions = conditionsOf(filter);
  const { dispensaryId, brand, category } = filter;
  const leads = [dispensaryId, brand, category].some((value) => value !== undefined) ? 1 : 0;
  return {
    columns: COLUMNS,
    from: sql.raw('store_products'),
    key: [{ column: 'id', type: 'bigint' }],
    direction: 'asc',
    indexed: conditions.slice(0, leads),
    filters: conditions.slice(leads),
  };
}

/** Finds a product; null if there is none. */
export async function findProduct(db: Db, id: number): Promise<ProductDetail | null> {
  const { rows } = await sql<ProductDetail>`
    select ${COLUMNS}, ${DETAIL_COLUMNS} from store_products where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the conditions of a filter; those on columns that lead an index come first. */
function conditionsOf(filter: ProductFilter): RawBuilder<boolean>[] {
  const { dispensaryId, brand, category, isInStock, isOnSpecial, priceMin, priceMax, search } = filter;
  const price = sql.raw(PRICE);
  return [
    dispensaryId === undefined ? [] : [sql<boolean>`dispensary_id = ${dispensaryId}`],
    brand === undefined ? [] : [sql<boolean>`brand_name = ${brand}`],
    category === undefined ? [] : [sql<boolean>`category = ${category}`],
    isInStock === undefined ? [] : [sql<boolean>`is_in_stock = ${isInStock}`],
    isOnSpecial === undefined ? [] : [sql<boolean>`is_on_special = ${isOnSpecial}`],
    priceMin === undefined ? [] : [sql<boolean>`${price} >= ${priceMin}`],
    priceMax === undefined ? [] : [sql<boolean>`${price} <= ${priceMax}`],
    search === undefined ? [] : [hasWords(search)],
  ].flat();
}
