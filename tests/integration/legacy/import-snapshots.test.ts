import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { enterStore } from '../../../db/queries/store-locks.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { addLegacyPayloads } from '../../support/legacy-data.ts';
import { inputOf, makeClaim } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { openImport, TWO } from './open-import.ts';

test('takes over what products were, each with its payload where that was taken over too', async () => {
  const { legacy, db, payloadFolder, run } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [{ id: 41, dispensaryId: 11, fetchedAt, content: TWO }]);
  await sql`
    insert into store_product_snapshots (id, store_product_id, raw_payload_id, captured_at, price_rec, is_in_stock) values
      (51, 31, 41, ${fetchedAt}, 35.5, true), (52, 31, 40, '2023-03-01T00:00:00.123456Z', 30, true),
      (53, 32, null, '2024-01-31T23:59:59Z', null, false), (54, 33, 41, ${fetchedAt}, 1, true)
  `.execute(legacy);
  const { store_product_snapshots: snapshots } = await run();
  expect(snapshots).toMatchObject({ taken: 3, present: 0, refused: 1 });
  expect(snapshots?.refusals).toEqual([{ id: 54, why: 'its product 33 was not imported' }]);
  const { rows } = await sql<Record<string, unknown>>`
    select store_product_id, payload_id, dispensary_id, price_rec, is_in_stock, fetched_at::text as fetched_at
    from store_product_snapshots order by fetched_at
  `.execute(db);
  expect(rows).toMatchObject([
    { store_product_id: 31, payload_id: 0, price_rec: '30.00', fetched_at: '2023-03-01 00:00:00.123456+00' },
    { store_product_id: 32, payload_id: 0, price_rec: null, is_in_stock: false },
    { store_product_id: 31, payload_id: 41, dispensary_id: 11, price_rec: '35.50', is_in_stock: true },
  ]);
});

test('snapshots get the moment of their payload, so that bringing it in again replaces them', async () => {
  const { legacy, db, payloadFolder, run } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.123Z';
  await addLegacyPayloads(legacy, payloadFolder, [{ id: 41, dispensaryId: 11, fetchedAt, content: TWO }]);
  await sql`update raw_crawl_payloads set fetched_at = fetched_at + interval '456 microseconds'`.execute(
    legacy,
  );
  await sql`
    insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at, price_rec)
    values (31, 41, '2024-12-10T01:00:07.5Z', 35.5), (32, 41, '2024-12-10T01:00:07.5Z', null)
  `.execute(legacy);
  await run();
  const times = async () =>
    (await db.selectFrom('store_product_snapshots').select(['payload_id', 'fetched_at']).execute()).map(
      (row) => [row.payload_id, row.fetched_at.toISOString()],
    );
  expect(await times()).toEqual([
    [41, fetchedAt],
    [41, fetchedAt],
  ]);
  const products = [makeProduct('6913e3cd444eac3935e928b9'), makeProduct('p2')];
  const payload = await loadPayload(db, 41);
  const store = await enterStore(db, makeClaim(payload.dispensaryId));
  await ingestAgain(db, inputOf(payload, products), store);
  expect(await times()).toEqual([
    [41, fetchedAt],
    [41, fetchedAt],
  ]);
});

