import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import type { HeldRun } from '../../../db/queries/crawl-runs.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const [A, B] = [makeProduct('a'), makeProduct('b')];

/** Returns the time `hours` after noon of day 1. */
const hour = (hours: number): Date => new Date(day(1).getTime() + hours * 3_600_000);

/** Adds a store whose menu at hour 0 had `a` and `b`. */
async function stockedStore() {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: hour(0), products: [A, B] });
  return { db, run, lackB: (hours: number) => lackB(db, run, hours) };
}

async function lackB(db: Db, run: HeldRun, hours: number) {
  const { counts } = await ingest(db, run, { fetchedAt: hour(hours), products: [A] });
  const b = await productB(db);
  return [counts.missed, counts.markedOutOfStock, b.consecutive_misses, b.stock_status];
}

function productB(db: Db) {
  return db
    .selectFrom('store_products')
    .select(['consecutive_misses', 'first_missed_at', 'is_in_stock', 'stock_status', 'updated_at'])
    .where('provider_product_id', '=', 'b')
    .executeTakeFirstOrThrow();
}

function setInterval(
  db: Db,
  change: { crawl_interval_hours?: number | null; adapted_interval_hours?: number },
) {
  return db.updateTable('dispensaries').set(change).execute();
}

describe('three misses', () => {
  test('within 14 seconds, as of crawls that a person starts, sell nothing out', async () => {
    const { lackB: lack } = await stockedStore();
    const seconds = [4 * 3600, 4 * 3600 + 7, 4 * 3600 + 14];
    const seen = [];
    for (const at of seconds) seen.push(await lack(at / 3600));
    expect(seen).toEqual([
      [1, 0, 1, 'in_stock'],
      [1, 0, 2, 'in_stock'],
      [1, 0, 3, 'in_stock'],
    ]);
  });

  test('count once they span 1.8 intervals of the schedule, to the millisecond', async () => {
    const { db, run, lackB: lack } = await stockedStore();
    await lack(4);
    await lack(8);
    expect(await lack(11.2 - 1 / 3_600_000)).toEqual([1, 0, 3, 'in_stock']);
    expect(await lack(11.2)).toEqual([1, 1, 3, 'oos']);
    expect(await lack(16)).toEqual([0, 0, 3, 'oos']);
    expect((await productB(db)).first_missed_at).toEqual(hour(4));
    await ingest(db, run, { fetchedAt: hour(20), products: [A, B] });
    expect(await productB(db)).toMatchObject({
      consecutive_misses: 0,
      first_missed_at: null,
      stock_status: 'in_stock',
    });
  });

  test('of crawls in their regular turn count at the third', async () => {
    const { lackB: lack } = await stockedStore();
    expect([await lack(4), await lack(8), await lack(12)]).toEqual([
      [1, 0, 1, 'in_stock'],
      [1, 0, 2, 'in_stock'],
      [1, 1, 3, 'oos'],
    ]);
  });

  test('never count within an hour, however short the interval is', async () => {
    const { db, lackB: lack } = await stockedStore();
    await setInterval(db, { crawl_interval_hours: 0.05 });
    for (const hours of [1, 1.05, 1.1, 1.95]) expect((await lack(hours))[3]).toBe('in_stock');
    expect(await lack(2)).toEqual([1, 1, 3, 'oos']);
  });

  test('of a store with an interval of days span days', async () => {
    const { db, lackB: lack } = await stockedStore();
    await setInterval(db, { crawl_interval_hours: 72 });
    for (const hours of [72, 80, 100, 201]) expect((await lack(hours))[3]).toBe('in_stock');
    expect(await lack(202)).toEqual([1, 1, 3, 'oos']);
  });

  test.each([
    ['the adapted one where nobody has set one', { adapted_interval_hours: 10 }, 17],
    [
      'the one that was set before the adapted one',
      { crawl_interval_hours: 2, adapted_interval_hours: 10 },
      3,
    ],
  ])('span the interval of the store: %s', async (_name, change, lateHours) => {
    const { db, lackB: lack } = await stockedStore();
    // Each payload that lacks a product clears the adapted interval, so it is set again before each payload.
    for (const hours of [1, 2]) {
      await setInterval(db, change);
      await lack(hours);
    }
    await setInterval(db, change);
    expect(await lack(1 + lateHours)).toEqual([1, 0, 3, 'in_stock']);
    await setInterval(db, change);
    expect(await lack(2 + lateHours)).toEqual([1, 1, 3, 'oos']);
  });

  test.each([
    ['longer', 24, 'in_stock'],
    ['shorter', 1, 'oos'],
  ])('span the interval that is in force when it was made %s in between', async (_name, hours, status) => {
    const { db, lackB: lack } = await stockedStore();
    await setInterval(db, { crawl_interval_hours: hours === 24 ? 4 : 24 });
    await lack(4);
    await lack(8);
    await setInterval(db, { crawl_interval_hours: hours });
    expect((await lack(12))[3]).toBe(status);
  });

  test('begin anew with a product that was back', async () => {
    const { db, run, lackB: lack } = await stockedStore();
    await lack(4);
    await lack(8);
    await ingest(db, run, { fetchedAt: hour(12), products: [A, B] });
    expect(await productB(db)).toMatchObject({ consecutive_misses: 0, first_missed_at: null });
    expect([await lack(16), await lack(20), await lack(22)].map(([, , , status]) => status)).toEqual(
      Array(3).fill('in_stock'),
    );
    expect((await productB(db)).first_missed_at).toEqual(hour(16));
    expect(await lack(24)).toEqual([1, 1, 3, 'oos']);
  });

  test('are not counted of payloads that come late or again', async () => {
    const { db, run, lackB: lack } = await stockedStore();
    await lack(8);
    await lack(12);
    const before = await productB(db);
    await lack(4);
    const { payload } = await ingest(db, run, { fetchedAt: hour(6), products: [A, B] });
    await ingestAgain(db, inputOf(payload, [A]), run);
    expect(await productB(db)).toEqual(before);
    expect(before).toMatchObject({ consecutive_misses: 2, first_missed_at: hour(8) });
  });

  test('of what the menu itself had as out of stock end at the third', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: hour(0), products: [A, makeProduct('b', { inStock: false })] });
    const seen = [];
    for (const minutes of [1, 2, 3, 4]) seen.push(await lackB(db, run, minutes / 60));
    expect(seen.map(([missed, marked]) => [missed, marked])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
  });
});

