import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { enterStage, type HeldRun } from '../../../db/queries/crawl-runs.ts';
import {
  claimImageFile,
  countImages,
  findWantedImages,
  noteBrandLogos,
  recordImageFailure,
  releaseImageFile,
  rememberImageFile,
  saveImagePath,
  type WantedImage,
} from '../../../db/queries/images.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makeClaim } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

async function ingestOnce(db: Db, products: CanonicalProduct[]): Promise<HeldRun> {
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products });
  return run;
}

/** Begins the next chain of the dispensary. */
async function nextRun(db: Db, { crawlRunId, dispensaryId }: HeldRun): Promise<HeldRun> {
  await db
    .updateTable('crawl_runs')
    .set({ status: 'completed', ended_at: new Date() })
    .where('id', '=', crawlRunId)
    .execute();
  const stage = { stage: 'images', role: 'payload_fetch', worker: 'Xylos' } as const;
  // The added millisecond keeps this run from beginning before the failure above: the database counts microseconds, `Date` only
  // milliseconds.
  const claim = makeClaim(dispensaryId, { scheduledAt: new Date(Date.now() + 1) });
  return (await enterStage(db, claim, stage)).run;
}

const nameOf = (image: WantedImage) => (image.of === 'product' ? image.providerProductId : image.brandName);

async function wantedNames(db: Db, run: HeldRun): Promise<string[]> {
  return (await findWantedImages(db, run)).map(nameOf);
}

async function firstWanted(db: Db, run: HeldRun): Promise<WantedImage> {
  const [image] = await findWantedImages(db, run);
  if (image === undefined) throw new Error('No image is wanted');
  return image;
}

const imageColumns = (db: Db) =>
  db
    .selectFrom('store_products')
    .select(['local_image_path', 'image_failures', 'image_error'])
    .orderBy('id')
    .execute();

describe('wanted images', () => {
  test('are those of products with an address and no file, of this dispensary alone', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [
      makeProduct('a', { brandName: null }),
      makeProduct('b', { imageUrl: null }),
      makeProduct('c'),
    ]);
    await ingestOnce(db, [makeProduct('elsewhere')]);
    const product = { of: 'product', id: expect.any(Number) };
    expect(await findWantedImages(db, run)).toEqual([
      { ...product, providerProductId: 'a', brandName: null, imageUrl: 'https://images.test/a.jpg' },
      { ...product, providerProductId: 'c', brandName: 'Mesa Verde', imageUrl: 'https://images.test/c.jpg' },
    ]);
  });

  test('one that is saved is wanted no more, whatever its address becomes, and its error is gone', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [makeProduct('a')]);
    const image = await firstWanted(db, run);
    await recordImageFailure(db, run, { image, reason: 'UpstreamError: 502' });
    await saveImagePath(db, run, { image, path: 'images/az/store/a.webp' });
    const next = await nextRun(db, run);
    expect(await findWantedImages(db, next)).toEqual([]);
    const moved = makeProduct('a', { imageUrl: 'https://images.test/new.jpg' });
    await ingest(db, next, { fetchedAt: day(2), products: [moved] });
    expect(await findWantedImages(db, next)).toEqual([]);
    expect(await imageColumns(db)).toEqual([
      { local_image_path: 'images/az/store/a.webp', image_failures: 0, image_error: null },
    ]);
  });

  test('one that fails in three chains rests until its address changes', async () => {
    const { db } = await createTestDatabase();
    let run = await ingestOnce(db, [makeProduct('a')]);
    for (const failures of [1, 2, 3]) {
      expect(await wantedNames(db, run)).toEqual(['a']);
      await recordImageFailure(db, run, {
        image: await firstWanted(db, run),
        reason: `NotFound: turn ${failures}`,
      });
      run = await nextRun(db, run);
    }
    expect(await findWantedImages(db, run)).toEqual([]);
    await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a', { priceRec: '1.00' })] });
    expect(await findWantedImages(db, run)).toEqual([]);
    const moved = makeProduct('a', { imageUrl: 'https://images.test/new.jpg' });
    await ingest(db, run, { fetchedAt: day(3), products: [moved] });
    expect(await wantedNames(db, run)).toEqual(['a']);
  });

  test('one that rests is tried again after a week, and rests again when it fails once more', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [makeProduct('a')]);
    const failedDaysAgo = (days: number) =>
      db
        .updateTable('store_products')
        .set({
          image_failures: 3,
          image_failed_at: new Date(Date.now() - days * 86_400_000),
          image_run_id: null,
        })
        .execute();
    await failedDaysAgo(6.9);
    expect(await findWantedImages(db, run)).toEqual([]);
    await failedDaysAgo(7.1);
    expect(await wantedNames(db, run)).toEqual(['a']);
    await recordImageFailure(db, run, { image: await firstWanted(db, run), reason: 'NotFound: still' });
    expect(await findWantedImages(db, await nextRun(db, run))).toEqual([]);
  });

  test('one that was given up before times of failures were kept is tried again', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [makeProduct('a')]);
    await db.updateTable('store_products').set({ image_failures: 3 }).execute();
    expect(await wantedNames(db, run)).toEqual(['a']);
  });
});

