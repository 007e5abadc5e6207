import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readKeysetPage, type KeysetList } from '../../../db/keyset-page.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { readAllPages } from './read-all-pages.ts';

interface Row {
  id: number;
  at: Date;
}

/** Rows several of which have the same time, to the microsecond. Every third row is marked. */
const ROWS = sql.raw(`(
  select n::bigint as id, n % 3 = 0 as is_marked,
    timestamptz '2026-03-01' + (n / 4) * interval '1 microsecond' as at
  from generate_series(1, 60) as n
) as rows`);

function list(change: Partial<KeysetList>): KeysetList {
  return {
    columns: sql.raw('id, at'),
    from: ROWS,
    key: [
      { column: 'at', type: 'timestamptz' },
      { column: 'id', type: 'bigint' },
    ],
    direction: 'asc',
    indexed: [],
    filters: [],
    ...change,
  };
}

test('pages of any size are together the list, each row once and in order', async () => {
  const { db } = await createTestDatabase();
  const all = Array.from({ length: 60 }, (_, place) => place + 1);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        limit: fc.integer({ min: 1, max: 70 }),
        rowsReadMax: fc.integer({ min: 1, max: 70 }),
        isFiltered: fc.boolean(),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      async ({ limit, rowsReadMax, isFiltered, direction }) => {
        const requested = list({ direction, filters: isFiltered ? [sql<boolean>`is_marked`] : [] });
        const rows = await readAllPages((page) => readKeysetPage<Row>(db, requested, page), {
          limit,
          rowsReadMax,
        });
        const expected = isFiltered ? all.filter((number) => number % 3 === 0) : all;
        expect(rows.map(({ id }) => id)).toEqual(direction === 'asc' ? expected : expected.toReversed());
      },
    ),
    { numRuns: 40 },
  );
});

test('a page has the columns that were asked for, and no other', async () => {
  const { db } = await createTestDatabase();
  const { items } = await readKeysetPage<Row>(db, list({}), { after: null, limit: 1 });
  expect(items).toEqual([{ id: 1, at: new Date('2026-03-01T00:00:00Z') }]);
});

test('a page whose filter hardly any row meets looks at no more rows than it may', async () => {
  const { db } = await createTestDatabase();
  const rare = list({ filters: [sql<boolean>`id = 60`] });
  const first = await readKeysetPage<Row>(db, rare, { after: null, limit: 5, rowsReadMax: 40 });
  expect(first).toMatchObject({ items: [], next: [expect.any(String), '40'] });
  const second = await readKeysetPage<Row>(db, rare, { after: first.next, limit: 5, rowsReadMax: 40 });
  expect(second).toMatchObject({ items: [{ id: 60 }], next: null });
});
