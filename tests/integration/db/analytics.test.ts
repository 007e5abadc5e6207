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
