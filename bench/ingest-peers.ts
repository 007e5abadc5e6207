import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StoredPayload } from '../db/queries/payloads.ts';
import type { CanonicalProduct } from '../domain/product.ts';
import { makeMenu } from './make-menu.ts';

/** The way to write products one by one. */
export interface RowByRow {
  client: Client;
  /** Whether each statement is parsed and planned once per connection, under a name, instead of each time. */
  isPrepared: boolean;
}

/** Writes the products, snapshots and misses of a payload with two statements a product, as hand-written upserts do. */
export async function writeRowByRow(
  { client, isPrepared }: RowByRow,
  { id, dispensaryId, fetchedAt }: StoredPayload,
  products: CanonicalProduct[],
): Promise<void> {
  const named = (name: string) => (isPrepared ? { name } : {});
  for (const product of products) {
    const { rows } = await client.query<{ id: number }>({
      ...named('upsert'),
      text: UPSERT_ONE,
      values: [dispensaryId, product.providerProductId, id, fetchedAt, ...Object.values(stateOf(product))],
    });
    await client.query({
      ...named('snapshot'),
      text: SNAPSHOT_ONE,
      values: [rows[0]?.id, id, dispensaryId, fetchedAt, ...snapshotOf(product)],
    });
  }
  await client.query(MISSES, [dispensaryId, fetchedAt]);
}

type Cell = string | number | boolean | null;

/** The columns that both ways write for a product and its snapshot. */
const SNAPSHOT_COLUMNS = [
  'price_rec',
  'price_med',
  'price_rec_special',
  'price_med_special',
  'price_option',
  'is_on_special',
  'is_in_stock',
  'quantity',
  'quantity_capped',
  'thc_low',
  'thc_high',
  'thc_unit',
  'cbd_low',
  'cbd_high',
  'cbd_unit',
  'options',
  'normalizer_version',
] as const;

function stateOf(product: CanonicalProduct): Record<string, Cell> {
  return {
    price_rec: product.priceRec,
    price_med: product.priceMed,
    price_rec_special: product.specialRec,
    price_med_special: product.specialMed,
    price_option: product.priceOption,
    is_on_special: product.onSpecial,
    is_in_stock: product.inStock,
    quantity: product.quantity,
    quantity_capped: product.quantityCapped,
    thc_low: product.thc?.low ?? null,
    thc_high: product.thc?.high ?? null,
    thc_unit: product.thc?.unit ?? null,
    cbd_low: product.cbd?.low ?? null,
    cbd_high: product.cbd?.high ?? null,
    cbd_unit: product.cbd?.unit ?? null,
    options: JSON.stringify(product.options),
    normalizer_version: 5,
    name_raw: product.nameRaw,
    name: product.name,
    brand_name_raw: product.brandNameRaw,
    brand_name: product.brandName,
    category: product.category,
    subcategory: product.subcategory,
    strain_type: product.strainType,
    image_url: product.imageUrl,
    enterprise_product_id: product.enterpriseProductId,
    slug: product.slug,
    brand_id: product.brandId,
    brand_description: product.brandDescription,
    brand_image_url: product.brandImageUrl,
    specials: JSON.stringify(product.specials),
    status: product.status,
    medical_only: product.medicalOnly,
    rec_only: product.recOnly,
    cannabinoids: JSON.stringify(product.cannabinoids),
    image_urls: JSON.stringify(product.imageUrls),
    platform_created_at: product.createdAt,
    platform_updated_at: product.updatedAt,
    stock_status: product.inStock ? 'in_stock' : 'oos',
  };
}

function snapshotOf(product: CanonicalProduct): Cell[] {
  const state = stateOf(product);
  return SNAPSHOT_COLUMNS.map((name) => state[name] ?? null);
}

const STATE_COLUMNS = Object.keys(stateOf(makeMenu(1, 0)[0]!));

/** Placeholders from the fifth on: the first four are keys and times. */
function placeholders(names: readonly string[]): string {
  return names.map((_, place) => `$${place + 5}`).join(', ');
}

const UPSERT_ONE = `
  insert into store_products (dispensary_id, provider, provider_product_id, last_payload_id, first_seen_at, last_seen_at,
    ${STATE_COLUMNS.join(', ')})
  values ($1, 'dutchie', $2, $3, $4, $4, ${placeholders(STATE_COLUMNS)})
  on conflict (dispensary_id, provider, provider_product_id) do update set
    ${STATE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, last_payload_id = excluded.last_payload_id,
    last_seen_at = excluded.last_seen_at, consecutive_misses = 0
  returning id`;

const SNAPSHOT_ONE = `
  insert into store_product_snapshots (store_product_id, payload_id, dispensary_id, fetched_at, ${SNAPSHOT_COLUMNS.join(', ')})
  values ($1, $2, $3, $4, ${placeholders(SNAPSHOT_COLUMNS)})`;

const MISSES = `
  update store_products set consecutive_misses = consecutive_misses + 1 where dispensary_id = $1 and last_seen_at < $2`;

/** Tables with the columns of the snapshots: without key, index or partition, and with our keys and indexes. */
export const COPY_TABLES = { bare: 'bare_snapshots', keyed: 'keyed_snapshots' } as const;

/** Creates the tables that snapshots are copied into. */
export async function createCopyTables(client: Client): Promise<void> {
  await client.query(`create table ${COPY_TABLES.bare} (like store_product_snapshots)`);
  await client.query(`create table ${COPY_TABLES.keyed} (like store_product_snapshots including indexes)`);
}

/** Copies the snapshots of a menu into one of these tables. */
export async function copySnapshotsOf(
  client: Client,
  products: CanonicalProduct[],
  { into, payloadId }: { into: keyof typeof COPY_TABLES; payloadId: number },
): Promise<void> {
  const at = new Date().toISOString();
  const lines = products.map((product, place) =>
    [place, payloadId, 1, at, ...snapshotOf(product)].map(copyText).join('\t'),
  );
  const columns = ['store_product_id', 'payload_id', 'dispensary_id', 'fetched_at', ...SNAPSHOT_COLUMNS];
  const copy = copyFrom(`copy ${COPY_TABLES[into]} (${columns.join(', ')}) from stdin`);
  await pipeline(Readable.from([`${lines.join('\n')}\n`]), client.query(copy));
}

function copyText(value: Cell): string {
  return value === null ? '\\N' : String(value).replaceAll('\\', '\\\\');
}
