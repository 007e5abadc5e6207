import { expect, test } from 'vitest';
import { ANALYTICS_VIEWS, refreshAnalyticsView } from '../../../db/queries/analytics.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { day } from '../db/make-crawl.ts';
import { makeCatalog } from '../db/make-catalog.ts';

interface Listed {
  items: Record<string, unknown>[];
  next_cursor: string | null;
}

async function createServer(env: Record<string, string> = {}) {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  // The API does not follow Temporal, which would close the runs that this test makes up.
  return { db, ...(await startApiServer({ db, client, env, isFollowed: false })) };
}

const ids = async (call: ApiServer['call'], query: string): Promise<unknown[]> =>
  (await call<Listed>('GET', `/api/products?${query}`)).body.items.map((item) => item.provider_product_id);

test('products are found by each filter, and by all at once', async () => {
  const { db, call } = await createServer();
  const dispensaryId = await makeCatalog(db);
  expect(await ids(call, '')).toEqual(['a', 'b', 'c', 'd']);
  expect(await ids(call, `dispensary_id=${dispensaryId}&limit=2`)).toEqual(['a', 'b']);
  expect(await ids(call, 'dispensary_id=999999')).toEqual([]);
  expect(await ids(call, 'brand=Other')).toEqual(['b']);
  expect(await ids(call, 'category=Edible')).toEqual(['d']);
  expect(await ids(call, 'in_stock=false')).toEqual(['b']);
  expect(await ids(call, 'on_special=true')).toEqual(['a']);
  expect(await ids(call, 'price_min=20&price_max=20')).toEqual(['a']);
  expect(await ids(call, 'search=drea+3.5g')).toEqual([]);
  expect(await ids(call, 'search=dream+3.5g')).toEqual(['a']);
  const all = `dispensary_id=${dispensaryId}&brand=Mesa+Verde&category=Flower&in_stock=true&on_special=true&price_min=1&search=blue`;
  expect(await ids(call, all)).toEqual(['a']);
});

test('what a query may not have is refused with a pointer to it', async () => {
  const { call } = await createServer();
  for (const [query, pointer] of [
    ['in_stock=yes', '/in_stock'],
    ['price_min=-1', '/price_min'],
    ['search=%00', '/search'],
    ['dispensary_id=0', '/dispensary_id'],
    ['limit=501', '/limit'],
    ['colour=red', '/colour'],
  ]) {
    const { status, body } = await call('GET', `/api/products?${query}`);
    expect([query, status, body.errors]).toEqual([
      query,
      400,
      [expect.objectContaining({ in: 'query', pointer })],
    ]);
  }
});

