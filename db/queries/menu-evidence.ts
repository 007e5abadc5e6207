import { sql } from 'kysely';
import type {
  ComparedProduct,
  EarlierProduct,
  KnownMenu,
  RememberedMenu,
} from '../../domain/belief/known-menu.ts';
import { SAMPLES_PER_RULE } from '../../domain/belief/find-samples.ts';
import type { OfOtherStores } from '../../domain/belief/rule.ts';
import type { RepeatedPage } from '../../domain/belief/suspicion.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import { OVER_COUNTS_REMEMBERED } from '../../domain/over-count.ts';
import type { Db } from '../connect.ts';

/** How far back pages are compared: proxies and caches do not keep them for longer. */
const REPEATED_WITHIN_DAYS = 7;

/**
 * Finds recent believed payloads that contain one of these pages unchanged: one of another dispensary, whose products should have ids
 * of their own, and one of this dispensary that is older than its last ingested payload, which does not contain the page.
 */
export async function findRepeatedPages(
  db: Db,
  { dispensaryId, pageHashes }: { dispensaryId: number; pageHashes: string[] },
): Promise<{ twin: RepeatedPage | null; stale: RepeatedPage | null }> {
  const { rows } = await sql<RepeatedPage>`
    -- Materialized so that the index on the hashes is used. Usually no row matches.
    with same as materialized (
      select id, dispensary_id, verdict, fetched_at, page_hashes from raw_crawl_payloads
      where page_hashes && ${pageHashes}::text[]
    ), believed as (
      -- A menu that is itself doubted is no evidence against another one.
      select *, dispensary_id = ${dispensaryId} as is_own from same
      where fetched_at > now() - ${REPEATED_WITHIN_DAYS} * interval '1 day' and verdict in ('accepted', 'confirmed')
    ), last as (
      select id, fetched_at, page_hashes from raw_crawl_payloads
      where dispensary_id = ${dispensaryId} and ingested_at is not null
      order by fetched_at desc, id desc limit 1
    )
    select distinct on (is_own) id as "payloadId", dispensary_id as "dispensaryId" from believed
    where not is_own or exists (
      select from unnest(believed.page_hashes) as page (hash), last
      where page.hash = any(${pageHashes}::text[]) and last.page_hashes <> '{}' and page.hash <> all(last.page_hashes)
        -- A menu that was fetched later and not ingested is not an earlier menu.
        and (believed.fetched_at, believed.id) < (last.fetched_at, last.id)
    )
    order by is_own, id desc
  `.execute(db);
  return {
    twin: rows.find((row) => row.dispensaryId !== dispensaryId) ?? null,
    stale: rows.find((row) => row.dispensaryId === dispensaryId) ?? null,
  };
}

interface OfStore {
  dispensaryId: number;
  platform: PlatformName;
}

/** What is known about a store's menu, without the products of its earlier payloads: see `loadEarlierProducts`. */
interface StoredMenu extends Omit<KnownMenu, 'earlier'> {
  /** The store's payloads before the last one, newest first. */
  earlierPayloads: readonly EarlierPayload[];
}

interface EarlierPayload {
  id: number;
  fetchedAt: Date;
}

/** Loads what a store's next menu is judged against: the catalog's products, and the last payloads. */
export async function loadKnownMenu(db: Db, store: OfStore): Promise<StoredMenu> {
  const payloads = await loadLastPayloads(db, store);
  const restart = payloads.findIndex(({ verdict }) => verdict === 'confirmed');
  const recent = restart === -1 ? payloads : payloads.slice(0, restart + 1);
  return {
    shelf: await loadShelf(db, { ...store, lastPayloadId: await findLastWithProducts(db, store, payloads) }),
    recent: recent.map(({ products, inStock, priceMoves }) => ({ products, inStock, priceMoves })),
    earlierPayloads: payloads.slice(1).map(({ id, fetchedAt }) => ({ id, fetchedAt })),
    recentMissing: payloads.slice(0, OVER_COUNTS_REMEMBERED).map(({ missing }) => missing),
  };
}

/**
 * Finds the payload with which the next menu is compared: the last one that had products, since an empty menu has nothing to compare;
 * else the last one. Null: there is none.
 */
