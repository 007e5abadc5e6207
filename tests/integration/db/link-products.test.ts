import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findProduct } from '../../../db/queries/catalog-products.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { withIdsOfToday } from '../../../db/queries/link-products.ts';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf, holdAgain } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const NAMES = ['Blue Dream', 'Green Crack', 'OG Kush'];

/** Returns the same three products each time, with ids that begin with `prefix`. */
function menu(prefix: string, change: Partial<CanonicalProduct> = {}): CanonicalProduct[] {
  return NAMES.map((name, place) => makeProduct(`${prefix}${place}`, { name, ...change }));
}

async function rowsOf(db: Db) {
  return db
    .selectFrom('store_products')
    .select([
      'id',
      'provider_product_id as productId',
      'former_provider_product_ids as former',
      'consecutive_misses as misses',
      'is_in_stock as isInStock',
      'price_rec as price',
    ])
    .orderBy('id')
    .execute();
}

async function snapshotsOf(db: Db) {
  const rows = await db
    .selectFrom('store_product_snapshots')
    .select(['store_product_id as id', 'fetched_at'])
    .orderBy('fetched_at')
    .orderBy('store_product_id')
    .execute();
  return rows.map(({ id, fetched_at }) => `${id} on ${fetched_at.getUTCDate()}`);
}

const now = { misses: 0, isInStock: true };

test('products under new ids keep their rows, history and pictures, and none is doubled or missed', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  await db.updateTable('store_products').set({ local_image_path: 'images/a.webp' }).execute();
  const pictures = { imageUrl: 'https://images.test/same.jpg' };
  await db.updateTable('store_products').set({ image_url: pictures.imageUrl }).execute();
  const before = await rowsOf(db);
  const { counts } = await ingest(db, run, { fetchedAt: day(2), products: menu('new', pictures) });
  expect(counts).toMatchObject({ products: 3, linked: 3, added: 0, missed: 0, markedOutOfStock: 0 });
  expect(await rowsOf(db)).toMatchObject(
    before.map(({ id }, place) => ({ id, productId: `new${place}`, former: [`old${place}`], ...now })),
  );
  expect(await snapshotsOf(db)).toEqual([1, 2].flatMap((on) => before.map(({ id }) => `${id} on ${on}`)));
  const paths = await db.selectFrom('store_products').select('local_image_path as path').execute();
  expect(paths.map(({ path }) => path)).toEqual(NAMES.map(() => 'images/a.webp'));
  expect(await findProduct(db, before[0]?.id ?? 0)).toMatchObject({
    provider_product_id: 'new0',
    former_provider_product_ids: ['old0'],
  });
});

test('ids that go back take their rows back with them', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  const before = await rowsOf(db);
  await ingest(db, run, { fetchedAt: day(2), products: menu('new') });
  const { counts } = await ingest(db, run, { fetchedAt: day(3), products: menu('old') });
  expect(counts).toMatchObject({ linked: 3, added: 0, missed: 0 });
  expect(await rowsOf(db)).toEqual(before.map((row, place) => ({ ...row, former: [`new${place}`] })));
});

test('the same payload again moves nothing more', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  const { payload } = await ingest(db, run, { fetchedAt: day(2), products: menu('new') });
  const rows = await rowsOf(db);
  const snapshots = await snapshotsOf(db);
  const { counts } = await ingestAgain(db, inputOf(payload, menu('new')), run);
  expect(counts).toMatchObject({ linked: 0, added: 0 });
  expect(await rowsOf(db)).toEqual(rows);
  expect(await snapshotsOf(db)).toEqual(snapshots);
});

