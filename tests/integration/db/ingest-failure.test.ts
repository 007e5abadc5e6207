import { expect, test } from 'vitest';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, inputOf, makePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

test('an ingest that fails half-way leaves nothing behind and can be done again', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const payload = await makePayload(db, run, day(1));
  const products = Array.from({ length: 1500 }, (_, place) =>
    makeProduct(`p${String(place).padStart(4, '0')}`),
  );
  const broken = { ...makeProduct('q'), priceRec: 'free' };
  await expect(ingestProducts(db, run, inputOf(payload, [...products, broken]))).rejects.toThrow(/numeric/);
  expect(await db.selectFrom('store_products').select('id').execute()).toEqual([]);
  expect(await ingestProducts(db, run, inputOf(payload, products))).toMatchObject({
    products: 1500,
    added: 1500,
  });
});
