import { expect, test } from 'vitest';
import {
  learnPersistedQuery,
  loadFoundQueries,
  rejectPersistedQuery,
} from '../../../db/queries/persisted-queries.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const query = (hash: string) => ({ platform: 'dutchie' as const, operation: 'FilteredProducts', hash });

test('nothing is known at first', async () => {
  const { db } = await createTestDatabase();
  expect(await loadFoundQueries(db, 'dutchie')).toEqual({ learned: {}, rejected: new Set() });
});

test('the hash that a page used last is the one that is learned', async () => {
  const { db } = await createTestDatabase();
  for (const hash of ['old', 'new', 'old']) await learnPersistedQuery(db, query(hash));
  expect((await loadFoundQueries(db, 'dutchie')).learned).toEqual({ FilteredProducts: 'old' });
});

test('a learned hash that is rejected later gives way to the one before, and comes back when a page uses it', async () => {
  const { db } = await createTestDatabase();
  await learnPersistedQuery(db, query('old'));
  await learnPersistedQuery(db, query('new'));
  await rejectPersistedQuery(db, query('new'));
  expect(await loadFoundQueries(db, 'dutchie')).toEqual({
    learned: { FilteredProducts: 'old' },
    rejected: new Set(['new']),
  });
  await learnPersistedQuery(db, query('new'));
  expect(await loadFoundQueries(db, 'dutchie')).toEqual({
    learned: { FilteredProducts: 'new' },
    rejected: new Set(),
  });
});

test('a rejected hash is tried again after a day', async () => {
  const { db } = await createTestDatabase();
  await rejectPersistedQuery(db, query('gone'));
  await db
    .updateTable('persisted_queries')
    .set({ rejected_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  expect((await loadFoundQueries(db, 'dutchie')).rejected).toEqual(new Set());
});
