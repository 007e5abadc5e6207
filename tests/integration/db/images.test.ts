import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findMissingImages, recordImageFailure, saveImagePath } from '../../../db/queries/images.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

async function ingestOnce(db: Db, products: CanonicalProduct[]): Promise<number> {
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products });
  return run.dispensaryId;
}

async function missingIds(db: Db, dispensaryId: number): Promise<string[]> {
  return (await findMissingImages(db, dispensaryId)).map(({ providerProductId }) => providerProductId);
}

describe('missing images', () => {
  test('are those of products with an address and no file, of this dispensary alone', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await ingestOnce(db, [
      makeProduct('a', { brandName: null }),
      makeProduct('b', { imageUrl: null }),
      makeProduct('c'),
    ]);
    await ingestOnce(db, [makeProduct('elsewhere')]);
    expect(await findMissingImages(db, dispensaryId)).toEqual([
      {
        productId: expect.any(Number),
        providerProductId: 'a',
        brandName: null,
        imageUrl: 'https://images.test/a.jpg',
      },
      {
        productId: expect.any(Number),
        providerProductId: 'c',
        brandName: 'Mesa Verde',
        imageUrl: 'https://images.test/c.jpg',
      },
    ]);
  });

  test('one that is saved is missing no more, and its error is gone', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await ingestOnce(db, [makeProduct('a')]);
    const [image] = await findMissingImages(db, dispensaryId);
    await recordImageFailure(db, image?.productId ?? 0, 'UpstreamError: 502');
    await saveImagePath(db, image?.productId ?? 0, 'images/az/store/a.webp');
    expect(await missingIds(db, dispensaryId)).toEqual([]);
    expect(
      await db.selectFrom('store_products').select(['local_image_path', 'image_error']).execute(),
    ).toEqual([{ local_image_path: 'images/az/store/a.webp', image_error: null }]);
  });

  test('one that fails three times is left alone until its address changes', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    const [image] = await findMissingImages(db, run.dispensaryId);
    for (const failures of [1, 2, 3]) {
      expect(await missingIds(db, run.dispensaryId)).toEqual(['a']);
      await recordImageFailure(db, image?.productId ?? 0, `NotFound: turn ${failures}`);
    }
    expect(await missingIds(db, run.dispensaryId)).toEqual([]);
    await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a', { priceRec: '1.00' })] });
    expect(await missingIds(db, run.dispensaryId)).toEqual([]);
    await ingest(db, run, {
      fetchedAt: day(3),
      products: [makeProduct('a', { imageUrl: 'https://images.test/new.jpg' })],
    });
    expect(await missingIds(db, run.dispensaryId)).toEqual(['a']);
  });

  test('the reason of a failure stays with the product, cut, and without what no database takes', async () => {
    const { db } = await createTestDatabase();
    const dispensaryId = await ingestOnce(db, [makeProduct('a')]);
    const [image] = await findMissingImages(db, dispensaryId);
    await recordImageFailure(db, image?.productId ?? 0, `not\u0000 an image: ${'x'.repeat(1000)}`);
    const row = await db
      .selectFrom('store_products')
      .select(['image_error', 'image_failures'])
      .executeTakeFirst();
    expect(row).toEqual({ image_error: expect.stringMatching(/^not an image: x+$/), image_failures: 1 });
    expect(row?.image_error?.length).toBeLessThanOrEqual(500);
  });
});

test('a new image address clears the failures of the old one, the same address keeps them', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const failures = () => db.selectFrom('store_products').select('image_failures').execute();
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
  await db.updateTable('store_products').set({ image_failures: 2 }).execute();
  await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a')] });
  expect(await failures()).toEqual([{ image_failures: 2 }]);
  const moved = makeProduct('a', { imageUrl: 'https://images.test/new.jpg' });
  await ingest(db, run, { fetchedAt: day(3), products: [moved] });
  expect(await failures()).toEqual([{ image_failures: 0 }]);
});
