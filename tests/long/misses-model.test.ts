import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { beginRun, day, ingest } from '../integration/db/make-crawl.ts';
import { makeProduct } from '../integration/db/make-product.ts';

const IDS = ['a', 'b', 'c', 'd'];

interface Crawl {
  /** The time of the payload in minutes after the newest payload so far. Negative if the payload is late. */
  minutes: number;
  interval: { crawl_interval_hours: number | null; adapted_interval_hours: number | null };
  /** By how much `totalCount` exceeds the menu. */
  missing: number;
  /** The products of the menu, and whether each is in stock. */
  menu: Partial<Record<string, boolean>>;
}

interface Known {
  lastSeenAt: number;
  isInStock: boolean;
  /** The times of later payloads that lacked the product. */
  lackedAt: number[];
  /** Whether the product is known only from a late payload, so that it counts as gone. */
  isGone: boolean;
}

/** Models the rules for misses, computed from the whole history of each product. */
class MissModel {
  readonly products = new Map<string, Known>();
  readonly #payloads: { at: number; missing: number }[] = [];

  newestAt(): number {
    return Math.max(...this.#payloads.map((payload) => payload.at));
  }

  take(at: number, { interval, missing, menu }: Crawl): { missed: number; marked: number } {
    const isComplete = this.#isComplete(at, missing);
    this.#payloads.push({ at, missing });
    const isNewest = at === this.newestAt();
    const hours = interval.crawl_interval_hours ?? interval.adapted_interval_hours ?? 4;
    const spanMs = Math.max(1.8 * hours, 1) * 3_600_000;
    const counts = { missed: 0, marked: 0 };
    for (const id of IDS) {
      const known = this.products.get(id);
      const isInStock = menu[id];
      if (isInStock !== undefined) {
        if (isNewest) this.products.set(id, { lastSeenAt: at, isInStock, lackedAt: [], isGone: false });
        else if (known === undefined)
          this.products.set(id, { lastSeenAt: at, isInStock: false, lackedAt: [], isGone: true });
      } else if (known !== undefined && isNewest && isComplete && !known.isGone) {
        known.lackedAt.push(at);
        counts.missed += 1;
        if (known.lackedAt.length < 3) continue;
        if (at - known.lackedAt[0]! >= spanMs) known.isInStock = false;
        known.isGone = !known.isInStock;
        if (known.isGone) counts.marked += 1;
      }
    }
    return counts;
  }

  #isComplete(at: number, missing: number): boolean {
    const before = this.#payloads
      .filter((payload) => payload.at < at)
      .toSorted((one, other) => other.at - one.at)
      .slice(0, 5);
    return missing === 0 || (before.length >= 3 && before.every((payload) => payload.missing >= missing));
  }

  table(): unknown[] {
    return [...this.products]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, { lackedAt, isInStock, isGone }]) => ({
        id,
        misses: isGone ? 3 : Math.min(3, lackedAt.length),
        firstMissedAt: lackedAt[0] ?? null,
        isInStock,
      }));
  }
}

async function tableOf(db: Db, dispensaryId: number): Promise<unknown[]> {
  const rows = await db
    .selectFrom('store_products')
    .select(['provider_product_id', 'consecutive_misses', 'first_missed_at', 'is_in_stock'])
    .where('dispensary_id', '=', dispensaryId)
    .orderBy('provider_product_id')
    .execute();
  return rows.map((row) => ({
    id: row.provider_product_id,
    misses: row.consecutive_misses,
    firstMissedAt: row.first_missed_at?.getTime() ?? null,
    isInStock: row.is_in_stock,
  }));
}

const menu: fc.Arbitrary<Crawl['menu']> = fc.record(
  Object.fromEntries(
    IDS.map((id) => [id, fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean())]),
  ),
  { requiredKeys: [] },
);

const crawls: fc.Arbitrary<Crawl[]> = fc.array(
  fc.record({
    // Values around an hour, around the schedule's interval, and around the spans that these and longer intervals require.
    minutes: fc.constantFrom(-90, 1, 20, 40, 60, 192, 240, 432, 1056),
    interval: fc.constantFrom(
      { crawl_interval_hours: null, adapted_interval_hours: null },
      { crawl_interval_hours: 0.05, adapted_interval_hours: null },
      { crawl_interval_hours: 1, adapted_interval_hours: 24 },
      { crawl_interval_hours: null, adapted_interval_hours: 12 },
    ),
    missing: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 })),
    menu: fc.oneof(menu, fc.constant({ a: true })),
  }),
  { minLength: 3, maxLength: 14 },
);

/** Generates crawls with a constant surplus in the count and a constant interval, as stores usually have them. */
const steadyCrawls = fc
  .tuple(crawls, fc.integer({ min: 0, max: 2 }))
  .map(([list, missing]) => list.map((crawl) => ({ ...crawl, interval: list[0]!.interval, missing })));

test('after any sequence of crawls, intervals and over-counts the table says what the rules say', async () => {
  const { db } = await createTestDatabase();
  let marked = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(crawls, steadyCrawls), async (sequence) => {
      const run = await beginRun(db);
      const model = new MissModel();
      const startedAt = day(1).getTime();
      for (const [place, crawl] of sequence.entries()) {
        // The position is added to late times, so that two payloads never have the same time.
        const at =
          (place === 0 ? startedAt : model.newestAt()) +
          crawl.minutes * 60_000 +
          (crawl.minutes < 0 ? place : 0);
        await db.updateTable('dispensaries').set(crawl.interval).where('id', '=', run.dispensaryId).execute();
        const { counts } = await ingest(db, run, {
          fetchedAt: new Date(at),
          products: IDS.flatMap((id) => {
            const inStock = crawl.menu[id];
            return inStock === undefined ? [] : [makeProduct(id, { inStock })];
          }),
          record: { missingCount: crawl.missing },
        });
        const expected = model.take(at, crawl);
        expect({ missed: counts.missed, marked: counts.markedOutOfStock }).toEqual(expected);
        expect(await tableOf(db, run.dispensaryId)).toEqual(model.table());
        marked += expected.marked;
      }
    }),
    { numRuns: 60 },
  );
  expect(marked).toBeGreaterThan(0);
});