async function findLastWithProducts(
  db: Db,
  { dispensaryId, platform }: OfStore,
  payloads: readonly LastPayload[],
): Promise<number | null> {
  const [last] = payloads;
  if (last === undefined || last.products > 0) return last?.id ?? null;
  const { rows } = await sql<{ id: number }>`
    select id from raw_crawl_payloads
    where dispensary_id = ${dispensaryId} and platform = ${platform} and product_count > 0
      and ingested_at is not null and verdict in ('accepted', 'confirmed')
    order by fetched_at desc, id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? last.id;
}

async function loadShelf(
  db: Db,
  { dispensaryId, platform, lastPayloadId }: OfStore & { lastPayloadId: number | null },
): Promise<ComparedProduct[]> {
  const { rows } = await sql<Omit<ComparedProduct, 'updatedAt'> & { updatedAt: Date | null }>`
    select provider_product_id as "providerProductId", name, brand_name as "brandName", category,
      is_in_stock as "inStock", case when stock_as_of is null then quantity end as quantity,
      stock_as_of is not null as "isStockKept", is_on_special as "onSpecial", options, platform_updated_at as "updatedAt"
    from store_products
    where dispensary_id = ${dispensaryId} and provider = ${platform}
      -- Selects the products of the last payload. The misses cannot decide that, because some payloads count no misses; only for a store without payloads they do.
      and case when ${lastPayloadId}::bigint is null then consecutive_misses = 0 else last_payload_id = ${lastPayloadId} end
  `.execute(db);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt?.toISOString() ?? null }));
}

/** How many of a store's last payloads are compared: at least a day for a store that is crawled every four hours. */
const PAYLOADS_REMEMBERED = 6;

type LastPayload = RememberedMenu & EarlierPayload & { verdict: 'accepted' | 'confirmed'; missing: number };

/** Loads a store's last ingested payloads, newest first. */
async function loadLastPayloads(db: Db, { dispensaryId, platform }: OfStore): Promise<LastPayload[]> {
  const { rows } = await sql<LastPayload>`
    select payload.id, payload.fetched_at as "fetchedAt", payload.product_count as products, payload.missing_count as missing, payload.verdict,
      (payload.ingest_counts ->> 'inStock')::int as "inStock",
      -- Price changes of a confirmed payload are not counted, because a person approved them. Payloads of earlier versions have no counts.
      case when payload.verdict = 'confirmed' then '{"up": 0, "down": 0}'
        else jsonb_build_object('up', coalesce(list_prices_up, 0), 'down', coalesce(list_prices_down, 0)) end as "priceMoves"
    from raw_crawl_payloads payload
    where payload.dispensary_id = ${dispensaryId} and payload.platform = ${platform}
      and payload.ingested_at is not null and payload.verdict in ('accepted', 'confirmed')
    order by payload.fetched_at desc, payload.id desc limit ${PAYLOADS_REMEMBERED}
  `.execute(db);
  return rows;
}

/** Loads the products with these ids from these payloads. */
export async function loadEarlierProducts(
  db: Db,
  {
    dispensaryId,
    platform,
    payloads,
    ids,
  }: OfStore & { payloads: readonly EarlierPayload[]; ids: readonly string[] },
): Promise<EarlierProduct[]> {
  if (payloads.length === 0 || ids.length === 0) return [];
  const times = payloads.map(({ fetchedAt }) => fetchedAt.getTime());
  const { rows } = await sql<EarlierProduct>`
    select snapshot.payload_id as "payloadId", product.provider_product_id as "providerProductId",
      snapshot.quantity, snapshot.options
    from store_product_snapshots snapshot join store_products product on product.id = snapshot.store_product_id
    where snapshot.payload_id = any(${payloads.map(({ id }) => id)}::bigint[])
      -- The ids alone select the rows; the times exclude the partitions of other months.
      and snapshot.fetched_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times) + 1)}
      and product.dispensary_id = ${dispensaryId} and product.provider = ${platform}
      and product.provider_product_id = any(${ids}::text[])
  `.execute(db);
  return rows;
}

/** Finds those ids that belong to products of the platform's other stores and never belonged to this store. Lists only the first few. */
export async function findOfOtherStores(
  db: Db,
  { dispensaryId, platform, ids }: OfStore & { ids: readonly string[] },
): Promise<OfOtherStores> {
  if (ids.length === 0) return { count: 0, first: [] };
  const { rows } = await sql<OfOtherStores['first'][number] & { count: number }>`
    select count(*) over ()::int as count, provider_product_id as id, min(dispensary_id) as "dispensaryId" from store_products
    where provider_product_id = any(${ids}::text[]) and provider = ${platform} and dispensary_id <> ${dispensaryId}
      -- Products that the store had before are its own, even if a wrong menu gave them to other stores.
      and provider_product_id <> all(array(
        select own.provider_product_id from store_products own
        where own.dispensary_id = ${dispensaryId} and own.provider = ${platform}
          and own.provider_product_id = any(${ids}::text[])
      ))
    group by provider_product_id order by provider_product_id limit ${SAMPLES_PER_RULE}
  `.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ id, dispensaryId: owner }) => ({ id, dispensaryId: owner })),
  };
}