test('a product that waits at three misses does not count as changed', async () => {
  const { db, lackB: lack } = await stockedStore();
  for (const minutes of [1, 2, 3]) await lack(minutes / 60);
  const before = await productB(db);
  expect(await lack(1)).toEqual([1, 0, 3, 'in_stock']);
  expect(await productB(db)).toEqual(before);
});

test.each([
  ['none, as in rows from before', null],
  ['one that is over, as a worker of an earlier version leaves it', hour(-100)],
])(
  'with no true time of the first miss (%s) that of the last payload with the product stands for it',
  async (_name, was) => {
    const { db, lackB: lack } = await stockedStore();
    await db
      .updateTable('store_products')
      .set({ consecutive_misses: 1, first_missed_at: was })
      .where('provider_product_id', '=', 'b')
      .execute();
    await lack(6);
    expect((await productB(db)).first_missed_at).toEqual(hour(0));
    expect(await lack(7)).toEqual([1, 0, 3, 'in_stock']);
    expect(await lack(7.2)).toEqual([1, 1, 3, 'oos']);
  },
);

test('products of the platform that a store had before do not miss its menus of today', async () => {
  const { db, lackB: lack } = await stockedStore();
  await db
    .updateTable('store_products')
    .set({ provider: 'blaze' })
    .where('provider_product_id', '=', 'b')
    .execute();
  expect(await lack(6)).toEqual([0, 0, 0, 'in_stock']);
});
