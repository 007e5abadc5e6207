import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

function productOf(db: Db, id: string) {
  return db
    .selectFrom('store_products')
    .selectAll()
    .where('provider_product_id', '=', id)
    .executeTakeFirstOrThrow();
}

test('writes of a product that is as it was only that it has been seen', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
  // Marks the rows. A row that is written again loses the mark.
  await db.updateTable('store_products').set({ name: 'Marked' }).execute();
  const before = await productOf(db, 'a');
  const changed = makeProduct('b', { priceRec: '29.00' });
  const { counts, payload } = await ingest(db, run, {
    fetchedAt: day(2),
    products: [makeProduct('a'), changed],
  });
  expect(counts).toMatchObject({ products: 2, added: 0, missed: 0, snapshots: 2 });
  expect(await productOf(db, 'a')).toEqual({
    ...before,
    last_payload_id: payload.id,
    last_seen_at: day(2),
  });
  expect(await productOf(db, 'b')).toMatchObject({ name: 'Product b', price_rec: '29.00' });
});

test('takes a product whose time of change alone has moved for the same, and keeps the time', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, {
    fetchedAt: day(1),
    products: [makeProduct('a', { updatedAt: '2026-01-01T00:00:00.000Z' })],
  });
  await db.updateTable('store_products').set({ name: 'Marked' }).execute();
  const updatedAt = '2026-01-02T00:00:00.000Z';
  await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a', { updatedAt })] });
  expect(await productOf(db, 'a')).toMatchObject({
    name: 'Marked',
    platform_updated_at: new Date(updatedAt),
  });
});

test('writes a product that changes and changes back, and its snapshots say so', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const prices = ['30.00', '22.00', '30.00', '22.00'];
  for (const [place, priceRec] of prices.entries()) {
    await ingest(db, run, { fetchedAt: day(place + 1), products: [makeProduct('a', { priceRec })] });
    expect(await productOf(db, 'a')).toMatchObject({ price_rec: priceRec });
  }
  const snapshots = await db
    .selectFrom('store_product_snapshots')
    .select('price_rec')
    .orderBy('fetched_at')
    .execute();
  expect(snapshots.map(({ price_rec }) => price_rec)).toEqual(prices);
});

test('writes a row anew that other rules have made', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
  const { content_hash: hash } = await productOf(db, 'a');
  for (const other of [null, `${hash}x`]) {
    await db.updateTable('store_products').set({ name: 'Marked', content_hash: other }).execute();
    await ingest(db, run, { fetchedAt: day(other === null ? 2 : 3), products: [makeProduct('a')] });
    expect(await productOf(db, 'a')).toMatchObject({ name: 'Product a', content_hash: hash });
  }
});

test('writes a product that is back as it was', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
  for (const number of [2, 3, 4]) await ingest(db, run, { fetchedAt: day(number), products: [] });
  expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 3, is_in_stock: false });
  await ingest(db, run, { fetchedAt: day(5), products: [makeProduct('a')] });
  expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 0, is_in_stock: true });
});

test('snapshots go with their products, and those with their dispensary', async () => {
  const { db } = await createTestDatabase();
  const [gone, kept] = [await beginRun(db), await beginRun(db)];
  for (const run of [gone, kept])
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
  await db
    .deleteFrom('store_products')
    .where('dispensary_id', '=', kept.dispensaryId)
    .where('provider_product_id', '=', 'b')
    .execute();
  await db.deleteFrom('dispensaries').where('id', '=', gone.dispensaryId).execute();
  const left = await db.selectFrom('store_product_snapshots').select('dispensary_id').execute();
  expect(left).toEqual([{ dispensary_id: kept.dispensaryId }]);
});

test('rows and snapshots, also of an older payload, say which size the price is of', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const given = [
    { fetchedAt: day(2), priceOption: '3.5g' },
    { fetchedAt: day(3), priceOption: '7g' },
    { fetchedAt: day(1), priceOption: null },
  ];
  for (const { fetchedAt, priceOption } of given)
    await ingest(db, run, { fetchedAt, products: [makeProduct('a', { priceOption })] });
  expect(await productOf(db, 'a')).toMatchObject({ price_option: '7g', normalizer_version: 5 });
  const snapshots = await db
    .selectFrom('store_product_snapshots')
    .select(['fetched_at as fetchedAt', 'price_option as priceOption'])
    .orderBy('payload_id')
    .execute();
  expect(snapshots).toEqual(given);
});
