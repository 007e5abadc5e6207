import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  findOfOtherStores,
  findRepeatedPages,
  loadEarlierProducts,
  loadKnownMenu,
} from '../../../db/queries/menu-evidence.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayloadRecord, storePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { suspicion } from './make-quarantined.ts';

const nothing = { twin: null, stale: null };

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
    const find = (dispensaryId: number, pageHashes: string[]) =>
      findRepeatedPages(db, { dispensaryId, pageHashes });
    expect(await find(other.dispensaryId, [hash])).toEqual({
      twin: { payloadId, dispensaryId: run.dispensaryId },
      stale: null,
    });
    expect(await find(run.dispensaryId, [hash])).toEqual(nothing);
    expect(await find(other.dispensaryId, [])).toEqual(nothing);
  });

  test('what came long ago is no twin', async () => {
    const { db } = await createTestDatabase();
    await storePages(db, [hash], new Date(Date.now() - 8 * 86_400_000));
    const other = await beginRun(db);
    expect(await findRepeatedPages(db, { dispensaryId: other.dispensaryId, pageHashes: [hash] })).toEqual(
      nothing,
    );
  });
});

describe('pages of this store', () => {
  const [old, kept, last] = ['0a'.repeat(8), '0b'.repeat(8), '0c'.repeat(8)];

  test('one that the last payload did not have any more is found, one that it still had is not', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const first = await ingest(db, run, {
      fetchedAt: daysAgo(2),
      products: [],
      record: { pageHashes: [old, kept] },
    });
    await ingest(db, run, { fetchedAt: daysAgo(1), products: [], record: { pageHashes: [kept, last] } });
    const stale = async (hash: string) =>
      (await findRepeatedPages(db, { dispensaryId: run.dispensaryId, pageHashes: [hash] })).stale;
    expect(await stale(old)).toEqual({ payloadId: first.payload.id, dispensaryId: run.dispensaryId });
    expect(await stale(kept)).toBeNull();
    expect(await stale(last)).toBeNull();
  });
});

test('a page of a payload that was fetched since and has not gone in is not stale', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: daysAgo(2), products: [], record: { pageHashes: ['0a'.repeat(8)] } });
  const lost = ['0b'.repeat(8)];
  await storePayload(db, run, { ...(await makePayloadRecord(db, daysAgo(1))), pageHashes: lost });
  const found = await findRepeatedPages(db, { dispensaryId: run.dispensaryId, pageHashes: lost });
  expect(found).toEqual(nothing);
});

describe('loadKnownMenu', () => {
  test('lacks what the last payload lacked, also where that counted no misses', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
    await ingest(db, run, {
      fetchedAt: day(2),
      products: [makeProduct('a')],
      record: { missingCount: 5, totalCount: 6 },
    });
    const { shelf } = await loadKnownMenu(db, { dispensaryId: run.dispensaryId, platform: 'dutchie' });
    expect(shelf.map(({ providerProductId }) => providerProductId)).toEqual(['a']);
  });

  test('has what the last payload left on the shelf, as it is compared', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const products = [
      makeProduct('a', { updatedAt: '2026-01-02T03:04:05.000Z' }),
      makeProduct('b', { inStock: false }),
    ];
    await ingest(db, run, { fetchedAt: day(1), products: [...products, makeProduct('missed')] });
    await ingest(db, run, { fetchedAt: day(2), products });
    const { shelf, recent, recentMissing } = await loadKnownMenu(db, {
      dispensaryId: run.dispensaryId,
      platform: 'dutchie',
    });
    expect(shelf.map(({ providerProductId }) => providerProductId).toSorted()).toEqual(['a', 'b']);
    expect(shelf.find(({ providerProductId }) => providerProductId === 'a')).toEqual({
      ...asCompared(products[0]),
      isStockKept: false,
    });
    expect(recent).toEqual([
      { products: 3, inStock: 1, priceMoves: { up: 0, down: 0 } },
      { products: 3, inStock: 2, priceMoves: { up: 0, down: 0 } },
    ]);
    expect(recentMissing).toEqual([0, 0]);
  });

  test('a menu that was confirmed begins a new memory of sizes and price moves, and not of what the count says too much', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const store = { dispensaryId: run.dispensaryId, platform: 'dutchie' as const };
    for (const at of [1, 2, 3]) {
      const { payload } = await ingest(db, run, {
        fetchedAt: day(at),
        products: [makeProduct('a')],
        record: { productCount: 10 * at, missingCount: at, priceMoves: { up: at, down: 5 } },
      });
      if (at === 2)
        await db
          .updateTable('raw_crawl_payloads')
          .set({ verdict: 'confirmed', suspicion: JSON.stringify(suspicion) })
          .where('id', '=', payload.id)
          .execute();
    }
    const { recent, recentMissing } = await loadKnownMenu(db, store);
    expect(recent.map(({ products }) => products)).toEqual([30, 20]);
    // Price moves that this menu itself made no longer count.
    expect(recent.map(({ priceMoves }) => priceMoves)).toEqual([
      { up: 3, down: 5 },
      { up: 0, down: 0 },
    ]);
    expect(recentMissing).toEqual([3, 2, 1]);
  });

  test('of a store without products nothing is known', async () => {
    const { db } = await createTestDatabase();
    const { dispensaryId } = await beginRun(db);
    expect(await loadKnownMenu(db, { dispensaryId, platform: 'dutchie' })).toEqual({
      shelf: [],
      recent: [],
      earlierPayloads: [],
      recentMissing: [],
    });
  });
});

