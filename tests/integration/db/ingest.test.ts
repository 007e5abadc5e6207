import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf, makePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

function stockOf(db: Db) {
  return db
    .selectFrom('store_products')
    .select(['provider_product_id as id', 'consecutive_misses as misses', 'is_in_stock', 'stock_status'])
    .orderBy('provider_product_id')
    .execute();
}

function productOf(db: Db, id: string) {
  return db
    .selectFrom('store_products')
    .selectAll()
    .where('provider_product_id', '=', id)
    .executeTakeFirstOrThrow();
}

function snapshotsOf(db: Db) {
  return db
    .selectFrom('store_product_snapshots as snapshot')
    .innerJoin('store_products as product', 'product.id', 'snapshot.store_product_id')
    .select(['provider_product_id as id', 'payload_id', 'snapshot.price_rec', 'snapshot.is_in_stock'])
    .orderBy('payload_id')
    .orderBy('provider_product_id')
    .execute();
}

describe('a first payload', () => {
  test('becomes rows with every field, and one snapshot for each', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const product = makeProduct('a', {
      specialRec: '17.50',
      onSpecial: true,
      quantity: 25,
      quantityCapped: true,
    });
    const { counts, payload } = await ingest(db, run, {
      fetchedAt: day(1),
      products: [product, makeProduct('b', { inStock: false, thc: null, quantity: null })],
    });
    expect(counts).toEqual({
      products: 2,
      inStock: 1,
      outOfStock: 1,
      skipped: 0,
      skippedOptions: 0,
      droppedValues: 0,
      added: 2,
      linked: 0,
      missed: 0,
      markedOutOfStock: 0,
      snapshots: 2,
    });
    expect(await productOf(db, 'a')).toMatchObject({
      dispensary_id: run.dispensaryId,
      provider: 'dutchie',
      name_raw: 'Product  a',
      name: 'Product a',
      brand_name_raw: 'Mesa Verde ',
      brand_name: 'Mesa Verde',
      price_rec: '30.00',
      price_med: '28.00',
      price_rec_special: '17.50',
      price_med_special: null,
      price_option: '3.5g',
      is_on_special: true,
      is_in_stock: true,
      stock_status: 'in_stock',
      quantity: 25,
      quantity_capped: true,
      thc_low: 18,
      thc_high: 24.5,
      thc_unit: 'PERCENTAGE',
      cbd_low: null,
      options: product.options,
      image_url: 'https://images.test/a.jpg',
      last_payload_id: payload.id,
      first_seen_at: day(1),
      last_seen_at: day(1),
    });
    expect(await productOf(db, 'b')).toMatchObject({ thc_low: null, quantity: null, stock_status: 'oos' });
    expect(await snapshotsOf(db)).toEqual([
      { id: 'a', payload_id: payload.id, price_rec: '30.00', is_in_stock: true },
      { id: 'b', payload_id: payload.id, price_rec: '30.00', is_in_stock: false },
    ]);
  });

  test('is noted with its payload, its run and its dispensary', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const skipped = Array.from({ length: 31 }, (_, place) => ({
      id: `x${place}`,
      reason: 'the name is empty',
    }));
    const { counts, payload } = await ingest(db, run, {
      fetchedAt: day(1),
      products: [makeProduct('a')],
      skipped,
    });
    expect(counts).toMatchObject({ products: 1, skipped: 31 });
    expect(await db.selectFrom('raw_crawl_payloads').selectAll().executeTakeFirst()).toMatchObject({
      ingested_at: expect.any(Date),
      ingest_counts: counts,
    });
    expect(await db.selectFrom('crawl_runs').selectAll().executeTakeFirst()).toMatchObject({
      payload_id: payload.id,
      counts: {
        ...counts,
        skippedSamples: skipped.slice(0, 20),
        flawSamples: [],
        drift: [],
        normalizerVersion: 5,
      },
    });
    expect(await db.selectFrom('dispensaries').selectAll().executeTakeFirst()).toMatchObject({
      current_payload_fetched_at: day(1),
      first_crawl_at: day(1),
      last_crawl_at: day(1),
      product_count: 1,
    });
  });

  test('that is empty is taken: the menu may be', async () => {
    const { db } = await createTestDatabase();
    const { counts } = await ingest(db, await beginRun(db), { fetchedAt: day(1), products: [] });
    expect(counts).toMatchObject({ products: 0, snapshots: 0, missed: 0 });
  });

  test('of 2,500 products goes in whole, by batches', async () => {
    const { db } = await createTestDatabase();
    const { counts } = await ingest(db, await beginRun(db), {
      fetchedAt: day(1),
      products: Array.from({ length: 2500 }, (_, place) => makeProduct(`p${place}`)),
    });
    expect(counts).toMatchObject({ products: 2500, added: 2500, snapshots: 2500 });
    expect(await stockOf(db)).toHaveLength(2500);
    expect(await snapshotsOf(db)).toHaveLength(2500);
  });

  test('that names a product twice keeps it once, as last told', async () => {
    const { db } = await createTestDatabase();
    const products = [makeProduct('a'), makeProduct('b'), makeProduct('a', { priceRec: '31.00' })];
    const { counts } = await ingest(db, await beginRun(db), { fetchedAt: day(1), products });
    expect(counts).toMatchObject({ products: 2, added: 2, snapshots: 2 });
    expect(await productOf(db, 'a')).toMatchObject({ price_rec: '31.00' });
  });
});

