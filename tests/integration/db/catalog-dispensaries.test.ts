import { expect, test } from 'vitest';
import {
  changeDispensary,
  findDispensary,
  listDispensaries,
  type ChangedBy,
} from '../../../db/queries/catalog-dispensaries.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';

const BY: ChangedBy = { name: 'Ann', reason: 'they blocked us' };

test('dispensaries are found by state, platform, name and whether they are crawled', async () => {
  const { db } = await createTestDatabase();
  const bloom = await makeDispensary(db);
  const roots = await makeDispensary(db, { name: '100% Roots_', state: 'CA' });
  const nowhere = await makeDispensary(db, { name: 'Lost', state: null });
  await changeDispensary(db, nowhere, { change: { crawl_enabled: false }, by: BY });
  const read = async (filter: Parameters<typeof listDispensaries>[1]) =>
    (await listDispensaries(db, filter, { after: null, limit: 10 })).items.map(({ id }) => id);
  expect(await read({})).toEqual([bloom, roots, nowhere]);
  expect(await read({ state: 'CA' })).toEqual([roots]);
  expect(await read({ platform: 'blaze' })).toEqual([]);
  expect(await read({ crawlEnabled: false })).toEqual([nowhere]);
  expect(await read({ crawlEnabled: true, search: 'DESERT' })).toEqual([bloom]);
  // Characters such as `%` and `_` in a search are taken literally, not as patterns.
  expect(await read({ search: '0% roots_' })).toEqual([roots]);
  expect(await read({ search: 'loom  des' })).toEqual([bloom]);
  expect(await read({ search: '0_ roots' })).toEqual([]);
});

test('a change touches what it names alone, and an interval is taken back with null', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  const before = await findDispensary(db, id);
  const set = await changeDispensary(db, id, {
    change: { crawl_interval_hours: 12, fetch_mode: 'auto' },
    by: BY,
  });
  expect(set).toEqual({
    ...before,
    crawl_interval_hours: 12,
    fetch_mode: 'auto',
    updated_at: expect.any(Date),
  });
  expect(await changeDispensary(db, id, { change: { crawl_enabled: false }, by: BY })).toMatchObject({
    crawl_enabled: false,
    crawl_interval_hours: 12,
  });
  expect(await changeDispensary(db, id, { change: { crawl_interval_hours: null }, by: BY })).toMatchObject({
    crawl_enabled: false,
    crawl_interval_hours: null,
    fetch_mode: 'auto',
  });
  expect(await changeDispensary(db, 999_999, { change: { crawl_enabled: true }, by: BY })).toBeNull();
  expect(await findDispensary(db, 999_999)).toBeNull();
});

test('the first who switches the crawls off is kept until they are switched on', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  const change = async (isEnabled: boolean, by = BY) => {
    const row = await changeDispensary(db, id, { change: { crawl_enabled: isEnabled }, by });
    return [row?.crawl_stopped_at instanceof Date, row?.crawl_stopped_by, row?.crawl_stopped_because];
  };
  expect(await change(false)).toEqual([true, 'Ann', 'they blocked us']);
  expect(await change(false, { name: 'Bob', reason: null })).toEqual([true, 'Ann', 'they blocked us']);
  expect(await change(true)).toEqual([false, null, null]);
  // Switched off by hand in the database: who switches them off once more is the first that is known.
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', id).execute();
  expect(await change(false, { name: 'Bob', reason: null })).toEqual([true, 'Bob', null]);
  // Switched on by hand, which leaves the old stopper: the next one replaces it.
  await db.updateTable('dispensaries').set({ crawl_enabled: true }).where('id', '=', id).execute();
  expect(await change(false)).toEqual([true, 'Ann', 'they blocked us']);
});
