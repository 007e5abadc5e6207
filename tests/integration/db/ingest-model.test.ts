import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The products of a payload by id; undefined for an absent product. */
type Shelf = Record<string, { isInStock: boolean; price: string } | undefined>;

interface Known {
  misses: number;
  isInStock: boolean;
  price: string;
  lastSeenOn: number;
}

/**
 * Models the rule for stock: a product in the payload takes the payload's values; an absent product gets one more miss, and its third
 * miss takes it out of stock.
 */
class StockModel {
  readonly products = new Map<string, Known>();
  newestDay = 0;

  take(onDay: number, shelf: Shelf): { added: number; missed: number; marked: number } {
    const counts = { added: 0, missed: 0, marked: 0 };
    const isNewest = onDay >= this.newestDay;
    for (const id of IDS) {
      const reported = shelf[id];
      const known = this.products.get(id);
      if (reported !== undefined) {
        if (known === undefined) counts.added += 1;
        if (isNewest) this.products.set(id, { misses: 0, ...reported, lastSeenOn: onDay });
        else if (known === undefined)
          this.products.set(id, { misses: 3, isInStock: false, price: reported.price, lastSeenOn: onDay });
      } else if (isNewest && known !== undefined && known.misses < 3) {
        known.misses += 1;
        counts.missed += 1;
        if (known.misses === 3) {
          known.isInStock = false;
          counts.marked += 1;
        }
      }
    }
    if (isNewest) this.newestDay = onDay;
    return counts;
  }
}

async function tableOf(db: Db, dispensaryId: number): Promise<[string, Known][]> {
  const rows = await db
    .selectFrom('store_products')
    .selectAll()
    .where('dispensary_id', '=', dispensaryId)
    .orderBy('provider_product_id')
    .execute();
  return rows.map((row) => [
    row.provider_product_id,
    {
      misses: row.consecutive_misses,
      isInStock: row.is_in_stock,
      price: row.price_rec ?? '',
      lastSeenOn: row.last_seen_at.getTime(),
    },
  ]);
}

interface Snapshot {
  onDay: number;
  id: string;
  price: string | null;
  isInStock: boolean;
}

const bySnapshot = (one: Snapshot, other: Snapshot): number =>
  one.onDay - other.onDay || (one.id < other.id ? -1 : 1);

async function snapshotsOf(db: Db, dispensaryId: number): Promise<Snapshot[]> {
  const rows = await db
    .selectFrom('store_product_snapshots as snapshot')
    .innerJoin('store_products as product', 'product.id', 'snapshot.store_product_id')
    .where('snapshot.dispensary_id', '=', dispensaryId)
    .select([
      'fetched_at',
      'provider_product_id as id',
      'snapshot.price_rec as price',
      'snapshot.is_in_stock',
    ])
    .execute();
  return rows
    .map(({ fetched_at, id, price, is_in_stock }) => ({
      onDay: fetched_at.getTime(),
      id,
      price,
      isInStock: is_in_stock,
    }))
    .toSorted(bySnapshot);
}

const shelf: fc.Arbitrary<Shelf> = fc.record(
  Object.fromEntries(
    IDS.map((id) => [
      id,
      fc.record({
        isInStock: fc.boolean(),
        // Only two prices, so that a price often stays the same, changes, or changes back.
        price: fc.constantFrom('9.00', '10.00'),
      }),
    ]),
  ),
  { requiredKeys: [] },
);

/** Generates payloads of different days in any order, because a payload may arrive late. */
const payloads = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 8 })
  .chain((days) => fc.tuple(...days.map((onDay) => fc.tuple(fc.constant(onDay), shelf))));

/** Generates payloads in the order of their days, as chains deliver them. Only in this order do misses count up. */
const inOrder = payloads.map((list) => list.toSorted(([one], [other]) => one - other));

test('after any sequence of payloads the table says what the rule says, each step of the way', async () => {
  const { db } = await createTestDatabase();
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 2, arbitrary: inOrder }, payloads), async (sequence) => {
      const run = await beginRun(db);
      const model = new StockModel();
      const snapshots: Snapshot[] = [];
      for (const [onDay, content] of sequence) {
        const products = Object.entries(content).flatMap(([id, reported]) =>
          reported === undefined
            ? []
            : [makeProduct(id, { inStock: reported.isInStock, priceRec: reported.price })],
        );
        const { counts } = await ingest(db, run, { fetchedAt: day(onDay), products });
        for (const { providerProductId: id, priceRec, inStock } of products)
          snapshots.push({ onDay: day(onDay).getTime(), id, price: priceRec, isInStock: inStock });
        const expected = model.take(onDay, content);
        expect(counts).toMatchObject({
          added: expected.added,
          missed: expected.missed,
          markedOutOfStock: expected.marked,
        });
        const table = [...model.products.entries()]
          .map(([id, known]): [string, Known] => [
            id,
            { ...known, lastSeenOn: day(known.lastSeenOn).getTime() },
          ])
          .sort(([one], [other]) => (one < other ? -1 : 1));
        expect(await tableOf(db, run.dispensaryId)).toEqual(table);
      }
      expect(await snapshotsOf(db, run.dispensaryId)).toEqual(snapshots.toSorted(bySnapshot));
    }),
    { numRuns: 40 },
  );
});
