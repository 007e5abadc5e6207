import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import type { HeldRun } from '../../../db/queries/crawl-runs.ts';
import type { PayloadRecord } from '../../../db/queries/payloads.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const MENU = ['a', 'b', 'c', 'd'].map((id) => makeProduct(id));

/** Adds a store that the test crawls several times. */
async function createStore() {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  let hours = 0;
  /** Crawls the store. @returns how many products were missed, and how many were marked out of stock */
  async function crawl(missingCount: number, products = MENU, change: Partial<PayloadRecord> = {}) {
    hours += 4;
    return crawlAt(db, run, { at: hours, record: { missingCount, ...change }, products });
  }
  return { db, run, crawl };
}

interface Crawled {
  /** The time of the crawl in hours. */
  at: number;
  record: Partial<PayloadRecord>;
  products: typeof MENU;
}

async function crawlAt(db: Db, run: HeldRun, { at, record, products }: Crawled) {
  const fetchedAt = new Date(day(1).getTime() + at * 3_600_000);
  const { counts } = await ingest(db, run, { fetchedAt, products, record });
  return [counts.missed, counts.markedOutOfStock];
}

test('a store whose count is always 3 too high sells out what its menu lacks', async () => {
  const { crawl } = await createStore();
  for (let times = 0; times < 3; times += 1) expect(await crawl(3)).toEqual([0, 0]);
  const less = MENU.slice(1);
  expect([await crawl(3, less), await crawl(3, less), await crawl(2, less)]).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
  ]);
});

test('a count that is further off than usual makes no product miss, and one whole menu ends what was usual', async () => {
  const { crawl } = await createStore();
  const less = MENU.slice(1);
  for (let times = 0; times < 3; times += 1) await crawl(3);
  expect(await crawl(4, less)).toEqual([0, 0]);
  expect(await crawl(3, less)).toEqual([1, 0]);
  expect(await crawl(0)).toEqual([0, 0]);
  // After these five crawls, none of the last five menus is whole.
  for (let times = 0; times < 5; times += 1) expect(await crawl(3, less)).toEqual([0, 0]);
  expect(await crawl(3, less)).toEqual([1, 0]);
});

test('half a menu whose count says the difference is not believed at once, and then needs three misses that lie apart', async () => {
  const { db, run } = await createStore();
  const half = MENU.slice(2);
  const lie = (at: number) => crawlAt(db, run, { at, record: { missingCount: 2 }, products: half });
  await crawlAt(db, run, { at: 0, record: {}, products: MENU });
  // The whole menu is still one of the last five.
  for (const at of [4, 8, 12, 16, 20]) expect(await lie(at)).toEqual([0, 0]);
  expect([await lie(20.1), await lie(20.2), await lie(20.3), await lie(27.2)]).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
  ]);
  expect(await lie(27.3)).toEqual([2, 2]);
});

test('a menu that nobody has known before is learned from three payloads, not from two', async () => {
  const { crawl } = await createStore();
  const half = MENU.slice(2);
  await crawl(4);
  expect([await crawl(2, half), await crawl(2, half)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await crawl(2, half)).toEqual([2, 0]);
});

test('what somebody confirmed, what came without a count, and other stores teach nothing', async () => {
  const { db, run, crawl } = await createStore();
  const other = await beginRun(db);
  for (const at of [1, 2, 3, 4])
    await crawlAt(db, other, { at, record: { missingCount: 3 }, products: MENU });
  for (let times = 0; times < 4; times += 1) await crawl(3);
  await db
    .updateTable('raw_crawl_payloads')
    .set({ verdict: 'confirmed', suspicion: '{}' })
    .where('dispensary_id', '=', run.dispensaryId)
    .execute();
  expect(await crawl(3, MENU.slice(1))).toEqual([0, 0]);
  for (let times = 0; times < 3; times += 1) await crawl(0, MENU, { totalCount: null });
  expect(await crawl(3, MENU.slice(1))).toEqual([0, 0]);
  expect(await crawl(3)).toEqual([0, 0]);
  // The three menus with a count are remembered. Menus without a count, in between, change nothing.
  expect(await crawl(3, MENU.slice(1))).toEqual([1, 0]);
});

test('payloads that never went in teach nothing', async () => {
  const { db, run, crawl } = await createStore();
  for (let times = 0; times < 3; times += 1) await crawl(3);
  await db
    .updateTable('raw_crawl_payloads')
    .set({ ingested_at: null })
    .where('dispensary_id', '=', run.dispensaryId)
    .execute();
  expect(await crawl(3, MENU.slice(1))).toEqual([0, 0]);
});

test('a menu with the usual over-count that did not change lengthens the interval', async () => {
  const { db, run } = await createStore();
  const intervals = [];
  for (let number = 1; number <= 5; number += 1) {
    await ingest(db, run, {
      fetchedAt: day(number),
      products: MENU,
      record: { missingCount: 3 },
      adaptsFromHours: 4,
    });
    const row = await db
      .selectFrom('dispensaries')
      .select('adapted_interval_hours')
      .executeTakeFirstOrThrow();
    intervals.push(row.adapted_interval_hours);
  }
  expect(intervals).toEqual([null, null, null, 6, 9]);
});

test('payloads that were fetched later teach nothing about an earlier one that comes in after them', async () => {
  const { db, run, crawl } = await createStore();
  for (let times = 0; times < 3; times += 1) await crawl(3);
  const fetchedAt = new Date(day(1).getTime() - 3_600_000);
  const { counts } = await ingest(db, run, { fetchedAt, products: MENU, record: { missingCount: 3 } });
  expect(counts.missesOff).toBe('incomplete');
});
