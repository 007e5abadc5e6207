import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addLegacyPayloads } from '../../support/legacy-data.ts';
import { openImport, TWO } from './open-import.ts';

const FETCHED_AT = '2024-12-10T01:00:00.000Z';
const NAME = `2024/12/10/store_11_${Date.parse(FETCHED_AT)}.json.gz`;

test('takes prices, flags and ids over in the types that they have there', async () => {
  const { legacy, db, run } = await openImport();
  await sql`alter table store_products alter column price_rec type text, alter column id type bigint,
    alter column dispensary_id type text, alter column is_in_stock type integer using is_in_stock::integer`.execute(
    legacy,
  );
  await sql`update store_products set price_rec = '$1,234.5', is_in_stock = 0, stock_status = null where id = 31`.execute(
    legacy,
  );
  await sql`update store_products set id = 9000000000 where id = 32`.execute(legacy);
  await sql`alter table store_product_snapshots alter column store_product_id type bigint`.execute(legacy);
  await sql`insert into store_product_snapshots (store_product_id, captured_at) values (9000000000, ${FETCHED_AT})`.execute(
    legacy,
  );
  const tables = await run();
  expect(tables['store_products']).toMatchObject({ taken: 2 });
  expect(tables['store_product_snapshots']).toMatchObject({ taken: 1, refused: 0 });
  const products = await db.selectFrom('store_products').selectAll().orderBy('id').execute();
  expect(products).toMatchObject([
    { id: 31, price_rec: '1234.50', is_in_stock: false, stock_status: 'oos' },
    { id: 9_000_000_000 },
  ]);
});

test('leaves a table out whose ids are no numbers, and what belongs to it', async () => {
  const { legacy, run } = await openImport();
  await sql`alter table store_products alter column id drop default,
    alter column id type uuid using md5(id::text)::uuid`.execute(legacy);
  const why = 'its column id has the type uuid; it takes one of smallint, integer, bigint';
  expect(await run()).toMatchObject({
    dispensaries: { taken: 2, left_out: null },
    store_products: { taken: 0, left_out: why },
    store_product_snapshots: { left_out: `its rows belong to store_products, which is skipped: ${why}` },
  });
});

test('a database with none of the tables is refused, and nothing is forgotten', async () => {
  const { legacy, db, run } = await openImport();
  await run();
  await sql`drop table dispensaries, proxies, raw_crawl_payloads, store_products, store_product_snapshots`.execute(
    legacy,
  );
  await expect(run({ isFromStart: true })).rejects.toThrow(
    'old.test/legacy has none of the tables dispensaries, proxies, raw_crawl_payloads, store_products, store_product_snapshots.',
  );
  expect(await db.selectFrom('legacy_imports').select('step').execute()).not.toEqual([]);
});

test('takes payload files that are not compressed, under their name and under the one of their row', async () => {
  for (const to of [NAME, NAME.replace(/\.gz$/, '')]) {
    const { legacy, payloadFolder, run } = await openImport();
    await addLegacyPayloads(legacy, payloadFolder, [
      { id: 41, dispensaryId: 11, fetchedAt: FETCHED_AT, content: TWO },
    ]);
    const file = join(payloadFolder, NAME);
    await writeFile(file, gunzipSync(await readFile(file)));
    await rename(file, join(payloadFolder, to));
    expect((await run())['raw_crawl_payloads']).toMatchObject({ taken: 1, refused: 0 });
  }
});

test('takes a compressed file that its row names without the ending', async () => {
  const { legacy, payloadFolder, run } = await openImport();
  await addLegacyPayloads(legacy, payloadFolder, [
    {
      id: 41,
      dispensaryId: 11,
      fetchedAt: FETCHED_AT,
      content: TWO,
      storagePath: `/storage/payloads/${NAME.replace(/\.gz$/, '')}`,
    },
  ]);
  expect((await run())['raw_crawl_payloads']).toMatchObject({ taken: 1, refused: 0 });
});
