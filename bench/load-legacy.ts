import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { print } from './start-servers.ts';

export interface LegacySize {
  dispensaries: number;
  products: number;
  snapshots: number;
  /** Payload files. Every snapshot belongs to a payload; files exist only for the newest payloads. */
  files: number;
}

const PRODUCTS_PER_FILE = 100;

/** Creates the tables of a legacy system with this many rows, and its newest payload files in a folder. */
export async function loadLegacy(url: string, folder: string, size: LegacySize): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    print('Loading: the legacy system…');
    await client.query(TABLES);
    await client.query(rowsOf(size));
    const { rows } = await client.query<{ storage_path: string }>(
      'select storage_path from raw_crawl_payloads order by id',
    );
    for (const { storage_path: path } of rows) await writePayload(join(folder, path));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Foreign keys have no index, as is often the case. */
const TABLES = `
  create table dispensaries (
    id serial primary key, name varchar(255) not null, platform varchar(50), platform_dispensary_id varchar(100), menu_url text,
    city varchar(100), state varchar(50), crawl_enabled boolean default true, last_crawl_at timestamptz
  );
  create table raw_crawl_payloads (
    id serial primary key, dispensary_id integer not null, storage_path text not null, product_count integer not null,
    fetched_at timestamptz not null, processed_at timestamptz
  );
  create table store_products (
    id serial primary key, dispensary_id integer not null, provider varchar(50) not null default 'dutchie',
    provider_product_id varchar(100), name_raw text, brand_name_raw text, category_raw varchar(100), price_rec numeric(10, 2),
    price_med numeric(10, 2), is_in_stock boolean, stock_status varchar(20), thc_percent numeric(5, 2), image_url text,
    consecutive_misses integer default 0, first_seen_at timestamptz, last_seen_at timestamptz
  );
  create table store_product_snapshots (
    id serial primary key, store_product_id integer, raw_payload_id integer, captured_at timestamptz not null,
    price_rec numeric(10, 2), price_med numeric(10, 2), is_in_stock boolean, stock_status varchar(20), thc_percent numeric(5, 2)
  )`;

/**
 * Inserts the rows. Each crawl of a store makes a payload, newest last; only the newest payloads have a row. Crawls are four
 * hours apart.
 */
function rowsOf({ dispensaries, products, snapshots, files }: LegacySize): string {
  const turns = snapshots / products;
  const menu = products / dispensaries;
  return `
    insert into dispensaries (name, platform, platform_dispensary_id, menu_url, city, state, last_crawl_at)
    select 'Store ' || n, 'dutchie', 'platform-' || n, 'https://dutchie.com/dispensary/store-' || n, 'Phoenix', 'AZ', now()
    from generate_series(1, ${dispensaries}) n;
    insert into store_products (dispensary_id, provider_product_id, name_raw, brand_name_raw, category_raw, price_rec, price_med,
      is_in_stock, stock_status, thc_percent, image_url, first_seen_at, last_seen_at)
    select 1 + (n - 1) / ${menu}, 'product-' || n, 'Blue Dream ' || n || ' 3.5g', 'Brand ' || n % 500, 'Flower', 5 + n % 90, 4 + n % 90,
      n % 7 <> 0, case when n % 7 = 0 then 'oos' else 'in_stock' end, 21.5, 'https://images.test/' || n || '.jpg',
      now() - interval '90 days', now()
    from generate_series(1, ${products}) n;
    insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at, price_rec, price_med, is_in_stock,
      stock_status, thc_percent)
    select 1 + n % ${products}, 1 + n / ${menu}, now() - (${turns} - n / ${products}) * interval '4 hours', 5 + n % 90, 4 + n % 90,
      n % 7 <> 0, case when n % 7 = 0 then 'oos' else 'in_stock' end, 21.5
    from generate_series(0, ${snapshots - 1}) n;
    insert into raw_crawl_payloads (id, dispensary_id, storage_path, product_count, fetched_at, processed_at)
    select id, 1 + (id - 1) % ${dispensaries}, to_char(at at time zone 'UTC', 'YYYY/MM/DD') || '/store_' || id || '.json.gz',
      ${PRODUCTS_PER_FILE}, at, at
    from generate_series(${dispensaries * turns - files + 1}, ${dispensaries * turns}) id
    cross join lateral (
      select date_trunc('milliseconds', now() - (${turns} - (id - 1) / ${dispensaries}) * interval '4 hours') as at
    ) as time`;
}

async function writePayload(path: string): Promise<void> {
  const products = Array.from({ length: PRODUCTS_PER_FILE }, (_, place) => ({
    id: `product-${place}`,
    Name: `Blue Dream ${place} 3.5g`,
    description: `The garden's ${place * 7919}th, cured for ${place} days and trimmed by hand. `.repeat(20),
    recPrices: [35 + place],
  }));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, gzipSync(JSON.stringify({ products })));
}