describe('a stage that is tried again', () => {
  test('counts a failure once, leaves it to the next chain, and tells of all attempts together', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(
      db,
      ['a', 'b', 'c', 'd'].map((id) => makeProduct(id)),
    );
    const [a, b, c] = (await findWantedImages(db, run)) as [WantedImage, WantedImage, WantedImage];
    await saveImagePath(db, run, { image: a, path: 'images/a.webp' });
    await recordImageFailure(db, run, { image: b, reason: 'NotFound: gone' });
    expect(await countImages(db, run)).toEqual({ downloaded: 1, failed: 1 });

    const retry = { ...run, fence: run.fence + 1 };
    expect(await wantedNames(db, retry)).toEqual(['c', 'd']);
    // The first attempt may still be running, so both attempts may handle the same picture.
    for (const attempt of [run, retry]) await recordImageFailure(db, attempt, { image: b, reason: 'again' });
    for (const attempt of [run, retry]) await saveImagePath(db, attempt, { image: c, path: 'images/c.webp' });
    expect(await countImages(db, retry)).toEqual({ downloaded: 2, failed: 1 });
    expect((await imageColumns(db)).map(({ image_failures: failures }) => failures)).toEqual([0, 1, 0, 0]);
    expect((await imageColumns(db))[1]?.image_error).toBe('NotFound: gone');

    const next = await nextRun(db, run);
    expect(await wantedNames(db, next)).toEqual(['b', 'd']);
    expect(await countImages(db, next)).toEqual({ downloaded: 0, failed: 0 });
  });

  test('a picture that is saved does not count as failed when the other attempt fails', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [makeProduct('a')]);
    const image = await firstWanted(db, run);
    await saveImagePath(db, run, { image, path: 'images/a.webp' });
    await recordImageFailure(db, run, { image, reason: 'UpstreamError' });
    expect(await countImages(db, run)).toEqual({ downloaded: 1, failed: 0 });
  });

  test('the reason of a failure is cut, and without what no database takes', async () => {
    const { db } = await createTestDatabase();
    const run = await ingestOnce(db, [makeProduct('a')]);
    const image = await firstWanted(db, run);
    await recordImageFailure(db, run, { image, reason: `not\u0000 an image: ${'x'.repeat(1000)}` });
    const [row] = await imageColumns(db);
    expect(row?.image_error).toMatch(/^not an image: x+$/);
    expect(row?.image_error?.length).toBeLessThanOrEqual(500);
  });
});

