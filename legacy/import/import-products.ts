import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { takenDispensaries } from './import-dispensaries.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { countOf, flagOf, idOf, numberOf, priceOf, textOf, timeOf, type LegacyRow } from './legacy-row.ts';
import { LEGACY_PLATFORM } from '../legacy-platform.ts';
import { findLegacyRows } from './read-legacy-rows.ts';

/** Imports the current state of products, without picture files and options: the next crawl adds these in our format. */
export const products: ImportStep = {
  table: 'store_products',
  batchSize: 1_000,
  parent: 'dispensaries',
  judge: (tools, rows) => judgeProducts(tools, rows),
};

/** The version of rows that our normalizer did not write. */
const NORMALIZER_VERSION = 0;

interface Key {
  id: number;
  dispensary_id: number;
  provider: string;
  provider_product_id: string;
}

/**
 * How to search for known products. `keys` also finds products that have another id here; that is only needed before
 * they are imported.
 */
type Looks = 'ids' | 'ids and keys';

async function judgeProducts(
  tools: ImportTools,
  rows: LegacyRow[],
  looks: Looks = 'ids and keys',
): Promise<Verdict[]> {
  const taken = await takenDispensaries(
    tools,
    rows.map((row) => idOf(row, 'dispensary_id')),
  );
  const keys = rows.map(readKey);
  const known = await findKnown(
    tools,
    keys.filter((key) => typeof key !== 'string'),
    looks,
  );
  return rows.map((row, at) => {
    const key = keys[at] as Key | string;
    if (typeof key === 'string') return refused(row.id, key);
    if (!taken.has(key.dispensary_id))
      return refused(row.id, `its dispensary ${key.dispensary_id} was not imported`);
    return known.compare(key) ?? { id: row.id, is: 'new', values: readProduct(row, key) };
  });
}

/**
 * Finds the products that exist here. Uses one index per query: with one condition for both, or a join, PostgreSQL scans the whole
 * table for a batch while it has no good statistics.
 */
async function findKnown({ db }: ImportTools, keys: Key[], looks: Looks) {
  const { rows } = await sql<Key>`
    select id, dispensary_id, provider, provider_product_id from store_products
    where id = any(${keys.map(({ id }) => id)}::bigint[])
  `.execute(db);
  if (looks === 'ids and keys') rows.push(...(await findByKeys(db, keys)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [keyText(row), row]));
  return {
    compare(key: Key): Verdict | null {
      const sameId = byId.get(key.id);
      if (sameId !== undefined) {
        return keyText(sameId) === keyText(key)
          ? { id: key.id, is: 'present' }
          : refused(key.id, `the id belongs to another product here, of dispensary ${sameId.dispensary_id}`);
      }
      const sameKey = byKey.get(keyText(key));
      return sameKey === undefined ? null : refused(key.id, `the product is already here as ${sameKey.id}`);
    },
  };
}

