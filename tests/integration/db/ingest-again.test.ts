import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { enterStore } from '../../../db/queries/store-locks.ts';
import type { StoredPayload } from '../../../db/queries/payloads.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

describe('a stored payload that is brought in again', () => {
  const again = async (db: Db, payload: StoredPayload, products: CanonicalProduct[]) => {
    const task = { workflowId: `refresh/${payload.id}`, workflowRunId: `refresh ${payload.id}` };
    await sql`delete from store_locks`.execute(db);
    const { dispensaryId } = payload;
    const store = await enterStore(db, {
      ...task,
      dispensaryId,
      scheduledAt: day(3),
      fence: day(3).getTime(),
    });
    return ingestAgain(db, inputOf(payload, products), store);
  };

  test('changes the current state and its snapshots to what the rules of today say, and counts no miss twice', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('gone')] });
    const { payload } = await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a')] });
    const result = await again(db, payload, [makeProduct('a', { priceRec: '9.99' })]);
    expect(result).toMatchObject({ isNewest: true, counts: { products: 1, missed: 0 } });
    // The ingest has also released the store for the next task.
    expect(await db.selectFrom('store_locks').selectAll().execute()).toEqual([]);
    const rows = await db
      .selectFrom('store_products')
      .select(['provider_product_id as id', 'price_rec', 'consecutive_misses'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: 'a', price_rec: '9.99', consecutive_misses: 0 },
      { id: 'gone', price_rec: '30.00', consecutive_misses: 1 },
    ]);
    const snapshots = await db
      .selectFrom('store_product_snapshots')
      .where('payload_id', '=', payload.id)
      .select('price_rec')
      .execute();
    expect(snapshots).toEqual([{ price_rec: '9.99' }]);
  });

  test('writes nothing when another task has taken the store over', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    const late = ingestAgain(db, inputOf(payload, [makeProduct('b')]), { ...run, fence: run.fence - 1 });
    await expect(late).rejects.toMatchObject({ kind: 'StaleAttempt' });
    expect(await db.selectFrom('store_products').select('name').execute()).toEqual([{ name: 'Product a' }]);
  });

  test('leaves the current state alone where a newer one is in', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a', { priceRec: '20.00' })] });
    const result = await again(db, payload, [makeProduct('a', { priceRec: '9.99' })]);
    expect(result.isNewest).toBe(false);
    const prices = await db.selectFrom('store_products').select('price_rec').execute();
    expect(prices).toEqual([{ price_rec: '20.00' }]);
  });

  test('that is gone meanwhile is refused, and leaves nothing', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    await db.deleteFrom('raw_crawl_payloads').execute();
    await expect(again(db, payload, [makeProduct('b')])).rejects.toMatchObject({ kind: 'NotFound' });
    expect(await db.selectFrom('store_products').select('name').execute()).toEqual([{ name: 'Product a' }]);
  });

  test('makes every row anew, also one that was edited by hand', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    await db.updateTable('store_products').set({ price_rec: '1.00' }).execute();
    await again(db, payload, [makeProduct('a')]);
    expect(await db.selectFrom('store_products').select('price_rec').execute()).toEqual([
      { price_rec: '30.00' },
    ]);
  });

  test.each([1, 2])(
    'has no snapshot of what the rules of today refuse any more, with %i payloads in',
    async (payloads) => {
      const { db } = await createTestDatabase();
      const run = await beginRun(db);
      const products = [makeProduct('a'), makeProduct('b')];
      const { payload } = await ingest(db, run, { fetchedAt: day(1), products });
      if (payloads === 2) await ingest(db, run, { fetchedAt: day(2), products });
      await again(db, payload, [makeProduct('a')]);
      const left = await db
        .selectFrom('store_product_snapshots as snapshot')
        .innerJoin('store_products as product', 'product.id', 'snapshot.store_product_id')
        .where('payload_id', '=', payload.id)
        .select('product.provider_product_id as id')
        .execute();
      expect(left).toEqual([{ id: 'a' }]);
    },
  );
});
