import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Totals of the database. */
export interface CatalogSummary {
  dispensaries: number;
  payloads: { written: number; bytes: number };
  products: { total: number; inStock: number; outOfStock: number; skipped: number };
  snapshots: number;
  images: { downloaded: number; failed: number };
  proxies: { active: number; used: number };
}

/** Counts what is stored. */
export async function summarizeCatalog(db: Db): Promise<CatalogSummary> {
  const { rows } = await sql<Flat>`
    select
      (select count(*) from dispensaries) as dispensaries,
      (select count(*) from raw_crawl_payloads) as payloads,
      (select coalesce(sum(size_bytes), 0)::bigint from raw_crawl_payloads) as bytes,
      (select count(*) from store_products) as products,
      (select count(*) from store_products where is_in_stock) as in_stock,
      (select coalesce(sum((ingest_counts ->> 'skipped')::int), 0) from (
        select distinct on (dispensary_id) ingest_counts from raw_crawl_payloads
        where ingested_at is not null order by dispensary_id, fetched_at desc
      ) as latest) as skipped,
      (select count(*) from store_product_snapshots) as snapshots,
      (select count(*) from store_products where local_image_path is not null) as images,
      (select count(*) from store_products where local_image_path is null and image_error is not null) as images_failed,
      (select count(*) from proxies where is_active) as proxies_active,
      (select count(distinct proxy_id) from proxy_events where outcome = 'success') as proxies_used
  `.execute(db);
  return toSummary(rows[0] as Flat);
}

interface Flat {
  dispensaries: number;
  payloads: number;
  bytes: number;
  products: number;
  in_stock: number;
  skipped: number;
  snapshots: number;
  images: number;
  images_failed: number;
  proxies_active: number;
  proxies_used: number;
}

function toSummary(flat: Flat): CatalogSummary {
  return {
    dispensaries: flat.dispensaries,
    payloads: { written: flat.payloads, bytes: flat.bytes },
    products: {
      total: flat.products,
      inStock: flat.in_stock,
      outOfStock: flat.products - flat.in_stock,
      skipped: flat.skipped,
    },
    snapshots: flat.snapshots,
    images: { downloaded: flat.images, failed: flat.images_failed },
    proxies: { active: flat.proxies_active, used: flat.proxies_used },
  };
}

export interface ChangeCounts {
  added: number;
  removed: number;
  priceChanges: number;
  stockChanges: number;
}

/** Counts the changes between the last two ingested payloads of each dispensary, over all dispensaries. */
export async function summarizeChanges(db: Db): Promise<ChangeCounts> {
  const { rows } = await sql<ChangeCounts>`
    with ranked as (
      select id, dispensary_id, row_number() over (partition by dispensary_id order by fetched_at desc) as place
      from raw_crawl_payloads where ingested_at is not null
    ), pairs as (
      select last.id as last_id, previous.id as previous_id
      from ranked last join ranked previous using (dispensary_id)
      where last.place = 1 and previous.place = 2
    ), before as (
      select snapshot.* from store_product_snapshots snapshot join pairs on snapshot.payload_id = pairs.previous_id
    ), after as (
      select snapshot.* from store_product_snapshots snapshot join pairs on snapshot.payload_id = pairs.last_id
    )
    select
      count(*) filter (where before.store_product_id is null) as added,
      count(*) filter (where after.store_product_id is null) as removed,
      count(*) filter (where before.store_product_id = after.store_product_id and
        (before.price_rec, before.price_med, before.price_rec_special, before.price_med_special) is distinct from
        (after.price_rec, after.price_med, after.price_rec_special, after.price_med_special)) as "priceChanges",
      count(*) filter (where before.is_in_stock <> after.is_in_stock) as "stockChanges"
    from before full join after using (store_product_id)
  `.execute(db);
  return rows[0] ?? { added: 0, removed: 0, priceChanges: 0, stockChanges: 0 };
}
