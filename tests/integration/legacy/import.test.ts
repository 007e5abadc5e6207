import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readStoredProducts } from '../../../payloads/read-stored-products.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import type { Db } from '../../../db/connect.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { loadProxies } from '../../../db/queries/proxies.ts';
import { importLegacy, type ImportedTable } from '../../../legacy/import/import-legacy.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { addLegacyPayloads } from '../../support/legacy-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openImport, seal, TWO } from './open-import.ts';

function countsOf(tables: Record<string, ImportedTable>) {
  return Object.fromEntries(
    Object.entries(tables).map(([name, { taken, present, refused }]) => [name, [taken, present, refused]]),
  );
}

async function contentOf(db: Db): Promise<unknown[]> {
  const tables = [
    'dispensaries',
    'proxies',
    'raw_crawl_payloads',
    'store_products',
    'store_product_snapshots',
  ];
  return Promise.all(
    tables.map(
      async (table) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows,
    ),
  );
}

test('takes over stores and their products, ids kept, and says what it cannot take', async () => {
  const { db, run } = await openImport();
  const tables = await run();
  expect(countsOf(tables)).toEqual({
    dispensaries: [2, 0, 2],
    proxies: [2, 0, 2],
    raw_crawl_payloads: [0, 0, 0],
    store_products: [2, 0, 2],
    store_product_snapshots: [0, 0, 0],
  });
  expect(Object.values(tables).flatMap(({ refusals }) => refusals)).toEqual([
    { id: 13, why: 'it has no menu_url' },
    { id: 14, why: 'its platform "weedmaps" is none of dutchie, blaze' },
    { id: 23, why: 'its port is not from 1 to 65535' },
    { id: 24, why: 'its protocol "ftp" is none of http, https, socks5' },
    { id: 33, why: 'its dispensary 13 was not imported' },
    { id: 34, why: 'it has no provider_product_id' },
  ]);
  const stores = await db.selectFrom('dispensaries').selectAll().orderBy('id').execute();
  expect(stores).toMatchObject([
    {
      id: 11,
      platform: 'dutchie',
      platform_dispensary_id: '6405ef617056e8014d79101b',
      slug: 'deeply-rooted',
      state: 'AZ',
      postal_code: '85001',
      latitude: 33.4484367,
      time_zone: 'America/Phoenix',
      crawl_enabled: true,
      last_crawl_at: new Date('2024-12-10T20:11:31Z'),
    },
    { id: 12, platform_dispensary_id: null, slug: 'not-resolved', state: 'NV', crawl_enabled: false },
  ]);
  const products = await db.selectFrom('store_products').selectAll().orderBy('id').execute();
  expect(products).toMatchObject([
    {
      id: 31,
      name_raw: 'Blue  Dream',
      name: 'Blue Dream',
      brand_name: 'Bud Bros',
      category: 'Flower',
      price_rec: '35.50',
      price_med: null,
      stock_status: 'in_stock',
      thc_low: 21.5,
      thc_high: 21.5,
      local_image_path: null,
      consecutive_misses: 0,
    },
    { id: 32, is_in_stock: false, stock_status: 'oos', consecutive_misses: 3 },
  ]);
  const { id } = await db
    .insertInto('proxies')
    .values({ protocol: 'http', host: 'new.test', port: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBeGreaterThan(24);
});

test('seals the passwords of proxies, and leaves what may quote them behind', async () => {
  const { db, run } = await openImport();
  await run();
  const rows = await db.selectFrom('proxies').selectAll().orderBy('id').execute();
  expect(rows).toMatchObject([
    { id: 21, host: 'a.test', is_active: true, success_count: 40, failure_count: 2, last_error: null },
    { id: 22, protocol: 'socks5', is_active: false, password: null },
  ]);
  expect(JSON.stringify(rows)).not.toContain('p@ss-1');
  expect(await loadProxies(db, seal, [21])).toMatchObject([{ username: 'joe', password: 'p@ss-1' }]);
});

test('copies payloads that are whole into the storage, where they are read like any other', async () => {
  const { legacy, db, payloadFolder, payloadFiles, run } = await openImport();
  const at = (hour: number) => `2024-12-10T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const answer = { data: { filteredProducts: { products: [{ id: 'p9' }] } } };
  await addLegacyPayloads(legacy, payloadFolder, [
    { id: 41, dispensaryId: 11, fetchedAt: at(1), content: TWO },
    { id: 42, dispensaryId: 11, fetchedAt: at(2), content: answer },
    { id: 43, dispensaryId: 11, fetchedAt: at(3), content: [{ id: 'p3' }] },
    { id: 44, dispensaryId: 11, fetchedAt: at(4), content: TWO, checksum: 'ab'.repeat(32) },
    { id: 45, dispensaryId: 11, fetchedAt: at(5), content: '{"products": [' },
    { id: 46, dispensaryId: 11, fetchedAt: at(6), content: { hello: 1 } },
    { id: 47, dispensaryId: 11, fetchedAt: at(7), content: TWO, storagePath: '/storage/../../etc/passwd' },
    { id: 48, dispensaryId: 13, fetchedAt: at(8), content: TWO },
  ]);
  const { raw_crawl_payloads: payloads } = await run();
  expect(payloads).toMatchObject({ taken: 3, present: 0, refused: 5 });
  expect(payloads?.refusals).toEqual([
    { id: 44, why: 'the checksum of its file is not the one in its row' },
    { id: 45, why: 'its file is not JSON' },
    { id: 46, why: 'its file contains no list of products' },
    { id: 47, why: 'its file is not in the folder' },
    { id: 48, why: 'its dispensary 13 was not imported' },
  ]);
  const read = async (id: number) => {
    const payload = await loadPayload(db, id);
    expect(payload).toMatchObject({
      storagePath: expect.stringMatching(/^payloads\/2024\/12\/10\/store_11_/),
    });
    return readStoredProducts(payloadFiles, payload);
  };
  expect(await read(41)).toEqual(TWO.products);
  expect(await read(42)).toEqual([{ id: 'p9' }]);
  expect(await read(43)).toEqual([{ id: 'p3' }]);
});

test('a dry run tells what an import does, and writes neither rows nor files', async () => {
  const { legacy, db, payloadFolder, root, run } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [
    { id: 41, dispensaryId: 11, fetchedAt, content: TWO },
    { id: 45, dispensaryId: 11, fetchedAt: '2024-12-11T01:00:00.000Z', content: 'no JSON' },
  ]);
  await sql`insert into store_product_snapshots (store_product_id, captured_at) values (31, ${fetchedAt})`.execute(
    legacy,
  );
  const [before, oldRows] = [await contentOf(db), await contentOf(legacy)];
  const reported = await run({ isDryRun: true });
  expect(await contentOf(db)).toEqual(before);
  expect(await db.selectFrom('legacy_imports').selectAll().execute()).toEqual([]);
  await expect(
    createPayloadFiles({ root }).check('payloads', { sha256: '', bytes: 0, isDeep: false }),
  ).resolves.toBe('missing');
  expect(await run()).toEqual(reported);
  expect(countsOf(reported)).toMatchObject({
    raw_crawl_payloads: [1, 0, 1],
    store_product_snapshots: [1, 0, 0],
  });
  expect(await contentOf(legacy)).toEqual(oldRows);
});

test('overwrites nothing that is here, and says what stands in the way', async () => {
  const { db, run } = await openImport();
  await sql`
    insert into dispensaries (id, name, platform, platform_dispensary_id, slug, menu_url) overriding system value values
      (11, 'Somebody else', 'dutchie', 'other', 'other', 'https://dutchie.com/dispensary/other'),
      (77, 'Found by discovery', 'dutchie', null, 'not-resolved', 'https://dutchie.com/dispensary/not-resolved')
  `.execute(db);
  await sql`insert into proxies (id, host, port) overriding system value values (7, 'b.test', 1080)`.execute(
    db,
  );
  await sql`update proxies set protocol = 'socks5'`.execute(db);
  const before = await contentOf(db);
  const tables = await run();
  expect(countsOf(tables)).toMatchObject({
    dispensaries: [0, 0, 4],
    proxies: [1, 0, 3],
    store_products: [0, 0, 4],
  });
  expect(tables['dispensaries']?.refusals).toMatchObject([
    { id: 11, why: 'the id belongs to another dispensary here: Somebody else' },
    { id: 12, why: 'the store is already here as dispensary 77' },
    { id: 13 },
    { id: 14 },
  ]);
  expect(tables['proxies']?.refusals[0]).toEqual({ id: 22, why: 'the proxy is already here as 7' });
  expect((await contentOf(db))[0]).toEqual(before[0]);
});

test('run again, it goes on behind the last row; from the start, it passes over what it took', async () => {
  const { legacy, db, run } = await openImport();
  const first = await run();
  const content = await contentOf(db);
  expect(await run()).toEqual(first);
  await sql`
    insert into store_products (id, dispensary_id, provider_product_id, name_raw) values (35, 12, 'p5', 'New there')
  `.execute(legacy);
  expect(countsOf(await run())).toMatchObject({ store_products: [3, 0, 2] });
  await sql`delete from store_products where id = 35`.execute(db);
  await sql`delete from store_products where id = 35`.execute(legacy);
  const again = await run({ isFromStart: true });
  expect(countsOf(again)).toMatchObject({
    dispensaries: [0, 2, 2],
    proxies: [0, 2, 2],
    store_products: [0, 2, 2],
  });
  expect(await contentOf(db)).toEqual(content);
});

test('without the folder of its files it leaves payloads out, and says so', async () => {
  const { legacy, db } = await openImport();
  await sql`drop table store_product_snapshots`.execute(legacy);
  const tools = {
    legacy,
    db,
    platforms: createPlatformRegistry(platformSettings(readEnvironment({}))),
    payloadFiles: createPayloadFiles({ root: await temporaryFolder('storage-') }),
    payloadFolder: null,
    openSeal: () => Promise.resolve(seal),
    isDryRun: false,
  };
  const tables = await importLegacy(tools, { source: 's', isFromStart: false, onProgress: () => undefined });
  expect(tables.map(({ table, left_out: leftOut }) => [table, leftOut])).toEqual([
    ['dispensaries', null],
    ['proxies', null],
    ['raw_crawl_payloads', 'the folder of their files is not known: name it with --payloads'],
    ['store_products', null],
    ['store_product_snapshots', 'there is no such table'],
  ]);
});

test('leaves out what belongs to a table that is not there, and says so', async () => {
  const { legacy, run } = await openImport();
  await sql`drop table dispensaries`.execute(legacy);
  const tables = Object.values(await run());
  const without = 'its rows belong to dispensaries, which is skipped: there is no such table';
  expect(tables.map(({ table, left_out: leftOut }) => [table, leftOut])).toEqual([
    ['dispensaries', 'there is no such table'],
    ['proxies', null],
    ['raw_crawl_payloads', without],
    ['store_products', without],
    ['store_product_snapshots', `its rows belong to store_products, which is skipped: ${without}`],
  ]);
});
