import { Client } from 'pg';
import { print } from './start-servers.ts';

export interface CatalogSize {
  dispensaries: number;
  products: number;
  /** Payloads per dispensary; each has a snapshot of nearly every product. */
  payloads: number;
}

/** The size for the API's measurement: a million products, ten million snapshots. */
export const FULL_SIZE: CatalogSize = { dispensaries: 10_000, products: 1_000_000, payloads: 10 };

/** Every hundredth store is large. Together, the large stores have a fifth of all products, as stores of large chains do. */
const LARGE_EVERY = 100;

const STATES = ['AZ', 'CA', 'CO', 'IL', 'MA', 'MI', 'NV', 'NJ', 'OR', 'WA'];
const CATEGORIES = [
  'Flower',
  'Vaporizers',
  'Edible',
  'Pre-Rolls',
  'Concentrate',
  'Tincture',
  'Topicals',
  'Clones',
];
const WORDS =
  'Blue,Dream,Garden,Reserve,Sour,Diesel,Lemon,Haze,Northern,Lights,Purple,Punch,Wedding,Cake,Gelato,Runtz';

/**
 * Fills a migrated, empty database with a catalog as after years of crawls: payloads nine days apart, between which a fifth
 * of the prices and some of the stock change, and one product in a hundred is missing. It writes no files.
 */
