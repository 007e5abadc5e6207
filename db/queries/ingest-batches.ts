import { sql, type RawBuilder } from 'kysely';
import {
  MISSES_UNTIL_OUT_OF_STOCK,
  NORMALIZER_VERSION,
  type CanonicalProduct,
} from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** Products travel as one JSON value a batch: one parameter, one parse, one statement. */
const PRODUCT_RECORD = sql`jsonb_to_recordset(incoming.rows) as product (
  "providerProductId" text, "nameRaw" text, name text, "brandNameRaw" text, "brandName" text, category text,
  subcategory text, "strainType" text, "priceRec" numeric, "priceMed" numeric, "specialRec" numeric,
  "specialMed" numeric, "onSpecial" boolean, "inStock" boolean, quantity integer, "quantityCapped" boolean,
  thc jsonb, cbd jsonb, "imageUrl" text, options jsonb, "enterpriseProductId" text, slug text, "brandId" text,
  "brandDescription" text, "brandImageUrl" text, specials jsonb, status text, "medicalOnly" boolean, "recOnly" boolean,
  cannabinoids jsonb, "imageUrls" jsonb, "createdAt" timestamptz, "updatedAt" timestamptz
)`;

/** What a product is, column by column, from the record above. */
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

/** What a product and its snapshot have in common. */
const SHARED_COLUMNS: Record<string, string> = {
  price_rec: '"priceRec"',
  price_med: '"priceMed"',
  price_rec_special: '"specialRec"',
  price_med_special: '"specialMed"',
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
  'consecutive_misses',
  'normalizer_version',
];
const SNAPSHOT_COLUMNS = [...Object.keys(SHARED_COLUMNS), 'is_in_stock', 'normalizer_version'];

/** The names of columns, with what stands before and after each. */
function columns(names: string[], shape: (name: string) => string = (name) => name): RawBuilder<unknown> {
  return sql.raw(names.map(shape).join(', '));
}

interface Batch {
  payload: StoredPayload;
  products: CanonicalProduct[];
  /**
   * False: the payload is older than what is in, so known products stay as they are, and ones that are known from it
   * alone count as gone.
   */
  isNewest: boolean;
}

/**
 * Inserts or updates the current state of a batch of products, and writes one snapshot for each, anew where there is
 * one. `updated_at` moves only where something but the time of being seen has changed.
 * @returns how many products were not known before
 */
export async function writeProducts(tx: Db, { payload, products, isNewest }: Batch): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with incoming as (select ${JSON.stringify(products)}::jsonb as rows), product as materialized (
      select "providerProductId" as provider_product_id, "inStock" as is_listed_in_stock,
        "createdAt" as platform_created_at, "updatedAt" as platform_updated_at,
        ${columns(Object.entries({ ...PRODUCT_COLUMNS, ...SHARED_COLUMNS }).map(([name, from]) => `${from} as ${name}`))}
      from incoming, ${PRODUCT_RECORD}
    ), upserted as (
      insert into store_products as known (
        dispensary_id, provider, provider_product_id, ${columns(STATE_COLUMNS)}, platform_created_at, platform_updated_at,
        last_payload_id, first_seen_at, last_seen_at
      )
      select ${payload.dispensaryId}, ${payload.platform}, provider_product_id,
        ${columns(Object.keys({ ...PRODUCT_COLUMNS, ...SHARED_COLUMNS }))},
        is_listed_in_stock and ${isNewest}, case when is_listed_in_stock and ${isNewest} then 'in_stock' else 'oos' end,
        case when ${isNewest} then 0 else ${MISSES_UNTIL_OUT_OF_STOCK} end, ${NORMALIZER_VERSION},
        platform_created_at, platform_updated_at, ${payload.id}, ${payload.fetchedAt}, ${payload.fetchedAt}
      from product
      on conflict (dispensary_id, provider, provider_product_id) do update set
        ${columns(STATE_COLUMNS, (name) => `${name} = excluded.${name}`)},
        platform_created_at = excluded.platform_created_at, platform_updated_at = excluded.platform_updated_at,
        -- A new address is a new chance.
        image_failures = case when known.image_url is distinct from excluded.image_url then 0 else known.image_failures end,
        last_payload_id = excluded.last_payload_id, last_seen_at = excluded.last_seen_at,
        updated_at = case
          when (${columns(STATE_COLUMNS, (name) => `known.${name}`)})
            is distinct from (${columns(STATE_COLUMNS, (name) => `excluded.${name}`)}) then now()
          else known.updated_at
        end
      where ${isNewest}
      returning id, provider_product_id, xmax = 0 as is_new
    ), snapshots as (
      insert into store_product_snapshots (
        store_product_id, payload_id, dispensary_id, ${columns(SNAPSHOT_COLUMNS)}, fetched_at
      )
      -- A row that this statement inserts is seen in what it returned alone, one that it left alone in the table alone.
      select coalesce(upserted.id, known.id), ${payload.id}, ${payload.dispensaryId},
        ${columns(Object.keys(SHARED_COLUMNS), (name) => `product.${name}`)}, is_listed_in_stock, ${NORMALIZER_VERSION},
        ${payload.fetchedAt}
      from product
      left join upserted using (provider_product_id)
      left join store_products known
        on upserted.id is null and known.dispensary_id = ${payload.dispensaryId} and known.provider = ${payload.platform}
        and known.provider_product_id = product.provider_product_id
      on conflict (store_product_id, payload_id, fetched_at) do update set
        ${columns(SNAPSHOT_COLUMNS, (name) => `${name} = excluded.${name}`)}
    )
    select (count(*) filter (where is_new))::int as added from upserted
  `.execute(tx);
  return rows[0]?.added ?? 0;
}
