import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  MISSES_UNTIL_OUT_OF_STOCK,
  NORMALIZER_VERSION,
  type CanonicalProduct,
} from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** The fields of a product's JSON that become columns. */
const PRODUCT_FIELDS = sql`
  "providerProductId" text, "nameRaw" text, name text, "brandNameRaw" text, "brandName" text, category text,
  subcategory text, "strainType" text, "priceRec" numeric, "priceMed" numeric, "specialRec" numeric,
  "specialMed" numeric, "priceOption" text, "onSpecial" boolean, "inStock" boolean, quantity integer, "quantityCapped" boolean,
  thc jsonb, cbd jsonb, "imageUrl" text, options jsonb, "enterpriseProductId" text, slug text, "brandId" text,
  "brandDescription" text, "brandImageUrl" text, specials jsonb, status text, "medicalOnly" boolean, "recOnly" boolean,
  cannabinoids jsonb, "imageUrls" jsonb, "createdAt" timestamptz,
  "updatedAt" timestamptz, "contentHash" text
`;

/** The product's columns, computed from the fields above. */
const PRODUCT_COLUMNS: Record<string, string> = {
  name_raw: '"nameRaw"',
  name: 'name',
  brand_name_raw: '"brandNameRaw"',
  brand_name: '"brandName"',
  category: 'category',
  subcategory: 'subcategory',
  strain_type: '"strainType"',
  image_url: '"imageUrl"',
  enterprise_product_id: '"enterpriseProductId"',
  slug: 'slug',
  brand_id: '"brandId"',
  brand_description: '"brandDescription"',
  brand_image_url: '"brandImageUrl"',
  specials: 'specials',
  status: 'status',
  medical_only: '"medicalOnly"',
  rec_only: '"recOnly"',
  cannabinoids: 'cannabinoids',
  image_urls: '"imageUrls"',
};

/** The columns that a product shares with its snapshot. */
const SHARED_COLUMNS: Record<string, string> = {
  price_rec: '"priceRec"',
  price_med: '"priceMed"',
  price_rec_special: '"specialRec"',
  price_med_special: '"specialMed"',
  price_option: '"priceOption"',
  is_on_special: '"onSpecial"',
  quantity: 'quantity',
  quantity_capped: '"quantityCapped"',
  thc_low: "(thc ->> 'low')::float8",
  thc_high: "(thc ->> 'high')::float8",
  thc_unit: "thc ->> 'unit'",
  cbd_low: "(cbd ->> 'low')::float8",
  cbd_high: "(cbd ->> 'high')::float8",
  cbd_unit: "cbd ->> 'unit'",
  options: 'options',
};

const STATE_COLUMNS = [
  ...Object.keys({ ...PRODUCT_COLUMNS, ...SHARED_COLUMNS }),
  'is_in_stock',
  'stock_status',
  'stock_as_of',
  'consecutive_misses',
  'first_missed_at',
  'normalizer_version',
];
const SNAPSHOT_COLUMNS = [...Object.keys(SHARED_COLUMNS), 'is_in_stock', 'normalizer_version'];

/**
 * SQL: whether a row keeps its stock, because the payload does not state the stock but earlier payloads did. No option has a quantity,
 * and either the status is `Active` and the row has a quantity, or the status is missing too and the row shows signs of stock. A
 * product that was out of stock for its misses and comes back does not keep its stock.
 */
const KEEPS_STOCK = `(
  excluded.quantity is null
  and case
    when excluded.status is null then
      known.quantity is not null or known.status is not null or known.stock_as_of is not null
    else excluded.status = 'Active' and known.quantity is not null
  end
  and (known.is_in_stock or known.consecutive_misses < ${MISSES_UNTIL_OUT_OF_STOCK})
  -- Stock that an older version of the rules read from this same payload is not an earlier value.
  and (known.last_payload_id is distinct from excluded.last_payload_id or known.stock_as_of is not null)
)`;

/** The stock values that a row keeps, by column, if the payload does not state them. */
const KEPT_STOCK: Record<string, string> = {
  is_in_stock: 'known.is_in_stock',
  stock_status: 'known.stock_status',
  stock_as_of: 'coalesce(known.stock_as_of, known.last_seen_at)',
  quantity: 'known.quantity',
  quantity_capped: 'known.quantity_capped',
  options: 'keep_option_stock(excluded.options, known.options)',
};