test('payloads of ours with the ids of others are not theirs, and new ones get ids beyond theirs', async () => {
  const { legacy, db, payloadFolder, runWithout } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [
    { id: 41, dispensaryId: 11, fetchedAt, content: TWO },
    { id: 42, dispensaryId: 11, fetchedAt: '2024-12-11T01:00:00.000Z', content: TWO },
  ]);
  await sql`
    insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at) values (31, 41, ${fetchedAt})
  `.execute(legacy);
  await runWithout();
  const insertOurs = async (id?: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into raw_crawl_payloads (${id === undefined ? sql`` : sql`id, `} dispensary_id, platform, storage_path, sha256,
        size_bytes, size_bytes_raw, product_count, pages, browser_profile, fetch_duration_ms, fetched_at)
      overriding system value
      values (${id === undefined ? sql`` : sql`${id}, `} 11, 'dutchie', ${`payloads/ours-${id}`}, '', 0, 0, 0, 1, '', 0, now())
      returning id
    `.execute(db);
    return rows[0]?.id;
  };
  expect(await insertOurs()).toBeGreaterThan(42);
  await insertOurs(41);
  await sql`delete from store_product_snapshots`.execute(db);
  await runWithout({ isFromStart: true });
  expect(await db.selectFrom('store_product_snapshots').select('payload_id').execute()).toEqual([
    { payload_id: 0 },
  ]);
});

test('payloads count as ingested where all their snapshots were taken over', async () => {
  const { legacy, db, payloadFolder, run } = await openImport();
  const at = (day: number) => `2024-12-0${day}T01:00:00.000Z`;
  await addLegacyPayloads(legacy, payloadFolder, [
    { id: 41, dispensaryId: 11, fetchedAt: at(1), content: TWO },
    { id: 42, dispensaryId: 11, fetchedAt: at(2), content: TWO },
    { id: 43, dispensaryId: 11, fetchedAt: at(3), content: TWO },
    { id: 44, dispensaryId: 11, fetchedAt: at(4), content: TWO },
  ]);
  await sql`update raw_crawl_payloads set processed_at = null where id = 44`.execute(legacy);
  await sql`
    insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at) values
      (31, 41, ${at(1)}), (32, 41, ${at(1)}), (31, 43, ${at(3)}), (33, 43, ${at(3)}), (31, 44, ${at(4)})
  `.execute(legacy);
  await run();
  const rows = await db
    .selectFrom('raw_crawl_payloads')
    .select(['id', 'ingested_at'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 41, ingested_at: new Date(at(1)) },
    { id: 42, ingested_at: null },
    { id: 43, ingested_at: null },
    { id: 44, ingested_at: null },
  ]);
});

test('snapshots that were taken over without their payload become its own, once it is there', async () => {
  const { legacy, db, payloadFolder, run, runWithout } = await openImport();
  const fetchedAt = '2024-12-31T23:59:59.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [{ id: 41, dispensaryId: 11, fetchedAt, content: TWO }]);
  await sql`
    insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at)
    values (31, 41, '2025-01-01T00:00:03Z'), (32, null, '2025-01-01T00:00:03Z')
  `.execute(legacy);
  await runWithout();
  const again = await run({ isFromStart: true });
  expect(again['store_product_snapshots']).toMatchObject({ taken: 0, present: 2 });
  const rows = await db
    .selectFrom('store_product_snapshots')
    .select(['store_product_id', 'payload_id', 'fetched_at'])
    .orderBy('store_product_id')
    .execute();
  expect(rows).toEqual([
    { store_product_id: 31, payload_id: 41, fetched_at: new Date(fetchedAt) },
    { store_product_id: 32, payload_id: 0, fetched_at: new Date('2025-01-01T00:00:03Z') },
  ]);
});

test('payloads of impossible years are refused, and those behind them are taken over', async () => {
  const { legacy, payloadFolder, run } = await openImport();
  const at = (hour: number) => `2024-12-10T0${hour}:00:00.000Z`;
  await addLegacyPayloads(legacy, payloadFolder, [
    { id: 41, dispensaryId: 11, fetchedAt: at(1), content: TWO },
    { id: 42, dispensaryId: 11, fetchedAt: at(2), content: TWO },
  ]);
  await sql`alter table raw_crawl_payloads alter column fetched_at type text`.execute(legacy);
  await sql`update raw_crawl_payloads set fetched_at = '20000-01-01 00:00:00Z' where id = 41`.execute(legacy);
  expect((await run())['raw_crawl_payloads']).toMatchObject({
    taken: 1,
    refusals: [{ id: 41, why: 'its fetch time is not in the years 0 to 9999' }],
  });
});

test('of two snapshots of a payload and product the first stays, and one that says something else is counted', async () => {
  const { legacy, db, payloadFolder, run } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [{ id: 41, dispensaryId: 11, fetchedAt, content: TWO }]);
  const add = async (id: number, productId: number, price: number) =>
    sql`
      insert into store_product_snapshots (id, store_product_id, raw_payload_id, captured_at, price_rec, is_in_stock)
      values (${id}, ${productId}, 41, ${`2024-12-10T0${id - 50}:00:00Z`}, ${price}, true)
    `.execute(legacy);
  await add(51, 31, 35.5);
  await add(52, 32, 10);
  // A second snapshot of product 31 in the same batch as the first. A third one follows in a later batch.
  await add(53, 31, 30);
  await add(54, 32, 10);
  expect((await run())['store_product_snapshots']).toMatchObject({
    taken: 2,
    present: 1,
    merged: 1,
    refused: 0,
  });
  await add(55, 31, 29);
  await add(56, 32, 10);
  expect((await run())['store_product_snapshots']).toMatchObject({ taken: 2, present: 2, merged: 2 });
  const kept = async () =>
    db
      .selectFrom('store_product_snapshots')
      .select(['store_product_id', 'payload_id', 'price_rec'])
      .orderBy('store_product_id')
      .execute();
  const first = [
    { store_product_id: 31, payload_id: 41, price_rec: '35.50' },
    { store_product_id: 32, payload_id: 41, price_rec: '10.00' },
  ];
  expect(await kept()).toEqual(first);
  const again = await run({ isFromStart: true });
  expect(again['store_product_snapshots']).toMatchObject({ taken: 0, present: 4, merged: 2, refused: 0 });
  expect(await kept()).toEqual(first);
  // The payload counts as ingested nevertheless.
  expect(await isIngested(db)).toBe(true);
});

test('a payload that came after its snapshots does not count as ingested, until they are given to it', async () => {
  const { legacy, db, payloadFolder, run, runWithout } = await openImport();
  const fetchedAt = '2024-12-10T01:00:00.000Z';
  await addLegacyPayloads(legacy, payloadFolder, [{ id: 41, dispensaryId: 11, fetchedAt, content: TWO }]);
  const add = async (productId: number) =>
    sql`
      insert into store_product_snapshots (store_product_id, raw_payload_id, captured_at) values (${productId}, 41, ${fetchedAt})
    `.execute(legacy);
  await add(31);
  await runWithout();
  await add(32);
  await run();
  expect(await isIngested(db)).toBe(false);
  await run({ isFromStart: true });
  expect(await isIngested(db)).toBe(true);
});

async function isIngested(db: Db): Promise<boolean> {
  const payload = await db.selectFrom('raw_crawl_payloads').select('ingested_at').executeTakeFirstOrThrow();
  return payload.ingested_at !== null;
}