export async function loadCatalog(url: string, size: CatalogSize): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const [part, statement] of statements(size)) {
      print(`Loading: ${part}…`);
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

function statements(size: CatalogSize): [part: string, statement: string][] {
  return [
    ['dispensaries', insertDispensaries(size)],
    ['products', insertProducts(size)],
    ['payloads', insertPayloads(size)],
    ['snapshots', insertSnapshots(size)],
    ['their indexes', INDEXES],
    ['counts of the payloads', COUNT_SNAPSHOTS],
    ['statistics', 'vacuum analyze'],
    ...ANALYTICS.map((view): [string, string] => [
      view,
      `refresh materialized view ${view}; analyze ${view}`,
    ]),
  ];
}

function insertDispensaries({ dispensaries }: CatalogSize): string {
  return `
    insert into dispensaries (name, platform, platform_dispensary_id, slug, menu_url, city, state, time_zone, last_crawl_at, product_count)
    select 'Store ' || n || ' ' || (array['Bloom', 'Roots', 'Harvest', 'Leaf'])[1 + n % 4],
      case when n % 10 = 0 then 'blaze' else 'dutchie' end, 'platform-' || n, 'store-' || n, 'https://menus.test/stores/' || n,
      'City ' || n % 300, (${literals(STATES)})[1 + n % ${STATES.length}], 'America/Phoenix', now(), 0
    from generate_series(1, ${dispensaries}) as n`;
}

/** Inserts the products. Those of a store are adjacent in the table, as its first crawl leaves them. */
function insertProducts({ dispensaries, products }: CatalogSize): string {
  const large = Math.max(1, Math.floor(dispensaries / LARGE_EVERY));
  const inLarge = Math.floor(products / 5 / large);
  const inSmall = Math.ceil((products - inLarge * large) / Math.max(1, dispensaries - large));
  const text = `(string_to_array('${WORDS}', ','))`;
  return `
    insert into store_products (dispensary_id, provider, provider_product_id, name_raw, name, brand_name_raw, brand_name,
      category, price_rec, price_med, price_rec_special, is_on_special, is_in_stock, stock_status, quantity, thc_low, thc_high,
      thc_unit, options, image_url, local_image_path, normalizer_version, first_seen_at, last_seen_at, content_hash)
    select store.id, store.platform, 'product-' || lpad(place::text, 6, '0'), name, name, brand, brand, category, price, price,
      case when is_on_special then price * 0.8 end, is_on_special, is_in_stock, case when is_in_stock then 'in_stock' else 'oos' end,
      seed % 25, 18, 24.5, 'PERCENTAGE', ${optionsOf('price', 'seed')}, 'https://images.test/' || store.id || '-' || place || '.jpg',
      'images/products/az/store-' || store.id || '/brand/' || place || '/image-0123abcd.webp', 1,
      now() - interval '90 days', now(), md5(place::text)
    from (
      select id, platform, case when id % ${LARGE_EVERY} = 0 then ${inLarge} else ${inSmall} end as menu from dispensaries
    ) as store
    cross join lateral generate_series(1, store.menu) as place
    cross join lateral (select (hashint8(store.id * 100000 + place)::bigint & 2147483647) as seed) as dice
    cross join lateral (
      select ${text}[1 + seed % 16] || ' ' || ${text}[1 + seed / 16 % 16] || ' ' || (seed % 20000) || ' 3.5g' as name,
        'Brand ' || floor(sqrt(seed % 4000000)) as brand, (${literals(CATEGORIES)})[1 + (seed % 36)::int / 5] as category,
        (5 + seed % 90)::numeric(10, 2) as price, seed % 10 = 0 as is_on_special, seed % 7 <> 0 as is_in_stock
    ) as product
    order by store.id, place limit ${products}`;
}

/** Creates the partitions that the snapshots need, and inserts the payloads. */
function insertPayloads({ payloads }: CatalogSize): string {
  return `
    select ensure_snapshot_partition(now() - number * interval '9 days') from generate_series(0, ${payloads}) as number;
    insert into raw_crawl_payloads (dispensary_id, platform, storage_path, sha256, size_bytes, size_bytes_raw, product_count,
      pages, browser_profile, fetch_duration_ms, fetched_at, ingested_at, verdict, suspicion)
    select store.id, store.platform, 'payloads/' || store.id || '/' || number, md5(store.id::text), 30000, 300000, menu.products, 1,
      'chrome-131-windows', 900, at, at,
      case when number = 0 and store.id % 500 = 0 then 'confirmed' else 'accepted' end,
      case when number = 0 and store.id % 500 = 0 then '{}'::jsonb end
    from generate_series(${payloads - 1}, 0, -1) as number
    cross join dispensaries store
    cross join lateral (select count(*)::int as products from store_products where dispensary_id = store.id) as menu
    cross join lateral (
      select date_trunc('milliseconds', now() - number * interval '9 days' - store.id * interval '1 second') as at
    ) as time`;
}

/** Inserts the snapshots without their keys. `INDEXES` creates the keys afterwards, which is several times as fast. */
function insertSnapshots({ payloads }: CatalogSize): string {
  return `
    alter table store_product_snapshots drop constraint store_product_snapshots_pkey;
    drop index store_product_snapshots_product;
    insert into store_product_snapshots (store_product_id, payload_id, dispensary_id, price_rec, price_med, price_rec_special,
      is_on_special, is_in_stock, quantity, thc_low, thc_high, thc_unit, options, fetched_at, normalizer_version)
    select product.id, payload.id, payload.dispensary_id, paid, paid, case when product.is_on_special then paid * 0.8 end,
      product.is_on_special, (product.id + turn) % 30 <> 0, (product.id + turn / 3) % 25, 18, 24.5, 'PERCENTAGE',
      ${optionsOf('paid', '(product.id + turn / 3)')}, payload.fetched_at, 1
    from (select *, row_number() over (partition by dispensary_id order by fetched_at) as turn from raw_crawl_payloads) as payload
    join store_products product on product.dispensary_id = payload.dispensary_id
    cross join lateral (select (product.price_rec + (product.id + turn) / ${payloads} % 5)::numeric(10, 2) as paid) as price
    where (product.id + turn * 7) % 97 <> 0
    order by payload.id, product.id`;
}

const INDEXES = `
  alter table store_product_snapshots add primary key (payload_id, store_product_id, fetched_at);
  create index store_product_snapshots_product on store_product_snapshots (store_product_id, fetched_at)`;

const COUNT_SNAPSHOTS = `
  analyze store_product_snapshots;
  update raw_crawl_payloads payload set ingest_counts = jsonb_build_object('products', (
    select count(*) from store_product_snapshots where payload_id = payload.id and fetched_at = payload.fetched_at
  ))`;

const ANALYTICS = [
  'analytics_dispensary_overview',
  'analytics_brand_presence',
  'analytics_current_prices',
  'analytics_price_history',
  'analytics_availability',
  'analytics_assortment_changes',
];

function optionsOf(price: string, seed: string): string {
  const option = (label: string) => `jsonb_build_object('option', '${label}', 'rawOption', null, 'size', null,
    'rec', ${price}::text, 'med', ${price}::text, 'specialRec', null, 'specialMed', null, 'quantity', ${seed} % 25,
    'quantityCapped', false, 'quantityTotal', ${seed} % 25, 'quantityKiosk', null, 'belowThreshold', false, 'posId', null, 'packageId', null)`;
  return `jsonb_build_array(${option('1/8oz')})`;
}

function literals(texts: string[]): string {
  return `array[${texts.map((text) => `'${text}'`).join(', ')}]`;
}