describe('a later payload', () => {
  test('brings known products up to date and adds new ones', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    const { id } = await productOf(db, 'a');
    const changed = makeProduct('a', {
      name: 'Renamed',
      priceRec: null,
      thc: null,
      options: [],
      imageUrl: null,
    });
    const { counts } = await ingest(db, run, { fetchedAt: day(2), products: [changed, makeProduct('b')] });
    expect(counts).toMatchObject({ products: 2, added: 1, missed: 0 });
    expect(await productOf(db, 'a')).toMatchObject({
      id,
      name: 'Renamed',
      price_rec: null,
      thc_low: null,
      options: [],
      image_url: null,
      first_seen_at: day(1),
      last_seen_at: day(2),
    });
    expect((await snapshotsOf(db)).map((snapshot) => [snapshot.id, snapshot.price_rec])).toEqual([
      ['a', '30.00'],
      ['a', null],
      ['b', '30.00'],
    ]);
  });

  test('counts a miss for what is absent, and the third one in a row takes it out of stock', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const without = (number: number) =>
      ingest(db, run, { fetchedAt: day(number), products: [makeProduct('a')] });
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
    const states: unknown[] = [];
    const counted: unknown[] = [];
    for (const number of [2, 3, 4, 5]) {
      const { counts } = await without(number);
      counted.push([counts.missed, counts.markedOutOfStock]);
      const { consecutive_misses, is_in_stock, stock_status } = await productOf(db, 'b');
      states.push([consecutive_misses, is_in_stock, stock_status]);
    }
    expect(states).toEqual([
      [1, true, 'in_stock'],
      [2, true, 'in_stock'],
      [3, false, 'oos'],
      [3, false, 'oos'],
    ]);
    expect(counted.slice(0, 3)).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 0, is_in_stock: true });
    expect((await snapshotsOf(db)).filter(({ id }) => id === 'b')).toHaveLength(1);
  });

  test('brings what is back into stock at once', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a')] });
    for (const number of [2, 3, 4]) await ingest(db, run, { fetchedAt: day(number), products: [] });
    expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 3, stock_status: 'oos' });
    const { counts } = await ingest(db, run, { fetchedAt: day(5), products: [makeProduct('a')] });
    expect(counts.added).toBe(0);
    expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 0, stock_status: 'in_stock' });
  });

  test('leaves the products of other dispensaries alone', async () => {
    const { db } = await createTestDatabase();
    const [one, other] = [await beginRun(db), await beginRun(db)];
    await ingest(db, one, { fetchedAt: day(1), products: [makeProduct('a', { priceRec: '1.00' })] });
    await ingest(db, other, { fetchedAt: day(2), products: [makeProduct('b')] });
    expect(await productOf(db, 'a')).toMatchObject({ consecutive_misses: 0, price_rec: '1.00' });
  });
});