async function findByKeys(db: Db, keys: Key[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select known.* from unnest(${keys.map((key) => key.dispensary_id)}::bigint[],
      ${keys.map(({ provider }) => provider)}::text[], ${keys.map((key) => key.provider_product_id)}::text[])
      as given(dispensary_id, provider, provider_product_id)
    cross join lateral (
      select id, dispensary_id, provider, provider_product_id from store_products one
      where one.dispensary_id = given.dispensary_id and one.provider = given.provider
        and one.provider_product_id = given.provider_product_id offset 0
    ) as known
  `.execute(db);
  return rows;
}

function keyText({ dispensary_id: dispensaryId, provider, provider_product_id: productId }: Key): string {
  return JSON.stringify([dispensaryId, provider, productId]);
}

const PRODUCT_ID_COLUMNS = ['provider_product_id', 'external_product_id'];
const KEY_COLUMNS = ['dispensary_id', 'provider', ...PRODUCT_ID_COLUMNS];

function readKey(row: LegacyRow): Key | string {
  const dispensaryId = idOf(row, 'dispensary_id');
  if (dispensaryId === null) return 'it has no dispensary_id';
  const productId = textOf(row, ...PRODUCT_ID_COLUMNS);
  if (productId === null) return 'it has no provider_product_id';
  const provider = (textOf(row, 'provider') ?? LEGACY_PLATFORM).toLowerCase();
  return { id: row.id, dispensary_id: dispensaryId, provider, provider_product_id: productId };
}

function readProduct(row: LegacyRow, key: Key): Record<string, unknown> {
  const nameRaw = textOf(row, 'name_raw', 'name') ?? key.provider_product_id;
  const brandRaw = textOf(row, 'brand_name_raw', 'brand_name');
  const seen = timeOf(row, 'last_seen_at', 'updated_at', 'created_at') ?? new Date().toISOString();
  return {
    ...key,
    name_raw: nameRaw,
    name: nameRaw.replaceAll(/\s+/g, ' '),
    brand_name_raw: brandRaw,
    brand_name: brandRaw?.replaceAll(/\s+/g, ' ') ?? null,
    category: textOf(row, 'category', 'category_raw', 'type'),
    subcategory: textOf(row, 'subcategory', 'subcategory_raw'),
    strain_type: textOf(row, 'strain_type'),
    ...readState(row),
    stock_status: isInStock(row) ? 'in_stock' : 'oos',
    consecutive_misses: Math.min(countOf(row, 'consecutive_misses') ?? 0, 3),
    image_url: textOf(row, 'image_url', 'primary_image_url'),
    image_failures: 0,
    first_seen_at: timeOf(row, 'first_seen_at', 'created_at') ?? seen,
    last_seen_at: seen,
    updated_at: timeOf(row, 'updated_at') ?? seen,
    specials: [],
    medical_only: flagOf(row, 'medical_only') ?? false,
    rec_only: flagOf(row, 'rec_only') ?? false,
    cannabinoids: [],
    image_urls: [],
  };
}

/** Reads the columns that products and their snapshots share. */
export function readState(row: LegacyRow): Record<string, unknown> {
  const special = priceOf(row, 'price_rec_special');
  const medicalSpecial = priceOf(row, 'price_med_special');
  return {
    price_rec: priceOf(row, 'price_rec'),
    price_med: priceOf(row, 'price_med'),
    price_rec_special: special,
    price_med_special: medicalSpecial,
    is_on_special: flagOf(row, 'is_on_special') ?? (special !== null || medicalSpecial !== null),
    is_in_stock: isInStock(row),
    quantity: countOf(row, 'quantity', 'stock_quantity', 'total_quantity_available'),
    quantity_capped: false,
    ...readPotency(row),
    options: [],
    normalizer_version: NORMALIZER_VERSION,
  };
}

function readPotency(row: LegacyRow): Record<string, unknown> {
  const range = (name: 'thc' | 'cbd') => {
    const low = numberOf(row, `${name}_low`, `${name}_percent`, `${name}_content`);
    return {
      [`${name}_low`]: low,
      [`${name}_high`]: numberOf(row, `${name}_high`) ?? low,
      [`${name}_unit`]: low === null ? null : 'UNKNOWN',
    };
  };
  return { ...range('thc'), ...range('cbd') };
}

/** Whether a product is in stock. It is unless one of the two columns says otherwise, either of which may be missing. */
function isInStock(row: LegacyRow): boolean {
  const status = textOf(row, 'stock_status')?.toLowerCase() ?? null;
  const isOut = status !== null && ['oos', 'out_of_stock', 'out'].includes(status);
  return !isOut && (flagOf(row, 'is_in_stock', 'in_stock') ?? true);
}

/** Finds the dispensaries of those products that were imported, in a dry run also of those that would be, by product id. */
export async function takenProducts(
  tools: ImportTools,
  ids: (number | null)[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await findLegacyRows(tools.legacy, products.table, { ids, columns: KEY_COLUMNS });
  const verdicts = await judgeProducts(tools, rows, tools.isDryRun ? 'ids and keys' : 'ids');
  const taken = rows.filter(
    (_, at) => verdicts[at]?.is === 'present' || (tools.isDryRun && verdicts[at]?.is === 'new'),
  );
  return new Map(taken.map((row) => [row.id, (readKey(row) as Key).dispensary_id]));
}
