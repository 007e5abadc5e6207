import { expect, test } from 'vitest';
import {
  divideDueDispensaries,
  findDueDispensaries,
  loadDispensaries,
  loadDispensary,
  saveResolvedStore,
} from '../../../db/queries/dispensaries.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { day, makeDispensary } from './make-crawl.ts';
import { makeStore } from './make-store.ts';

test('a dispensary that does not exist is null', async () => {
  const { db } = await createTestDatabase();
  expect(await loadDispensary(db, 12345)).toBeNull();
});

test('of the ids that are asked for, those that exist come in order', async () => {
  const { db } = await createTestDatabase();
  const first = await makeDispensary(db, { name: 'First' });
  const second = await makeDispensary(db, { name: 'Second', state: null });
  expect(await loadDispensaries(db, [second, 99_999, first])).toEqual([
    { id: first, name: 'First', platform: 'dutchie', stateCode: 'AZ' },
    { id: second, name: 'Second', platform: 'dutchie', stateCode: null },
  ]);
  expect(await loadDispensaries(db, [])).toEqual([]);
});

test('a resolved id is kept', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db, { platform_dispensary_id: null });
  expect(await loadDispensary(db, id)).toMatchObject({ platformDispensaryId: null });
  await saveResolvedStore(db, id, makeStore('aB3dE5gH7jK9mN1pQ'));
  expect(await loadDispensary(db, id)).toMatchObject({ platformDispensaryId: 'aB3dE5gH7jK9mN1pQ' });
});

test('due are those never crawled or crawled too long ago, enabled, in the scope, page by page', async () => {
  const { db } = await createTestDatabase();
  const never = await makeDispensary(db);
  const old = await makeDispensary(db);
  const recent = await makeDispensary(db);
  const disabled = await makeDispensary(db);
  const elsewhere = await makeDispensary(db, { state: 'NV' });
  const setCrawled = (id: number, at: Date) =>
    db.updateTable('dispensaries').set({ last_crawl_started_at: at }).where('id', '=', id).execute();
  await setCrawled(old, day(1));
  await setCrawled(recent, day(5));
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', disabled).execute();

  const page = { scope: 'all', dueBefore: day(5).toISOString(), afterId: 0, limit: 10 };
  const idsOf = async (change: Partial<typeof page>) =>
    (await findDueDispensaries(db, { ...page, ...change })).map(({ id }) => id);
  expect(await idsOf({})).toEqual([never, old, elsewhere]);
  expect(await idsOf({ scope: 'NV' })).toEqual([elsewhere]);
  expect(await idsOf({ limit: 2 })).toEqual([never, old]);
  expect(await idsOf({ afterId: old })).toEqual([elsewhere]);
});

test('due are those of one platform where one is named, and up to the end of a batch', async () => {
  const { db } = await createTestDatabase();
  const [first, blaze, last] = [await makeDispensary(db), await makeDispensary(db), await makeDispensary(db)];
  await db.updateTable('dispensaries').set({ platform: 'blaze' }).where('id', '=', blaze).execute();
  const page = { scope: 'all', dueBefore: day(5).toISOString(), afterId: 0, limit: 10 };
  const idsOf = async (change: object) =>
    (await findDueDispensaries(db, { ...page, ...change })).map(({ id }) => id);
  expect(await idsOf({ platform: 'blaze' })).toEqual([blaze]);
  expect(await idsOf({ untilId: blaze })).toEqual([first, blaze]);
  expect(await idsOf({ platform: 'dutchie', afterId: first })).toEqual([last]);
});

test('what is due is divided into batches that differ by one at most, in the order of the ids', async () => {
  const { db } = await createTestDatabase();
  const due = { scope: 'all', dueBefore: day(5).toISOString() };
  expect(await divideDueDispensaries(db, due, 3)).toEqual([]);
  const ids: number[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await makeDispensary(db));
  // A dispensary that is not due is not counted.
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', ids[1]!).execute();
  const [, , , third, , fifth, , seventh] = ids;
  expect(await divideDueDispensaries(db, due, 3)).toEqual([third, fifth, seventh]);
  expect((await divideDueDispensaries(db, due, 50)).length).toBe(7);
});
