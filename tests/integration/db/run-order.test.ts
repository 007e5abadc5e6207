import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import type { RunPosition } from '../../../db/queries/run-order.ts';
import { listRuns } from '../../../db/queries/runs.ts';
import { isOfClosed, RUN_SORTS, SORT_ORDERS, type RunOrder } from '../../../domain/run-list.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeRun, RUNS_BEGAN_MS, runIdAt } from './make-runs.ts';

interface Sample {
  id: string;
  createdMs: number;
  /** The time from creation to end in microseconds; null while the run is open. */
  tookMicroseconds: number | null;
  priority: number | null;
  retries: number;
}

/** Generates runs with few distinct values, so that many runs share a value. */
const samples = fc.array(
  fc.record({
    createdMs: fc.integer({ min: 0, max: 3 }).map((ms) => RUNS_BEGAN_MS + ms),
    tookMicroseconds: fc.option(fc.integer({ min: 0, max: 4_000 })),
    priority: fc.option(fc.constantFrom(-5, 0, 10)),
    retries: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 25 },
);

const orders = fc.record({ sort: fc.constantFrom(...RUN_SORTS), order: fc.constantFrom(...SORT_ORDERS) });

async function write(db: Db, { id, createdMs, tookMicroseconds, priority, retries }: Sample): Promise<void> {
  const isOpen = tookMicroseconds === null;
  await makeRun(db, {
    id,
    priority,
    retry_count: retries,
    ended_as: isOpen ? null : 'completed',
    ended_at: isOpen ? null : new Date(createdMs),
  });
  if (!isOpen)
    await sql`update runs set ended_at = created_at + ${tookMicroseconds} * interval '1 microsecond' where id = ${id}`.execute(
      db,
    );
}

/** Reads all ids of a list, page by page. @param between called after each page */
async function readIds(
  db: Db,
  { order, limit, between }: { order: RunOrder; limit: number; between?: () => Promise<unknown> },
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: RunPosition | null = null; ; await between?.()) {
    const page = await listRuns(db, { kind: 'task' }, { after, limit, order });
    ids.push(...page.map(({ run }) => run.id));
    after = page.at(-1)?.place ?? null;
    if (page.length < limit) return ids;
  }
}

function valueOf({ sort }: RunOrder, sample: Sample): number | null {
  const { createdMs, tookMicroseconds: took, priority, retries } = sample;
  if (sort === 'ended') return took === null ? null : createdMs * 1_000 + took;
  if (sort === 'duration') return took;
  if (sort === 'priority') return priority;
  return sort === 'retries' ? retries : 0;
}

function sorted(all: Sample[], order: RunOrder): string[] {
  const sign = order.order === 'asc' ? 1 : -1;
  return all
    .filter(({ tookMicroseconds }) => !isOfClosed(order) || tookMicroseconds !== null)
    .toSorted((one, other) => {
      const [first, second] = [valueOf(order, one), valueOf(order, other)];
      if (first !== second && (first === null || second === null)) return first === null ? 1 : -1;
      const byValue = (first ?? 0) - (second ?? 0);
      return sign * (byValue === 0 ? (one.id < other.id ? -1 : 1) : byValue);
    })
    .map(({ id }) => id);
}

test('pages of any size, in any order, are together all runs sorted, also with ties and unknown values', async () => {
  const { db } = await createTestDatabase();
  await fc.assert(
    fc.asyncProperty(samples, orders, fc.integer({ min: 1, max: 30 }), async (drawn, order, limit) => {
      const all = drawn.map((sample) => ({ ...sample, id: runIdAt(sample.createdMs) }));
      await sql`truncate runs`.execute(db);
      for (const sample of all) await write(db, sample);
      expect(await readIds(db, { order, limit })).toEqual(sorted(all, order));
    }),
    { numRuns: 60 },
  );
});

test('runs that are added between two pages move no other run of a list', async () => {
  const { db } = await createTestDatabase();
  const draw = (number: number): Sample => ({
    id: runIdAt(RUNS_BEGAN_MS + number),
    createdMs: RUNS_BEGAN_MS + number,
    tookMicroseconds: number % 4 === 0 ? null : (number % 5) * 1_000,
    priority: number % 3 === 0 ? null : number % 2,
    retries: number % 2,
  });
  const all = Array.from({ length: 40 }, (_, number) => draw(number));
  for (const sort of RUN_SORTS) {
    for (const order of SORT_ORDERS) {
      await sql`truncate runs`.execute(db);
      for (const sample of all) await write(db, sample);
      let added = 0;
      const between = async () => {
        if (added < 6) await write(db, draw(100 + added++));
      };
      const ids = await readIds(db, { order: { sort, order }, limit: 7, between });
      const known = new Set(all.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => known.has(id))).toEqual(sorted(all, { sort, order }));
    }
  }
});
