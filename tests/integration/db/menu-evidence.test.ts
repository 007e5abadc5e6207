import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { compareWithShelf, findTwinPages } from '../../../db/queries/menu-evidence.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayloadRecord, storePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

describe('pages of other stores', () => {
  const hash = 'ab12cd34ef56ab78';

  async function storePages(db: Db, pageHashes: string[], fetchedAt = new Date()) {
    const run = await beginRun(db);
    const record = { ...(await makePayloadRecord(db, fetchedAt)), pageHashes };
    return { run, payloadId: await storePayload(db, run, record) };
  }

  test('a page that came for another store is found, one of the same store is not', async () => {
    const { db } = await createTestDatabase();
    const { run, payloadId } = await storePages(db, ['00'.repeat(8), hash]);
    const other = await beginRun(db);
    expect(await findTwinPages(db, { dispensaryId: other.dispensaryId, pageHashes: [hash] })).toEqual({
      payloadId,
      dispensaryId: run.dispensaryId,
    });
    expect(await findTwinPages(db, { dispensaryId: run.dispensaryId, pageHashes: [hash] })).toBeNull();
    expect(await findTwinPages(db, { dispensaryId: other.dispensaryId, pageHashes: [] })).toBeNull();
  });

  test('what came long ago is no twin', async () => {
    const { db } = await createTestDatabase();
    await storePages(db, [hash], new Date(Date.now() - 8 * 86_400_000));
    const other = await beginRun(db);
    expect(await findTwinPages(db, { dispensaryId: other.dispensaryId, pageHashes: [hash] })).toBeNull();
  });
});

describe('compareWithShelf', () => {
  test('counts what is gone and what has another list price, among the products of the last payload', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const products = ['a', 'b', 'c', 'd'].map((id) => makeProduct(id, { priceRec: '10.00' }));
    await ingest(db, run, { fetchedAt: day(1), products: [...products, makeProduct('missed')] });
    await ingest(db, run, { fetchedAt: day(2), products });
    const compared = await compareWithShelf(db, {
      dispensaryId: run.dispensaryId,
      platform: 'dutchie',
      products: [
        { id: 'a', priceRec: '10.00' },
        { id: 'b', priceRec: '11.00' },
        { id: 'c', priceRec: null },
        { id: 'new', priceRec: '5.00' },
      ],
    });
    expect(compared).toEqual({ known: 4, gone: 1, priced: 2, repriced: 1 });
  });

  test('a store without products has nothing to compare with', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const menu = { dispensaryId: run.dispensaryId, platform: 'dutchie' as const, products: [] };
    expect(await compareWithShelf(db, menu)).toEqual({ known: 0, gone: 0, priced: 0, repriced: 0 });
  });
});