test('a product has its sizes, and the address of its picture', async () => {
  const { db, call } = await createServer();
  await makeCatalog(db);
  await db
    .updateTable('store_products')
    .set({ local_image_path: 'images/products/az/a/b/c/image-0123abcd.webp' })
    .execute();
  const [{ id }] = (await call<Listed>('GET', '/api/products')).body.items as [{ id: number }];
  const { status, body } = await call('GET', `/api/products/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    price: '20.00',
    price_rec: '22.00',
    price_option: '7g',
    picture: '/img/products/az/a/b/c/image-0123abcd.webp',
    stock_as_of: null,
    former_provider_product_ids: [],
    first_seen_at: day(1).toISOString(),
    options: [expect.objectContaining({ option: '3.5g', rec: '30.00' })],
  });
  expect((await call('GET', '/api/products/999999')).status).toBe(404);
});

test('a product says since when payloads have lacked it', async () => {
  const { db, call } = await createServer();
  await makeCatalog(db);
  const { items } = (await call<Listed>('GET', '/api/products')).body;
  const missing = await Promise.all(
    items.map(async ({ id }) => {
      const { body } = await call('GET', `/api/products/${String(id)}`);
      return [body.provider_product_id, body.consecutive_misses, body.missing_since];
    }),
  );
  expect(missing).toEqual([
    ['a', 0, null],
    ['b', 0, null],
    ['c', 1, day(40).toISOString()],
    ['d', 0, null],
  ]);
});

test('the history of a product goes back from the newest payload', async () => {
  const { db, call } = await createServer();
  await makeCatalog(db);
  const [{ id }] = (await call<Listed>('GET', '/api/products')).body.items as [{ id: number }];
  const path = `/api/products/${id}/history`;
  const first = await call<Listed>('GET', `${path}?limit=1`);
  expect(first.body.items).toMatchObject([
    {
      price: '20.00',
      price_option: '7g',
      fetched_at: day(40).toISOString(),
      options: [{ option: '3.5g', rec: '30.00' }],
    },
  ]);
  const second = await call<Listed>('GET', `${path}?limit=1&cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ items: [{ price: '30.00' }], next_cursor: null });
  const range = `since=${day(1).toISOString()}&until=${day(2).toISOString()}`;
  expect((await call<Listed>('GET', `${path}?${range}`)).body.items).toHaveLength(1);
  expect((await call('GET', '/api/products/999999/history')).status).toBe(404);
  expect((await call('GET', `${path}?since=yesterday`)).status).toBe(400);
  const forged = Buffer.from(JSON.stringify({ p: ['2026-99-99', 'x'], f: readDigest(first.body) })).toString(
    'base64url',
  );
  expect((await call('GET', `${path}?cursor=${forged}`)).body.code).toBe('bad-cursor');
});

/** Reads the digest of the filter from a cursor of the API. */
function readDigest({ next_cursor: cursor }: Listed): string {
  return (JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as { f: string }).f;
}

test('the feed tells what changed between the two payloads', async () => {
  const { db, call } = await createServer();
  const dispensaryId = await makeCatalog(db);
  const kinds = async (query: string) =>
    (await call<Listed>('GET', `/api/changes?${query}`)).body.items.map((item) => item.kinds);
  expect(await kinds('')).toEqual([['price'], ['stock'], ['removed'], ['added']]);
  expect(await kinds('kind=added')).toEqual([['added']]);
  expect(await kinds(`dispensary_id=${dispensaryId}&until=${day(40).toISOString()}`)).toEqual([]);
  const first = await call<Listed>('GET', '/api/changes?limit=1');
  expect(first.body.items).toMatchObject([
    {
      dispensary_id: dispensaryId,
      before: { price: '30.00' },
      after: { price: '20.00', is_on_special: true },
    },
  ]);
  const second = await call<Listed>('GET', `/api/changes?limit=3&cursor=${first.body.next_cursor}`);
  expect(second.body.items.map((item) => item.kinds)).toEqual([['stock'], ['removed'], ['added']]);
});

test('each materialized view is read by its dimensions', async () => {
  const { db, call } = await createServer();
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const dispensaryId = await makeCatalog(db, ago(2), ago(1));
  for (const view of ANALYTICS_VIEWS) await refreshAnalyticsView(db, view);
  const read = async (path: string) => (await call<Listed>('GET', `/api/analytics/${path}`)).body.items;
  expect(await read('dispensary-overview?state=AZ')).toMatchObject([
    { dispensary_id: dispensaryId, products: 4, last_crawl_at: expect.stringMatching(/Z$/) },
  ]);
  expect(await read('brand-presence?category=Edible')).toMatchObject([{ brand_name: 'Mesa Verde' }]);
  expect(await read('current-prices?brand_name=Mesa+Verde&limit=1')).toHaveLength(1);
  expect((await read(`price-history?dispensary_id=${dispensaryId}`)).length).toBeGreaterThan(3);
  expect(await read('availability?brand_name=Other')).toMatchObject([{ out_of_stock: 1 }]);
  const [changes] = await read('assortment-changes');
  expect(await read(`assortment-changes?day=${String(changes?.day)}`)).toEqual([changes]);
  expect((await call('GET', '/api/analytics/nothing')).status).toBe(404);
  expect((await call('GET', '/api/analytics/price-history?day=2026-02-30')).status).toBe(400);
});
