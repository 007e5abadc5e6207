import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { ANALYTICS_VIEWS, refreshAnalyticsView } from '../../../db/queries/analytics.ts';
import { ANALYTICS, listAnalytics, type AnalyticsName } from '../../../db/queries/analytics-pages.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { readAllPages } from './read-all-pages.ts';

const NAMES = Object.keys(ANALYTICS) as AnalyticsName[];

async function makeAnalytics(db: Db): Promise<void> {
  const runs = [await beginRun(db), await beginRun(db)];
  const now = Date.now();
  for (const run of runs) {
    for (const daysAgo of [3, 2, 1]) {
      const products = Array.from({ length: 4 }, (_, place) =>
        makeProduct(`${place}`, {
          brandName: place === 0 ? null : `Brand ${place}`,
          category: place % 2 === 0 ? 'Flower' : 'Edible',
          priceRec: `${daysAgo + place}.00`,
        }),
      );
      const fetchedAt = new Date(now - daysAgo * 86_400_000);
      await ingest(db, run, { fetchedAt, products: daysAgo === 1 ? products.slice(1) : products });
    }
  }
  for (const view of ANALYTICS_VIEWS) await refreshAnalyticsView(db, view);
}

test('every materialized view has an address', () => {
  const views = NAMES.map((name): string => ANALYTICS[name].view);
  expect(views.sort()).toEqual([...ANALYTICS_VIEWS].sort());
});

test('each view is read whole in small pages, and each of its dimensions narrows it to what has that value', async () => {
  const { db } = await createTestDatabase();
  await makeAnalytics(db);
  for (const name of NAMES) {
    const read = (filter: Record<string, string>) =>
      readAllPages((page) => listAnalytics(db, { name, filter }, page), { limit: 2, rowsReadMax: 3 });
    const { rows: counted } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(ANALYTICS[name].view)}
    `.execute(db);
    const all = await read({});
    expect(all).toHaveLength(counted[0]!.rows);
    expect(all.length, name).toBeGreaterThan(1);
    for (const dimension of Object.keys(ANALYTICS[name].dimensions)) {
      const value = all.at(-1)![dimension];
      expect(await read({ [dimension]: String(value) }), `${name} by ${dimension}`).toEqual(
        all.filter((row) => row[dimension] === value),
      );
    }
  }
});

test('the columns of each view are all of its columns', async () => {
  const { db } = await createTestDatabase();
  await makeAnalytics(db);
  for (const name of NAMES) {
    const { rows } = await sql<{ column: string }>`
      select attname::text as column from pg_attribute
      where attrelid = ${ANALYTICS[name].view}::regclass and attnum > 0
    `.execute(db);
    const { items } = await listAnalytics(db, { name, filter: {} }, { after: null, limit: 1 });
    expect(Object.keys(items[0]!).sort()).toEqual(rows.map(({ column }) => column).sort());
  }
});

test('a day comes as it was asked for', async () => {
  const { db } = await createTestDatabase();
  await makeAnalytics(db);
  const page = { after: null, limit: 1 };
  const { items } = await listAnalytics(db, { name: 'price-history', filter: {} }, page);
  expect(items[0]).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), price_low: '3.00' });
});