test('an older payload that is brought in again stays with the rows that have moved on', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const { payload } = await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  await ingest(db, run, { fetchedAt: day(2), products: menu('new') });
  const rows = await rowsOf(db);
  const snapshots = await snapshotsOf(db);
  const { counts, isNewest } = await ingestAgain(
    db,
    inputOf(payload, menu('old', { priceRec: '9.99' })),
    run,
  );
  expect({ isNewest, ...counts }).toMatchObject({ isNewest: false, products: 3, added: 0 });
  expect(await rowsOf(db)).toEqual(rows);
  expect(await snapshotsOf(db)).toEqual(snapshots);
  const changed = await db
    .selectFrom('store_product_snapshots')
    .where('payload_id', '=', payload.id)
    .select('price_rec')
    .execute();
  expect(changed.map(({ price_rec }) => price_rec)).toEqual(NAMES.map(() => '9.99'));
  const today = await withIdsOfToday(db, payload, menu('old'));
  expect(today.map(({ providerProductId }) => providerProductId)).toEqual(['new0', 'new1', 'new2']);
});

test('a payload that has an old and a new id of one row keeps them apart', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const { payload } = await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  await ingest(db, run, { fetchedAt: day(2), products: menu('new') });
  const both = [...menu('old'), ...menu('new')];
  expect(await withIdsOfToday(db, payload, both)).toEqual(both);
});

test('a product that is on the menu keeps its id, though it could not be read, and gets no other row', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  const before = await rowsOf(db);
  const [, ...others] = menu('old');
  const copy = makeProduct('copy', { name: 'Blue Dream' });
  const { counts } = await ingest(db, run, {
    fetchedAt: day(2),
    products: [...others, copy],
    skipped: [{ id: 'old0', reason: 'no name' }],
  });
  expect(counts).toMatchObject({ linked: 0, added: 1, missed: 0 });
  expect((await rowsOf(db)).slice(0, 3)).toEqual(before);
});

const UNREADABLE = [{ id: 'broken', reason: 'no name' }];

test.each([
  ['an incomplete payload', { record: { missingCount: 1 } }, 'incomplete'],
  ['a partly unreadable payload', { skipped: UNREADABLE }, 'unreadable'],
])('a twin in %s does not take the row of the product that is cut off', async (_title, change, missesOff) => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  const before = await rowsOf(db);
  const products = [...menu('old').slice(1), makeProduct('twin', { name: 'Blue Dream' })];
  const { payload, counts } = await ingest(db, run, { fetchedAt: day(2), products, ...change });
  expect(counts).toMatchObject({ linked: 0, added: 1, missesOff });
  expect((await rowsOf(db)).slice(0, 3)).toEqual(before);
  // When the payload is ingested a second time, the products are not linked either.
  await ingestAgain(db, { ...inputOf(payload, products), skipped: [], ...change }, run);
  await holdAgain(db, run);
  await ingest(db, run, { fetchedAt: day(3), products: [...menu('old'), ...products.slice(-1)] });
  expect((await rowsOf(db)).slice(0, 3)).toEqual(before);
});

test('a product that has gone for good is not taken up by another of its name', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('stays')] });
  for (const number of [2, 3, 4])
    await ingest(db, run, { fetchedAt: day(number), products: [makeProduct('stays')] });
  const { counts } = await ingest(db, run, {
    fetchedAt: day(5),
    products: [makeProduct('b', { name: 'Product a' }), makeProduct('stays')],
  });
  expect(counts).toMatchObject({ linked: 0, added: 1 });
});

test('an ingest that fails leaves the ids as they were', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  await ingest(db, run, { fetchedAt: day(1), products: menu('old') });
  const before = await rowsOf(db);
  const products = [...menu('new'), { ...makeProduct('broken'), priceRec: 'free' }];
  await expect(ingest(db, run, { fetchedAt: day(2), products })).rejects.toThrow(/numeric/);
  expect(await rowsOf(db)).toEqual(before);
});

test('of ids that change with every payload the row keeps the latest twenty', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  for (let number = 1; number <= 25; number += 1)
    await ingest(db, run, { fetchedAt: day(number), products: menu(`on${number}-`) });
  const [first] = await rowsOf(db);
  expect(first?.former).toEqual(Array.from({ length: 20 }, (_, place) => `on${place + 5}-0`));
});
