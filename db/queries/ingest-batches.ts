import { sql } from 'kysely';
import {
  MISSES_UNTIL_OUT_OF_STOCK,
  NORMALIZER_VERSION,
  type CanonicalProduct,
} from '../../domain/product.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** Products travel as one JSON value a batch: one parameter, one parse, one statement. */
const PRODUCT_RECORD = sql`json_to_recordset(incoming.rows) as product (
  "providerProductId" text, "nameRaw" text, name text, "brandNameRaw" text, "brandName" text, category text,
  subcategory text, "strainType" text, "priceRec" numeric, "priceMed" numeric, "specialRec" numeric,
  "specialMed" numeric, "onSpecial" boolean, "inStock" boolean, quantity integer, "quantityCapped" boolean,
  thc json, cbd json, "imageUrl" text, options jsonb, "enterpriseProductId" text, slug text, "brandId" text,
  "brandDescription" text, "brandImageUrl" text, specials jsonb, status text, "medicalOnly" boolean, "recOnly" boolean,
  cannabinoids jsonb, "imageUrls" jsonb, "createdAt" timestamptz, "updatedAt" timestamptz
)`;

interface Batch {
  payload: StoredPayload;
  products: CanonicalProduct[];
}

/**
 * Inserts or updates the current state of a batch of products.
 * @param isNewest false: the payload is older than what is in, so known products stay as they are, and ones that are
 *   known from it alone count as gone
 * @returns how many were not known before
 */
