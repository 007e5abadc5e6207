import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { CHANGE_KINDS, listChanges, type ChangeKind } from '../../../db/queries/catalog-changes.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf, makePayloadRecord, storePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { readAllPages } from './read-all-pages.ts';

/** Adds a store with three payloads and a store with two. */
async function makeChanges(db: Db) {
  const [first, second] = [await beginRun(db), await beginRun(db)];
  const put = async (run: typeof first, number: number, products: ReturnType<typeof makeProduct>[]) =>
    (await ingest(db, run, { fetchedAt: day(number), products })).payload.id;
  const payloads = [
    await put(first, 1, [makeProduct('a'), makeProduct('b'), makeProduct('c'), makeProduct('same')]),
    await put(second, 2, [makeProduct('a')]),
    await put(first, 3, [
      makeProduct('a', { priceRec: '22.00', inStock: false }),
      makeProduct('b', { quantity: 3 }),
      makeProduct('d'),
      makeProduct('same'),
    ]),
    await put(second, 4, [makeProduct('a', { specialMed: '9.99', onSpecial: true })]),
    await put(first, 5, [
      makeProduct('a', { priceRec: '22.00' }),
      makeProduct('b', { quantity: 3 }),
      makeProduct('same'),
    ]),
  ];
  return { dispensaryId: first.dispensaryId, payloads };
}

const reported = (
  changes: { payload_id: number; name: string; kinds: ChangeKind[] }[],
): [number, string, ...ChangeKind[]][] =>
  changes.map(({ payload_id, name, kinds }) => [payload_id, name, ...kinds]);

test('the feed tells what is different from the payload before of the same store, newest first', async () => {
  const { db } = await createTestDatabase();
  const { dispensaryId, payloads } = await makeChanges(db);
  const expected = [
    [payloads[4], 'Product a', 'stock'],
    [payloads[4], 'Product d', 'removed'],
    [payloads[3], 'Product a', 'price'],
    [payloads[2], 'Product a', 'price', 'stock'],
    [payloads[2], 'Product b', 'quantity'],
    [payloads[2], 'Product c', 'removed'],
    [payloads[2], 'Product d', 'added'],
  ];
  const read = (filter: object, limit: number, snapshotsReadMax?: number) =>
    readAllPages(
      (page) =>
        listChanges(
          db,
          { kinds: CHANGE_KINDS, ...filter },
          { ...page, ...(snapshotsReadMax === undefined ? {} : { snapshotsReadMax }) },
        ),
      { limit },
    );
  for (const limit of [1, 2, 3, 100]) {
    expect(reported(await read({}, limit))).toEqual(expected);
    expect(reported(await read({}, limit, 1))).toEqual(expected);
  }
  expect(reported(await read({ kinds: ['removed', 'added'] }, 2))).toEqual(
    expected.filter(([, , kind]) => kind === 'removed' || kind === 'added'),
  );
  expect(reported(await read({ dispensaryId }, 2))).toEqual(expected.filter(([id]) => id !== payloads[3]));
  expect(reported(await read({ since: day(3), until: day(5) }, 2))).toEqual(expected.slice(2));
});

test('a change has what the product was before and what it is after', async () => {
  const { db } = await createTestDatabase();
  const { dispensaryId, payloads } = await makeChanges(db);
  const { items } = await listChanges(db, { kinds: CHANGE_KINDS }, { after: null, limit: 100 });
  expect(items[3]).toEqual({
    fetched_at: day(3),
    previous_fetched_at: day(1),
    payload_id: payloads[2],
    previous_payload_id: payloads[0],
    dispensary_id: dispensaryId,
    product_id: expect.any(Number),
    name: 'Product a',
    brand_name: 'Mesa Verde',
    category: 'Flower',
    kinds: ['price', 'stock'],
    before: expect.objectContaining({
      price: '30.00',
      price_rec: '30.00',
      price_option: '3.5g',
      is_in_stock: true,
      quantity: 12,
    }),
    after: expect.objectContaining({ price: '22.00', price_rec: '22.00', is_in_stock: false }),
  });
  expect(items[1]).toMatchObject({ kinds: ['removed'], before: { price: '30.00' }, after: null });
});

test('what an incomplete payload lacks is neither removed nor, in the next one, added', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const both = [makeProduct('a'), makeProduct('b')];
  await ingest(db, run, { fetchedAt: day(1), products: both });
  const record = { ...(await makePayloadRecord(db, day(2))), missingCount: 1 };
  const payload = await loadPayload(db, await storePayload(db, run, record));
  await ingestProducts(db, run, inputOf(payload, [makeProduct('a', { priceRec: '1.00' })]));
  await ingest(db, run, { fetchedAt: day(3), products: both });
  const { items } = await listChanges(db, { kinds: CHANGE_KINDS }, { after: null, limit: 100 });
  expect(items.map(({ name, kinds }) => [name, kinds])).toEqual([
    ['Product a', ['price']],
    ['Product a', ['price']],
  ]);
});

test('payloads that did not go in change nothing', async () => {
  const { db } = await createTestDatabase();
  await makeChanges(db);
  await sql`update raw_crawl_payloads set ingested_at = null where fetched_at > ${day(2)}`.execute(db);
  expect(await listChanges(db, { kinds: CHANGE_KINDS }, { after: null, limit: 100 })).toEqual({
    items: [],
    next: null,
  });
});
