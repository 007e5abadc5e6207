import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

// The tables of the legacy system. Its documents define `proxies` completely. Of the other tables they name only the important columns,
// which get their usual types here.
const TABLES = `
  create table dispensaries (
    id serial primary key,
    name varchar(255) not null,
    platform varchar(50),
    platform_dispensary_id varchar(100),
    menu_url text,
    address text,
    city varchar(100),
    state varchar(50),
    zip varchar(20),
    latitude numeric(10, 7),
    longitude numeric(10, 7),
    timezone varchar(50),
    crawl_enabled boolean default true,
    last_crawl_at timestamp,
    last_fetch_at timestamptz,
    created_at timestamptz default now()
  );
  create table proxies (
    id serial primary key,
    host varchar(255) not null,
    port integer not null,
    username varchar(100),
    password varchar(100),
    protocol varchar(10) default 'http',
    is_active boolean default true,
    last_used_at timestamptz,
    failure_count integer default 0,
    success_count integer default 0,
    avg_response_time_ms integer,
    last_failure_at timestamptz,
    last_error text
  );
  create table raw_crawl_payloads (
    id serial primary key,
    dispensary_id integer not null,
    storage_path text not null,
    product_count integer not null default 0,
    size_bytes integer,
    fetched_at timestamptz not null default now(),
    processed_at timestamptz,
    checksum_sha256 varchar(64)
  );
  create table store_products (
    id serial primary key,
    dispensary_id integer not null,
    provider varchar(50) not null default 'dutchie',
    provider_product_id varchar(100),
    name_raw text,
    brand_name_raw text,
    category_raw varchar(100),
    price_rec numeric(10, 2),
    price_med numeric(10, 2),
    is_in_stock boolean,
    stock_status varchar(20),
    thc_percent numeric(5, 2),
    image_url text,
    local_image_path text,
    consecutive_misses integer default 0,
    first_seen_at timestamptz,
    last_seen_at timestamptz
  );
  create table store_product_snapshots (
    id serial primary key,
    store_product_id integer,
    raw_payload_id integer,
    captured_at timestamptz not null,
    price_rec numeric(10, 2),
    is_in_stock boolean,
    stock_status varchar(20)
  );
`;

const ROWS = `
  insert into dispensaries (id, name, platform_dispensary_id, menu_url, city, state, zip, latitude, timezone, crawl_enabled, last_crawl_at)
  values
    (11, 'Deeply Rooted', '6405ef617056e8014d79101b', 'https://dutchie.com/embedded-menu/deeply-rooted', 'Phoenix', 'Arizona',
      '85001', 33.4484367, 'America/Phoenix', true, '2024-12-10 20:11:31'),
    (12, 'Not Resolved', null, 'https://dutchie.com/dispensary/not-resolved', 'Reno', 'NV', null, null, null, false, null),
    (13, 'No Menu', null, null, null, 'AZ', null, null, null, true, null),
    (14, 'Elsewhere', 'x', 'https://weed.example/stores/x', null, 'AZ', null, null, null, true, null);
  update dispensaries set platform = 'weedmaps' where id = 14;
  insert into proxies (id, host, port, username, password, protocol, is_active, failure_count, success_count, avg_response_time_ms, last_error)
  values
    (21, 'A.test', 8080, 'joe', 'p@ss-1', 'http', true, 2, 40, 350, 'http://joe:p@ss-1@a.test failed'),
    (22, 'b.test', 1080, null, null, 'socks5', false, 9, 0, null, null),
    (23, 'c.test', 99999, null, null, 'http', true, 0, 0, null, null),
    (24, 'd.test', 80, null, null, 'ftp', true, 0, 0, null, null);
  insert into store_products (id, dispensary_id, provider_product_id, name_raw, brand_name_raw, category_raw, price_rec, price_med,
    is_in_stock, stock_status, thc_percent, image_url, local_image_path, consecutive_misses, first_seen_at, last_seen_at)
  values
    (31, 11, '6913e3cd444eac3935e928b9', 'Blue  Dream', 'Bud Bros', 'Flower', 35.50, 0, true, 'in_stock', 21.5,
      'https://images.test/1.jpg', '/images/products/az/1.webp', 0, '2024-11-01T00:00:00Z', '2024-12-10T20:11:31.123456Z'),
    (32, 11, 'p2', 'Gone', null, null, null, null, false, 'oos', null, null, null, 7, null, '2024-12-01T00:00:00Z'),
    (33, 13, 'p3', 'Of a store that stays behind', null, null, 1, null, true, 'in_stock', null, null, null, 0, null, null),
    (34, 11, null, 'Without an id', null, null, 1, null, true, 'in_stock', null, null, null, 0, null, null);
`;

/** A row of the legacy system for a payload, and the payload's file. */
export interface LegacyPayload {
  id: number;
  dispensaryId: number;
  fetchedAt: string;
  /** The content of the file. A text is written as it is; any other value as JSON. */
  content: unknown;
  /** The path that the row names; default: the legacy system's usual path. */
  storagePath?: string;
  checksum?: string;
}

/** Creates the legacy tables, with rows that can be imported and rows that cannot. */
export async function makeLegacyData(db: Db): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(ROWS).execute(db);
}

/** Adds payloads: rows in the database, and files in the folder, each in a subfolder for its day. */
export async function addLegacyPayloads(db: Db, folder: string, payloads: LegacyPayload[]): Promise<void> {
  for (const { id, dispensaryId, fetchedAt, content, ...more } of payloads) {
    const day = fetchedAt.slice(0, 10).replaceAll('-', '/');
    const name = `${day}/store_${dispensaryId}_${Date.parse(fetchedAt)}.json.gz`;
    const raw = typeof content === 'string' ? content : JSON.stringify(content);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), gzipSync(raw));
    await sql`
      insert into raw_crawl_payloads (id, dispensary_id, storage_path, product_count, fetched_at, processed_at, checksum_sha256)
      values (${id}, ${dispensaryId}, ${more.storagePath ?? `/storage/payloads/${name}`}, 2, ${fetchedAt}, ${fetchedAt},
        ${more.checksum ?? createHash('sha256').update(raw).digest('hex')})
    `.execute(db);
  }
}
