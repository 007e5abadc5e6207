import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { ANALYTICS_VIEWS, refreshAnalyticsView } from '../../../db/queries/analytics.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makeDispensary } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

async function rowsOf(db: Db, view: (typeof ANALYTICS_VIEWS)[number]): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(view)} order by 1, 2, 3`.execute(db)).rows;
}

async function refreshAll(db: Db): Promise<void> {
  for (const view of ANALYTICS_VIEWS) await refreshAnalyticsView(db, view);
}

test('the views of an empty database can be refreshed and are empty', async () => {
  const { db } = await createTestDatabase();
  await refreshAll(db);
  for (const view of ANALYTICS_VIEWS) expect(await rowsOf(db, view)).toEqual([]);
});

test('a dispensary is told with its products, those in stock and on special, and their average price', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, {
    fetchedAt: day(2),
    products: [
      makeProduct('a', { priceRec: '10.00' }),
      makeProduct('b', { priceRec: '20.01', onSpecial: true }),
      makeProduct('c', { priceRec: null }),
      makeProduct('d', { priceRec: '99.00', onSpecial: true, inStock: false }),
    ],
  });
  const bare = await makeDispensary(db, { name: 'Bare', state: null });
  await refreshAll(db);
  expect(await rowsOf(db, 'analytics_dispensary_overview')).toEqual([
    {
      dispensary_id: run.dispensaryId,
      name: 'Desert Bloom',
      state: 'AZ',
      products: 4,
      products_in_stock: 3,
      products_on_special: 1,
      price_rec_avg: '15.01',
      last_crawl_at: day(2),
    },
    {
      dispensary_id: bare,
      name: 'Bare',
      state: null,
      products: 0,
      products_in_stock: 0,
      products_on_special: 0,
      price_rec_avg: null,
      last_crawl_at: null,
    },
  ]);
});

test('a brand is told by state and category, over what is in stock', async () => {
  const { db } = await createTestDatabase();
  const [one, other] = [await beginRun(db), await beginRun(db)];
  await ingest(db, one, {
    fetchedAt: day(1),
    products: [
      makeProduct('a', { priceRec: '10.00' }),
      makeProduct('b', { priceRec: '30.00', specialRec: '8.50' }),
      makeProduct('c', { inStock: false, priceRec: '1.00' }),
      makeProduct('d', { brandName: null, category: null, priceRec: null }),
    ],
  });
  await ingest(db, other, { fetchedAt: day(1), products: [makeProduct('a', { priceRec: '20.00' })] });
  await refreshAll(db);
  expect(await rowsOf(db, 'analytics_brand_presence')).toEqual([
    {
      brand_name: '',
      state: 'AZ',
      category: '',
      dispensaries: 1,
      products: 1,
      price_rec_avg: null,
      price_rec_low: null,
    },
    {
      brand_name: 'Mesa Verde',
      state: 'AZ',
      category: 'Flower',
      dispensaries: 2,
      products: 3,
      price_rec_avg: '20.00',
      price_rec_low: '8.50',
    },
  ]);
});

test('a refresh brings the views up to date while others refresh and read', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await refreshAll(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
  await Promise.all([refreshAll(db), refreshAll(db), rowsOf(db, 'analytics_dispensary_overview')]);
  expect(await rowsOf(db, 'analytics_dispensary_overview')).toMatchObject([{ products: 1 }]);
});

const recently = (daysAgo: number, time: string) => {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${date}T${time}Z`);
};

test('current prices are what is paid, over what is in stock and has a price', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, {
    fetchedAt: day(1),
    products: [
      makeProduct('a', { priceRec: '10.00' }),
      makeProduct('b', { priceRec: '30.00', specialRec: '8.50', onSpecial: true }),
      makeProduct('c', { priceRec: '20.00' }),
      makeProduct('d', { priceRec: '1.00', inStock: false }),
      makeProduct('e', { priceRec: null, priceMed: null }),
      // One product has only a medical price; the special price of another is higher than its usual price.
      makeProduct('f', { priceRec: null, priceMed: '7.00' }),
      makeProduct('g', { priceRec: '19.00', specialRec: '21.00', onSpecial: true }),
    ],
  });
  await refreshAll(db);
  expect(await rowsOf(db, 'analytics_current_prices')).toEqual([
    {
      brand_name: 'Mesa Verde',
      category: 'Flower',
      state: 'AZ',
      products: 5,
      dispensaries: 1,
      products_on_special: 2,
      price_low: '7.00',
      price_median: '10.00',
      price_high: '20.00',
    },
  ]);
});

test('the history of a price has a row a day, of the days of the store itself', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  // In Phoenix, 06:59 UTC still belongs to the previous day.
  const crawls: [Date, string][] = [
    [recently(3, '06:59:00'), '10.00'],
    [recently(3, '07:01:00'), '12.00'],
    [recently(3, '20:00:00'), '11.00'],
  ];
  for (const [fetchedAt, priceRec] of crawls)
    await ingest(db, run, { fetchedAt, products: [makeProduct('a', { priceRec })] });
  await ingest(db, run, { fetchedAt: recently(100, '12:00:00'), products: [makeProduct('a')] });
  await refreshAll(db);
  const rows = (await rowsOf(db, 'analytics_price_history')) as Record<string, unknown>[];
  expect(rows.map(({ price_low: low, price_high: high, price_last: last }) => [low, high, last])).toEqual([
    ['10.00', '10.00', '10.00'],
    ['11.00', '12.00', '11.00'],
  ]);
});

test('availability and what came and went are told by store', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const crawl = (daysAgo: number, ids: string[]) =>
    ingest(db, run, { fetchedAt: recently(daysAgo, '12:00:00'), products: ids.map((id) => makeProduct(id)) });
  await crawl(40, ['long gone']);
  await crawl(5, ['a', 'b']);
  for (const daysAgo of [4, 3, 2]) await crawl(daysAgo, ['a', 'c']);
  // `c` has been missed three times, but too quickly: it is still in stock.
  for (const time of ['12:00:01', '12:00:02', '12:00:03']) {
    const products = [makeProduct('a')];
    await ingest(db, run, { fetchedAt: recently(2, time), products });
  }
  await refreshAll(db);
  expect(await rowsOf(db, 'analytics_availability')).toMatchObject([
    {
      dispensary_id: run.dispensaryId,
      brand_name: 'Mesa Verde',
      products: 3,
      in_stock: 2,
      out_of_stock: 1,
      out_of_stock_rate: '0.3333',
    },
  ]);
  const changes = (await rowsOf(db, 'analytics_assortment_changes')) as Record<string, unknown>[];
  expect(changes.map(({ new_products: came, gone_products: went }) => [came, went])).toEqual([
    [1, 1],
    [2, 1],
    [1, 0],
  ]);
});
