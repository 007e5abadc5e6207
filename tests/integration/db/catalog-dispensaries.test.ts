import { expect, test } from 'vitest';
import {
  changeDispensary,
  findDispensary,
  listDispensaries,
} from '../../../db/queries/catalog-dispensaries.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';

test('dispensaries are found by state, platform, name and whether they are crawled', async () => {
  const { db } = await createTestDatabase();
  const bloom = await makeDispensary(db);
  const roots = await makeDispensary(db, { name: '100% Roots_', state: 'CA' });
  const nowhere = await makeDispensary(db, { name: 'Lost', state: null });
  await changeDispensary(db, nowhere, { crawl_enabled: false });
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
  const set = await changeDispensary(db, id, { crawl_interval_hours: 12, fetch_mode: 'auto' });
  expect(set).toEqual({
    ...before,
    crawl_interval_hours: 12,
    fetch_mode: 'auto',
    updated_at: expect.any(Date),
  });
  expect(await changeDispensary(db, id, { crawl_enabled: false })).toMatchObject({
    crawl_enabled: false,
    crawl_interval_hours: 12,
  });
  expect(await changeDispensary(db, id, { crawl_interval_hours: null })).toMatchObject({
    crawl_enabled: false,
    crawl_interval_hours: null,
    fetch_mode: 'auto',
  });
  expect(await changeDispensary(db, 999_999, { crawl_enabled: true })).toBeNull();
  expect(await findDispensary(db, 999_999)).toBeNull();
});