export async function upsertProducts(
  tx: Db,
  { payload, products, isNewest }: Batch & { isNewest: boolean },
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with incoming as (select ${JSON.stringify(products)}::json as rows), upserted as (
      insert into store_products as known (
        dispensary_id, provider, provider_product_id, name_raw, name, brand_name_raw, brand_name, category, subcategory,
        strain_type, price_rec, price_med, price_rec_special, price_med_special, is_on_special, is_in_stock, stock_status,
        quantity, quantity_capped, consecutive_misses, thc_low, thc_high, thc_unit, cbd_low, cbd_high, cbd_unit, options,
        image_url, enterprise_product_id, slug, brand_id, brand_description, brand_image_url, specials, status, medical_only,
        rec_only, cannabinoids, image_urls, platform_created_at, platform_updated_at, normalizer_version, last_payload_id,
        first_seen_at, last_seen_at
      )
      select ${payload.dispensaryId}, ${payload.platform}, product."providerProductId", product."nameRaw", product.name,
        product."brandNameRaw", product."brandName", product.category, product.subcategory, product."strainType",
        product."priceRec", product."priceMed", product."specialRec", product."specialMed", product."onSpecial",
        product."inStock" and ${isNewest}, case when product."inStock" and ${isNewest} then 'in_stock' else 'oos' end,
        product.quantity, product."quantityCapped", case when ${isNewest} then 0 else ${MISSES_UNTIL_OUT_OF_STOCK} end,
        (product.thc ->> 'low')::float8, (product.thc ->> 'high')::float8, product.thc ->> 'unit',
        (product.cbd ->> 'low')::float8, (product.cbd ->> 'high')::float8, product.cbd ->> 'unit',
        product.options, product."imageUrl", product."enterpriseProductId", product.slug, product."brandId",
        product."brandDescription", product."brandImageUrl", product.specials, product.status, product."medicalOnly",
        product."recOnly", product.cannabinoids, product."imageUrls", product."createdAt", product."updatedAt",
        ${NORMALIZER_VERSION}, ${payload.id}, ${payload.fetchedAt}, ${payload.fetchedAt}
      from incoming, ${PRODUCT_RECORD}
      on conflict (dispensary_id, provider, provider_product_id) do update set
        name_raw = excluded.name_raw, name = excluded.name, brand_name_raw = excluded.brand_name_raw,
        brand_name = excluded.brand_name, category = excluded.category, subcategory = excluded.subcategory,
        strain_type = excluded.strain_type, price_rec = excluded.price_rec, price_med = excluded.price_med,
        price_rec_special = excluded.price_rec_special, price_med_special = excluded.price_med_special,
        is_on_special = excluded.is_on_special, is_in_stock = excluded.is_in_stock, stock_status = excluded.stock_status,
        quantity = excluded.quantity, quantity_capped = excluded.quantity_capped, consecutive_misses = 0,
        thc_low = excluded.thc_low, thc_high = excluded.thc_high, thc_unit = excluded.thc_unit,
        cbd_low = excluded.cbd_low, cbd_high = excluded.cbd_high, cbd_unit = excluded.cbd_unit,
        options = excluded.options, image_url = excluded.image_url,
        -- A new address is a new chance.
        image_failures = case when known.image_url is distinct from excluded.image_url then 0 else known.image_failures end,
        enterprise_product_id = excluded.enterprise_product_id, slug = excluded.slug, brand_id = excluded.brand_id,
        brand_description = excluded.brand_description, brand_image_url = excluded.brand_image_url,
        specials = excluded.specials, status = excluded.status, medical_only = excluded.medical_only,
        rec_only = excluded.rec_only, cannabinoids = excluded.cannabinoids, image_urls = excluded.image_urls,
        platform_created_at = excluded.platform_created_at, platform_updated_at = excluded.platform_updated_at,
        normalizer_version = excluded.normalizer_version,
        last_payload_id = excluded.last_payload_id, last_seen_at = excluded.last_seen_at, updated_at = now()
      where ${isNewest}
      returning xmax = 0 as is_new
    )
    select (count(*) filter (where is_new))::int as added from upserted
  `.execute(tx);
  return rows[0]?.added ?? 0;
}

/** Writes one snapshot for each product of the batch, anew where there is one; the products must be in. */
export async function writeSnapshots(tx: Db, { payload, products }: Batch): Promise<void> {
  await sql`
    with incoming as (select ${JSON.stringify(products)}::json as rows)
    insert into store_product_snapshots (
      store_product_id, payload_id, dispensary_id, price_rec, price_med, price_rec_special, price_med_special,
      is_on_special, is_in_stock, quantity, quantity_capped, thc_low, thc_high, thc_unit, cbd_low, cbd_high, cbd_unit,
      options, normalizer_version, fetched_at
    )
    select known.id, ${payload.id}, ${payload.dispensaryId}, product."priceRec", product."priceMed", product."specialRec",
      product."specialMed", product."onSpecial", product."inStock", product.quantity, product."quantityCapped",
      (product.thc ->> 'low')::float8, (product.thc ->> 'high')::float8, product.thc ->> 'unit',
      (product.cbd ->> 'low')::float8, (product.cbd ->> 'high')::float8, product.cbd ->> 'unit',
      product.options, ${NORMALIZER_VERSION}, ${payload.fetchedAt}
    from incoming, ${PRODUCT_RECORD}
    join store_products known
      on known.dispensary_id = ${payload.dispensaryId} and known.provider = ${payload.platform}
      and known.provider_product_id = product."providerProductId"
    on conflict (store_product_id, payload_id, fetched_at) do update set
      price_rec = excluded.price_rec, price_med = excluded.price_med, price_rec_special = excluded.price_rec_special,
      price_med_special = excluded.price_med_special, is_on_special = excluded.is_on_special,
      is_in_stock = excluded.is_in_stock, quantity = excluded.quantity, quantity_capped = excluded.quantity_capped,
      thc_low = excluded.thc_low, thc_high = excluded.thc_high, thc_unit = excluded.thc_unit,
      cbd_low = excluded.cbd_low, cbd_high = excluded.cbd_high, cbd_unit = excluded.cbd_unit,
      options = excluded.options, normalizer_version = excluded.normalizer_version
  `.execute(tx);
}