/** Returns SQL for the new value of a column in an existing row. */
function updated(name: string): string {
  const kept = KEPT_STOCK[name];
  return kept === undefined
    ? `excluded.${name}`
    : `case when ${KEEPS_STOCK} then ${kept} else excluded.${name} end`;
}

/** Returns a list of column names as SQL, each formatted with `shape`. */
function columns(names: string[], shape: (name: string) => string = (name) => name): RawBuilder<unknown> {
  return sql.raw(names.map(shape).join(', '));
}

/** A product to be ingested. */
interface IncomingProduct {
  providerProductId: string;
  inStock: boolean;
  /** The canonical product without `updatedAt`, which platforms change without any other change. */
  json: string;
  /** Hash of the JSON and of the rules that make a row from it. */
  contentHash: string;
  updatedAt: string | null;
}

export interface Batch {
  payload: StoredPayload;
  products: IncomingProduct[];
}

/** Prepares a product, with the hash that shows whether it has changed. */
export function incomingProduct(product: CanonicalProduct): IncomingProduct {
  const { providerProductId, inStock, updatedAt } = product;
  const json = JSON.stringify({ ...product, updatedAt: undefined });
  return {
    providerProductId,
    inStock,
    json,
    contentHash: hash('sha256', `${ROW_RULES} ${json}`, 'base64url'),
    updatedAt,
  };
}

/** Part of every content hash: if the rules for a column change, every row is rewritten. */
const ROW_RULES = hash(
  'sha256',
  JSON.stringify([NORMALIZER_VERSION, PRODUCT_COLUMNS, SHARED_COLUMNS]),
  'base64url',
);

/**
 * Marks as seen those products of a batch that have not changed since their rows were made. Otherwise updates only the platform's
 * own time of change in these rows.
 * @returns the other products: unknown, changed, made by other rules, or back after a miss
 */
export async function keepUnchanged(tx: Db, { payload, products }: Batch): Promise<IncomingProduct[]> {
  const { rows } = await sql<{ id: string }>`
    update store_products known set
      last_payload_id = ${payload.id}, last_seen_at = ${payload.fetchedAt}, platform_updated_at = product.updated_at
    from unnest(
      ${products.map(({ providerProductId }) => providerProductId)}::text[],
      ${products.map(({ contentHash }) => contentHash)}::text[],
      ${products.map(({ updatedAt }) => updatedAt)}::timestamptz[]
    ) as product (id, content_hash, updated_at)
    where known.dispensary_id = ${payload.dispensaryId} and known.provider = ${payload.platform}
      and known.provider_product_id = product.id and known.content_hash = product.content_hash
      and known.consecutive_misses = 0
    returning product.id
  `.execute(tx);
  const unchanged = new Set(rows.map(({ id }) => id));
  return products.filter(({ providerProductId }) => !unchanged.has(providerProductId));
}

/**
 * Inserts or updates the current state of a batch of products from the newest payload. Stock that the payload does not state
 * keeps its last value, and `stock_as_of` records when it was last stated. `updated_at` changes only if something other than the
 * last-seen time changes.
 * @returns how many products are new
 */