describe('logos of brands', () => {
  const logo = (name: string, url: string | null) => ({ brandName: name, brandImageUrl: url });

  test('are noted once for all stores, wanted where a store has the brand, and saved for all', async () => {
    const { db } = await createTestDatabase();
    const runs = [
      await ingestOnce(db, [makeProduct('a')]),
      await ingestOnce(db, [makeProduct('b')]),
    ] as const;
    const other = await ingestOnce(db, [makeProduct('c', { brandName: 'Quiet Acre' })]);
    const logos = [logo('Mesa Verde', 'https://images.test/mv.png'), logo('Quiet Acre', null)];
    for (let turn = 0; turn < 2; turn += 1) await noteBrandLogos(db, [...logos, ...logos]);
    const wanted = async (run: HeldRun) =>
      (await findWantedImages(db, run)).filter(({ of }) => of === 'brand');
    const expected = { of: 'brand', brandName: 'Mesa Verde', imageUrl: 'https://images.test/mv.png' };
    for (const run of runs) expect(await wanted(run)).toEqual([{ ...expected, id: expect.any(Number) }]);
    expect(await wanted(other)).toEqual([]);

    const [image] = (await wanted(runs[0])) as [WantedImage];
    await saveImagePath(db, runs[0], { image, path: 'images/brands/mesa-verde/logo-1.webp' });
    for (const run of runs) expect(await wanted(run)).toEqual([]);
    expect(await countImages(db, runs[0])).toEqual({ downloaded: 1, failed: 0 });
    expect(await countImages(db, runs[1])).toEqual({ downloaded: 0, failed: 0 });
  });

  test('fail, rest and come back like those of products', async () => {
    const { db } = await createTestDatabase();
    let run = await ingestOnce(db, [makeProduct('a', { imageUrl: null })]);
    await noteBrandLogos(db, [logo('Mesa Verde', 'https://images.test/mv.png')]);
    for (let chain = 0; chain < 3; chain += 1) {
      await recordImageFailure(db, run, { image: await firstWanted(db, run), reason: 'NotFound' });
      run = await nextRun(db, run);
    }
    expect(await findWantedImages(db, run)).toEqual([]);
    await db
      .updateTable('brand_logos')
      .set({ image_failed_at: new Date(0) })
      .execute();
    expect(await wantedNames(db, run)).toEqual(['Mesa Verde']);
  });

  test('that fail in chains which run at the same time fail once for all of these, turn after turn', async () => {
    const { db } = await createTestDatabase();
    const runs: [HeldRun, HeldRun] = [
      await ingestOnce(db, [makeProduct('a', { imageUrl: null })]),
      await ingestOnce(db, [makeProduct('b', { imageUrl: null })]),
    ];
    await noteBrandLogos(db, [logo('Mesa Verde', 'https://images.test/mv.png')]);
    const [image] = (await findWantedImages(db, runs[0])) as [WantedImage];
    // Both runs found the picture in their first round. Each later round queries the wanted pictures again.
    for (const run of runs) await recordImageFailure(db, run, { image, reason: 'NotFound' });
    for (const run of [...runs, ...runs]) {
      expect(await findWantedImages(db, run)).toEqual([]);
      await recordImageFailure(db, run, { image, reason: 'NotFound' });
    }
    expect(await db.selectFrom('brand_logos').select('image_failures').execute()).toEqual([
      { image_failures: 1 },
    ]);
    for (const run of runs) expect(await wantedNames(db, await nextRun(db, run))).toEqual(['Mesa Verde']);
  });

  test('come with an ingest', async () => {
    const { db } = await createTestDatabase();
    const withLogo = { ...makeProduct('a'), brandImageUrl: 'https://images.test/mv.png' };
    await ingestOnce(db, [withLogo]);
    expect(await db.selectFrom('brand_logos').select(['brand_name', 'image_url']).execute()).toEqual([
      { brand_name: 'Mesa Verde', image_url: 'https://images.test/mv.png' },
    ]);
  });

  test('noted by many chains at once, in any order, are there once', async () => {
    const { db } = await createTestDatabase();
    const logos = Array.from({ length: 200 }, (_, at) =>
      logo(`Brand ${at}`, `https://images.test/${at}.png`),
    );
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) => noteBrandLogos(db, turn % 2 === 0 ? logos : logos.toReversed())),
    );
    expect(await db.selectFrom('brand_logos').select('id').execute()).toHaveLength(200);
  });
});

describe('the file of an address', () => {
  const url = `https://images.test/${'long/'.repeat(2000)}a.jpg`;

  test('is had by one at a time, until it is saved', async () => {
    const { db } = await createTestDatabase();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimImageFile(db, url)));
    const until = claims.flatMap((claim) => (claim.is === 'ours' ? claim.until : []))[0]!;
    expect(claims.map(({ is }) => is).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'ours',
      ...Array.from({ length: 7 }, () => 'theirs'),
    ]);
    expect(await claimImageFile(db, `${url}x`)).toMatchObject({ is: 'ours' });
    for (const path of ['images/a.webp', 'images/a.webp', 'images/b.webp']) {
      await rememberImageFile(db, { url, path });
      expect(await claimImageFile(db, url)).toEqual({ is: 'saved', path });
    }
    await releaseImageFile(db, { url, until });
    expect(await claimImageFile(db, url)).toEqual({ is: 'saved', path: 'images/b.webp' });
  });

  test('is anybody’s again when the download failed, or its worker died', async () => {
    const { db } = await createTestDatabase();
    const claim = async () => (await claimImageFile(db, url)) as { is: 'ours'; until: string };
    const failed = await claim();
    expect(failed.is).toBe('ours');
    await releaseImageFile(db, { url, ...failed });
    const died = await claim();
    expect(died.is).toBe('ours');
    expect(await claimImageFile(db, url)).toEqual({ is: 'theirs' });
    await db
      .updateTable('image_files')
      .set({ claimed_until: new Date(Date.now() - 1_000) })
      .execute();
    expect(await claimImageFile(db, url)).toMatchObject({ is: 'ours' });
    // If a download took longer than its claim lasted, its release does not remove the claim of another run.
    await releaseImageFile(db, { url, ...died });
    expect(await claimImageFile(db, url)).toEqual({ is: 'theirs' });
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