describe('what earlier payloads had of products', () => {
  async function loadEarlier(db: Db, dispensaryId: number, ids: string[]) {
    const store = { dispensaryId, platform: 'dutchie' as const };
    const { earlierPayloads } = await loadKnownMenu(db, store);
    const products = await loadEarlierProducts(db, { ...store, payloads: earlierPayloads, ids });
    return products.toSorted((one, other) => one.payloadId - other.payloadId);
  }

  test('comes from the payloads before the last one, of the products that are asked for', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const payloadIds: number[] = [];
    for (const at of [1, 2, 3]) {
      const products = [makeProduct('a', { quantity: at }), makeProduct('b')];
      const { payload } = await ingest(db, run, { fetchedAt: day(at), products });
      payloadIds.push(payload.id);
    }
    const { options } = makeProduct('a');
    expect(await loadEarlier(db, run.dispensaryId, ['a'])).toEqual([
      { payloadId: payloadIds[0], providerProductId: 'a', quantity: 1, options },
      { payloadId: payloadIds[1], providerProductId: 'a', quantity: 2, options },
    ]);
    expect(await loadEarlier(db, (await beginRun(db)).dispensaryId, ['a'])).toEqual([]);
    expect(await loadEarlier(db, run.dispensaryId, [])).toEqual([]);
  });

  test('is that of five payloads at most, also over the end of a month, and of none that did not go in', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    for (let at = 26; at <= 33; at += 1)
      await ingest(db, run, { fetchedAt: day(at), products: [makeProduct('a', { quantity: at })] });
    await storePayload(db, run, await makePayloadRecord(db, day(34)));
    const earlier = await loadEarlier(db, run.dispensaryId, ['a']);
    expect(earlier.map(({ quantity }) => quantity)).toEqual([28, 29, 30, 31, 32]);
  });
});

const NONE = { count: 0, first: [] };

test('ids that other stores of the platform have are counted, those of this store are not', async () => {
  const { db } = await createTestDatabase();
  const [one, other] = [await beginRun(db), await beginRun(db)];
  await ingest(db, one, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
  const find = (dispensaryId: number, platform: 'dutchie' | 'blaze' = 'dutchie') =>
    findOfOtherStores(db, { dispensaryId, platform, ids: ['a', 'b', 'c'] });
  expect(await find(other.dispensaryId)).toEqual({
    count: 2,
    first: ['a', 'b'].map((id) => ({ id, dispensaryId: one.dispensaryId })),
  });
  expect(await find(other.dispensaryId, 'blaze')).toEqual(NONE);
  expect(await find(one.dispensaryId)).toEqual(NONE);
  expect(
    await findOfOtherStores(db, { dispensaryId: other.dispensaryId, platform: 'dutchie', ids: [] }),
  ).toEqual(NONE);
});

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** Returns only the fields of a product that the judge compares. */
function asCompared(product: CanonicalProduct | undefined) {
  if (product === undefined) return undefined;
  const { providerProductId, name, brandName, category, inStock, quantity, onSpecial, updatedAt, options } =
    product;
  return { providerProductId, name, brandName, category, inStock, quantity, onSpecial, updatedAt, options };
}

test('an id that this store had before is its own, though another store has it too', async () => {
  const { db } = await createTestDatabase();
  const [run, other] = [await beginRun(db), await beginRun(db)];
  for (const [held, id] of [
    [run, 'mine'],
    [other, 'mine'],
    [other, 'theirs'],
  ] as const)
    await ingest(db, held, { fetchedAt: day(1), products: [makeProduct(id)] });
  const store = { dispensaryId: run.dispensaryId, platform: 'dutchie' } as const;
  expect(await findOfOtherStores(db, { ...store, ids: ['mine'] })).toEqual(NONE);
  expect(await findOfOtherStores(db, { ...store, ids: ['mine', 'theirs'] })).toEqual({
    count: 1,
    first: [{ id: 'theirs', dispensaryId: other.dispensaryId }],
  });
});

test('after empty menus the shelf is that of the last one with products', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')], record: { productCount: 1 } });
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9])
    await ingest(db, run, { fetchedAt: day(number), products: [], record: { productCount: 0 } });
  const known = await loadKnownMenu(db, { dispensaryId: run.dispensaryId, platform: 'dutchie' });
  expect(known.shelf.map(({ providerProductId: id }) => id)).toEqual(['a']);
  expect(known.recent[0]?.products).toBe(0);
});
