import { describe, expect, test } from 'vitest';
import {
  findWantedImages,
  recordImageFailure,
  saveImagePath,
  type WantedImage,
} from '../../../db/queries/images.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { summarizeCatalog, summarizeChanges } from '../../../db/queries/summary.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayload, makeProxy } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const NO_CHANGES = { added: 0, removed: 0, priceChanges: 0, stockChanges: 0 };

describe('summarizeCatalog', () => {
  test('an empty database is all zeros', async () => {
    const { db } = await createTestDatabase();
    expect(await summarizeCatalog(db)).toEqual({
      dispensaries: 0,
      payloads: { written: 0, bytes: 0 },
      products: { total: 0, inStock: 0, outOfStock: 0, skipped: 0 },
      snapshots: 0,
      images: { downloaded: 0, failed: 0 },
      proxies: { active: 0, used: 0 },
    });
  });

  test('counts what is stored', async () => {
    const { db } = await createTestDatabase();
    const [one, other] = [await beginRun(db), await beginRun(db)];
    const skip = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ id: `s${place}`, reason: 'no name' }));
    await ingest(db, one, { fetchedAt: day(1), products: [makeProduct('a')], skipped: skip(9) });
    await ingest(db, one, {
      fetchedAt: day(2),
      products: [makeProduct('a'), makeProduct('b', { inStock: false })],
      skipped: skip(2),
    });
    await ingest(db, other, {
      fetchedAt: day(1),
      products: [makeProduct('a'), makeProduct('c'), makeProduct('d', { imageUrl: null })],
      skipped: skip(1),
    });
    await makePayload(db, other, day(3));
    const [saved, failed] = (await findWantedImages(db, other)) as [WantedImage, WantedImage];
    await saveImagePath(db, other, { image: saved, path: 'images/a.webp' });
    await recordImageFailure(db, other, { image: failed, reason: 'NotFound: gone' });
    const used = await makeProxy(db);
    await makeProxy(db, { is_active: false });
    for (const attemptKey of ['x', 'y'])
      await recordProxyOutcome(db, {
        attemptKey,
        proxyId: used,
        leaseId: null,
        target: 'dutchie',
        pageUrl: 'https://dutchie.com/embedded-menu/a',
        outcome: 'success',
      });

    expect(await summarizeCatalog(db)).toEqual({
      dispensaries: 2,
      // Three ingested payloads and one that is not ingested yet, of 1,000 bytes each.
      payloads: { written: 4, bytes: 4000 },
      // `skipped` is the sum over the last ingested payloads of the dispensaries: 2 and 1.
      products: { total: 5, inStock: 4, outOfStock: 1, skipped: 3 },
      snapshots: 6,
      images: { downloaded: 1, failed: 1 },
      // One proxy for each of the four payloads, and one more that was used.
      proxies: { active: 5, used: 1 },
    });
  });
});

describe('summarizeChanges', () => {
  test('a first payload changes nothing', async () => {
    const { db } = await createTestDatabase();
    expect(await summarizeChanges(db)).toEqual(NO_CHANGES);
    await ingest(db, await beginRun(db), { fetchedAt: day(1), products: [makeProduct('a')] });
    expect(await summarizeChanges(db)).toEqual(NO_CHANGES);
  });

  test('compares the last two payloads of each dispensary', async () => {
    const { db } = await createTestDatabase();
    const [one, other] = [await beginRun(db), await beginRun(db)];
    await ingest(db, one, { fetchedAt: day(1), products: [makeProduct('long gone')] });
    await ingest(db, one, {
      fetchedAt: day(2),
      products: ['same', 'removed', 'dearer', 'sold out', 'both'].map((id) => makeProduct(id)),
    });
    await ingest(db, one, {
      fetchedAt: day(3),
      products: [
        makeProduct('same', { name: 'Renamed', quantity: 3 }),
        makeProduct('dearer', { priceRec: '31.00' }),
        makeProduct('sold out', { inStock: false }),
        makeProduct('both', { specialMed: '9.00', inStock: false }),
        makeProduct('new'),
      ],
    });
    await ingest(db, other, { fetchedAt: day(1), products: [makeProduct('x')] });
    await ingest(db, other, { fetchedAt: day(2), products: [makeProduct('y'), makeProduct('z')] });
    // Added: new, y, z. Removed: removed, x. Price changes: dearer, both. Stock changes: sold out, both.
    expect(await summarizeChanges(db)).toEqual({ added: 3, removed: 2, priceChanges: 2, stockChanges: 2 });
  });

  test('a payload that is not in yet is not compared', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a'), makeProduct('b')] });
    await makePayload(db, run, day(3));
    expect(await summarizeChanges(db)).toEqual({ ...NO_CHANGES, added: 1 });
  });
});