export async function upsertProducts(tx: Db, batch: Batch): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with product as (${incoming(batch.products)}), upserted as (
      ${insertProducts(batch.payload, { isNewest: true })}
      on conflict (dispensary_id, provider, provider_product_id) do update set
        ${columns(STATE_COLUMNS, (name) => `${name} = ${updated(name)}`)},
        platform_created_at = excluded.platform_created_at, platform_updated_at = excluded.platform_updated_at,
        content_hash = excluded.content_hash,
        -- A new URL resets the failures.
        image_failures = case when known.image_url is distinct from excluded.image_url then 0 else known.image_failures end,
        last_payload_id = excluded.last_payload_id, last_seen_at = excluded.last_seen_at,
        updated_at = case
          when (${columns(STATE_COLUMNS, (name) => `known.${name}`)})
            is distinct from (${columns(STATE_COLUMNS, updated)}) then now()
          else known.updated_at
        end
      returning xmax = 0 as is_new
    )
    select (count(*) filter (where is_new))::int as added from upserted
  `.execute(tx);
  return rows[0]?.added ?? 0;
}

/** Deletes a payload's snapshots before it is ingested again. */
export async function deleteSnapshots(tx: Db, { id, fetchedAt }: StoredPayload): Promise<void> {
  await sql`delete from store_product_snapshots where payload_id = ${id} and fetched_at = ${fetchedAt}`.execute(
    tx,
  );
}

/** Writes a snapshot of each product in a batch of the newest payload, from the rows that were just written. */
export async function snapshotCurrent(tx: Db, { payload, products }: Batch): Promise<void> {
  await sql`
    ${INSERT_SNAPSHOTS}
    select product.id, ${payload.id}, ${payload.dispensaryId},
      ${columns(SNAPSHOT_COLUMNS, (name) => `product.${name}`)}, ${payload.fetchedAt}
    from store_products product
    where product.dispensary_id = ${payload.dispensaryId} and product.provider = ${payload.platform}
      and product.provider_product_id = any(${products.map(({ providerProductId }) => providerProductId)}::text[])
  `.execute(tx);
}

/**
 * Writes a snapshot of each product in a batch of a payload that is older than the ingested ones. Known products stay as they
 * are; products that only this payload contains count as gone.
 * @returns how many products are new
 */
export async function snapshotOlder(tx: Db, { payload, products }: Batch): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with product as (${incoming(products)})
    ${insertProducts(payload, { isNewest: false })}
    on conflict (dispensary_id, provider, provider_product_id) do nothing
    returning id
  `.execute(tx);
  await sql`
    with product as (${incoming(products)})
    ${INSERT_SNAPSHOTS}
    select known.id, ${payload.id}, ${payload.dispensaryId},
      ${columns(Object.keys(SHARED_COLUMNS), (name) => `product.${name}`)}, is_listed_in_stock, ${NORMALIZER_VERSION},
      ${payload.fetchedAt}
    from product join store_products known
      on known.dispensary_id = ${payload.dispensaryId} and known.provider = ${payload.platform}
      and known.provider_product_id = product.provider_product_id
  `.execute(tx);
  return rows.length;
}

/** Selects the products of a batch from one JSON text, so that there is one parameter and one parse. */
function incoming(products: IncomingProduct[]): RawBuilder<unknown> {
  return sql`
    select "providerProductId" as provider_product_id, "inStock" as is_listed_in_stock, "contentHash" as content_hash,
      "createdAt" as platform_created_at, "updatedAt" as platform_updated_at,
      ${columns(Object.entries({ ...PRODUCT_COLUMNS, ...SHARED_COLUMNS }).map(([name, from]) => `${from} as ${name}`))}
    from jsonb_to_recordset(${`[${products.map(recordOf).join(',')}]`}::jsonb) as product (${PRODUCT_FIELDS})
  `;
}

/** Adds fields to the product's JSON as text; serializing it again would double the work. */
function recordOf({ json, contentHash, updatedAt }: IncomingProduct): string {
  return `${json.slice(0, -1)},"updatedAt":${JSON.stringify(updatedAt)},"contentHash":"${contentHash}"}`;
}

function insertProducts(payload: StoredPayload, { isNewest }: { isNewest: boolean }): RawBuilder<unknown> {
  return sql`
    insert into store_products as known (
      dispensary_id, provider, provider_product_id, ${columns(STATE_COLUMNS)}, platform_created_at, platform_updated_at,
      content_hash, last_payload_id, first_seen_at, last_seen_at
    )
    select ${payload.dispensaryId}, ${payload.platform}, provider_product_id,
      ${columns(Object.keys({ ...PRODUCT_COLUMNS, ...SHARED_COLUMNS }))},
      is_listed_in_stock and ${isNewest}, case when is_listed_in_stock and ${isNewest} then 'in_stock' else 'oos' end,
      null::timestamptz, case when ${isNewest} then 0 else ${MISSES_UNTIL_OUT_OF_STOCK} end, null::timestamptz, ${NORMALIZER_VERSION},
      platform_created_at, platform_updated_at, content_hash, ${payload.id}, ${payload.fetchedAt}, ${payload.fetchedAt}
    from product
  `;
}

const INSERT_SNAPSHOTS = sql`
  insert into store_product_snapshots (
    store_product_id, payload_id, dispensary_id, ${columns(SNAPSHOT_COLUMNS)}, fetched_at
  )
`;
