import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findDueDispensaries } from '../../../db/queries/dispensaries.ts';
import { ingestAgain, ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import {
  beginRun,
  day,
  ingest,
  inputOf,
  makeDispensary,
  makePayloadRecord,
  storePayload,
  holdAgain,
} from './make-crawl.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { makeProduct } from './make-product.ts';

const MENU = [makeProduct('a'), makeProduct('b')];
const CHANGED = [makeProduct('a'), makeProduct('b', { priceRec: '29.00' })];

async function intervalOf(db: Db, dispensaryId: number): Promise<number | null> {
  const row = await db
    .selectFrom('dispensaries')
    .where('id', '=', dispensaryId)
    .select('adapted_interval_hours')
    .executeTakeFirstOrThrow();
  return row.adapted_interval_hours;
}

test('a menu that comes as it was makes the interval longer, and any change brings it back', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const crawls = [
    { products: MENU, becomes: null },
    { products: MENU, becomes: 6 },
    { products: MENU, becomes: 9 },
    { products: CHANGED, becomes: null },
    { products: CHANGED, becomes: 6 },
    // One product is missing for the first time.
    { products: CHANGED.slice(1), becomes: null },
    // The next two misses are changes as well. After the third miss the product counts as gone.
    { products: CHANGED.slice(1), becomes: null },
    { products: CHANGED.slice(1), becomes: null },
    { products: CHANGED.slice(1), becomes: 6 },
    // The missing product is back.
    { products: CHANGED, becomes: null },
    { products: [...CHANGED, makeProduct('c')], becomes: null },
    { products: [...CHANGED, makeProduct('c')], becomes: 6 },
  ];
  for (const [at, { products, becomes }] of crawls.entries()) {
    await ingest(db, run, { fetchedAt: day(at + 1), products, adaptsFromHours: 4 });
    expect([at, await intervalOf(db, run.dispensaryId)]).toEqual([at, becomes]);
  }
});

test('only a crawl whose payload is whole and the newest makes it longer, and only once', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const adapting = { products: MENU, adaptsFromHours: 4 };
  await ingest(db, run, { fetchedAt: day(2), ...adapting });
  const { payload } = await ingest(db, run, { fetchedAt: day(3), ...adapting });
  expect(await intervalOf(db, run.dispensaryId)).toBe(6);
  await ingestProducts(db, run, { ...inputOf(payload, MENU), ...adapting });
  await ingestAgain(db, { ...inputOf(payload, MENU), ...adapting }, run);
  await holdAgain(db, run);
  await ingest(db, run, { fetchedAt: day(1), ...adapting });
  expect(await intervalOf(db, run.dispensaryId)).toBe(6);
  const partial = { ...(await makePayloadRecord(db, day(4))), missingCount: 1 };
  const partialPayload = await loadPayload(db, await storePayload(db, run, partial));
  await ingestProducts(db, run, { ...inputOf(partialPayload, MENU), ...adapting });
  expect(await intervalOf(db, run.dispensaryId)).toBeNull();
});

test('an interval that an operator has set stays, and none adapts where that is off', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const set = (change: { crawl_interval_hours?: number | null }) =>
    db.updateTable('dispensaries').set(change).execute();
  await set({ crawl_interval_hours: 12 });
  for (const number of [1, 2, 3])
    await ingest(db, run, { fetchedAt: day(number), products: MENU, adaptsFromHours: 4 });
  const fixed = await db.selectFrom('dispensaries').select('crawl_interval_hours').executeTakeFirstOrThrow();
  expect([fixed.crawl_interval_hours, await intervalOf(db, run.dispensaryId)]).toEqual([12, null]);
  await set({ crawl_interval_hours: null });
  await ingest(db, run, { fetchedAt: day(4), products: MENU, adaptsFromHours: 4 });
  expect(await intervalOf(db, run.dispensaryId)).toBe(6);
  // Adapting is now switched off: the next crawl makes the store follow the schedule again.
  await ingest(db, run, { fetchedAt: day(5), products: MENU });
  expect(await intervalOf(db, run.dispensaryId)).toBeNull();
  await expect(set({ crawl_interval_hours: 0 })).rejects.toThrow(/crawl_interval_hours/);
});

test('due is who has not been crawled for an interval of their own, the operator’s before the adapted one', async () => {
  const { db } = await createTestDatabase();
  const crawledHoursAgo = 10;
  const asOf = day(5);
  const add = async (change: { crawl_interval_hours?: number; adapted_interval_hours?: number }) => {
    const id = await makeDispensary(db);
    const last_crawl_started_at = new Date(asOf.getTime() - crawledHoursAgo * 3_600_000);
    await db
      .updateTable('dispensaries')
      .set({ last_crawl_started_at, ...change })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const follows = await add({});
  const longer = await add({ adapted_interval_hours: 13.5 });
  const nearly = await add({ adapted_interval_hours: 11 });
  const often = await add({ crawl_interval_hours: 8, adapted_interval_hours: 24 });
  const seldom = await add({ crawl_interval_hours: 48 });
  const hoursBefore = (hours: number) => new Date(asOf.getTime() - hours * 3_600_000).toISOString();
  const idsOf = async (dueBefore: string, ownIntervalsAsOf?: string) => {
    const due = { scope: 'all', dueBefore, ownIntervalsAsOf, afterId: 0, limit: 10 };
    return (await findDueDispensaries(db, due)).map(({ id }) => id);
  };
  expect(await idsOf(hoursBefore(4), asOf.toISOString())).toEqual([follows, nearly, often]);
  expect(await idsOf(hoursBefore(12), asOf.toISOString())).toEqual([nearly, often]);
  expect(await idsOf(hoursBefore(4))).toEqual([follows, longer, nearly, often, seldom]);
});
