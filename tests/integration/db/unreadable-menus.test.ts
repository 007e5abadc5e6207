import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import type { HeldRun } from '../../../db/queries/crawl-runs.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const skipped = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `broken${place}`, reason: 'no name' }));
const products = (count: number) => Array.from({ length: count }, (_, place) => makeProduct(`p${place}`));

/** Adds a store whose first payload has a product that the later payloads lack. */
async function storeWithGone(db: Db): Promise<HeldRun> {
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [...products(19), makeProduct('gone')] });
  return run;
}

async function missesOf(db: Db, id: string) {
  const row = await db
    .selectFrom('store_products')
    .where('provider_product_id', '=', id)
    .select(['consecutive_misses', 'is_in_stock'])
    .executeTakeFirst();
  return row && [row.consecutive_misses, row.is_in_stock];
}

test('of a payload more than 5 % of which cannot be read the rest goes in, and what it lacks has not missed', async () => {
  const { db } = await createTestDatabase();
  const run = await storeWithGone(db);
  const content = { products: [...products(19), makeProduct('new')], skipped: skipped(2) };
  for (const number of [2, 3, 4, 5]) {
    const { counts } = await ingest(db, run, { fetchedAt: day(number), ...content });
    expect(counts).toMatchObject({
      products: 20,
      skipped: 2,
      added: number === 2 ? 1 : 0,
      missed: 0,
      missesOff: 'unreadable',
    });
  }
  expect(await missesOf(db, 'gone')).toEqual([0, true]);
  expect(await missesOf(db, 'new')).toEqual([0, true]);
});

test('with 5 % or less misses count', async () => {
  const { db } = await createTestDatabase();
  const run = await storeWithGone(db);
  const { counts } = await ingest(db, run, {
    fetchedAt: day(2),
    products: products(19),
    skipped: skipped(1),
  });
  expect(counts).toMatchObject({ missed: 1 });
  expect(counts).not.toHaveProperty('missesOff');
  expect(await missesOf(db, 'gone')).toEqual([1, true]);
});

test('an incomplete payload says that misses do not count in it', async () => {
  const { db } = await createTestDatabase();
  const run = await storeWithGone(db);
  const record = { missingCount: 1 };
  const { counts } = await ingest(db, run, { fetchedAt: day(2), products: products(19), record });
  expect(counts).toMatchObject({ missed: 0, missesOff: 'incomplete' });
});