describe('a payload that is in already', () => {
  test('does not count a product as missed that is on the menu and cannot be read', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    // The menu has so many products that one unreadable product does not switch off the counting of misses.
    const products = Array.from({ length: 30 }, (_, place) => makeProduct(`a${place}`));
    await ingest(db, run, { fetchedAt: day(1), products: [...products, makeProduct('b'), makeProduct('c')] });
    const skipped = [{ id: 'b', reason: 'the name is empty' }];
    for (const date of [2, 3, 4]) {
      const { counts } = await ingest(db, run, { fetchedAt: day(date), products, skipped });
      expect(counts).toMatchObject({ missed: 1, markedOutOfStock: date === 4 ? 1 : 0 });
    }
    expect(await productOf(db, 'c')).toMatchObject({ consecutive_misses: 3, stock_status: 'oos' });
    expect(await productOf(db, 'b')).toMatchObject({ consecutive_misses: 0, stock_status: 'in_stock' });
  });

  test('changes nothing when it comes again, and answers as it did then', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
    const { counts, payload } = await ingest(db, run, { fetchedAt: day(2), products: [makeProduct('a')] });
    const before = [await stockOf(db), await snapshotsOf(db), await productOf(db, 'a')];
    const again = { ...inputOf(payload, [makeProduct('c')]), skipped: [{ id: 'x', reason: 'no name' }] };
    expect(await ingestProducts(db, run, again)).toEqual(counts);
    expect([await stockOf(db), await snapshotsOf(db), await productOf(db, 'a')]).toEqual(before);
  });

  test('counts one miss when it comes many times at once', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });
    const payload = await makePayload(db, run, day(2));
    const input = inputOf(payload, [makeProduct('a'), makeProduct('c')]);
    const counts = await Promise.all(Array.from({ length: 8 }, () => ingestProducts(db, run, input)));
    for (const each of counts) expect(each).toEqual(counts[0]);
    expect(counts[0]).toMatchObject({ added: 1, missed: 1, snapshots: 2 });
    expect((await stockOf(db)).map(({ id, misses }) => [id, misses])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(await snapshotsOf(db)).toHaveLength(4);
  });
});

describe('a payload that is older than what is in', () => {
  test('adds its snapshots, leaves known products alone, and marks those it alone knows as gone', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, {
      fetchedAt: day(5),
      products: [makeProduct('a', { priceRec: '50.00' }), makeProduct('b')],
    });
    const before = await productOf(db, 'a');
    const { counts, payload } = await ingest(db, run, {
      fetchedAt: day(4),
      products: [makeProduct('a', { priceRec: '40.00', imageUrl: null }), makeProduct('gone')],
    });
    expect(counts).toMatchObject({ products: 2, added: 1, missed: 0, markedOutOfStock: 0, snapshots: 2 });
    expect(await productOf(db, 'a')).toEqual(before);
    expect(await productOf(db, 'b')).toMatchObject({ consecutive_misses: 0, is_in_stock: true });
    expect(await productOf(db, 'gone')).toMatchObject({
      consecutive_misses: 3,
      is_in_stock: false,
      stock_status: 'oos',
      last_seen_at: day(4),
    });
    expect((await snapshotsOf(db)).filter(({ payload_id }) => payload_id === payload.id)).toEqual([
      { id: 'a', payload_id: payload.id, price_rec: '40.00', is_in_stock: true },
      { id: 'gone', payload_id: payload.id, price_rec: '30.00', is_in_stock: true },
    ]);
    expect(await db.selectFrom('dispensaries').selectAll().executeTakeFirst()).toMatchObject({
      current_payload_fetched_at: day(5),
      last_crawl_at: day(5),
      product_count: 2,
    });
  });
});
