import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addDispensaries, addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';

interface Logged {
  n: number;
  method: string;
  host: string;
  path: string;
  operation: string | null;
  page: number | null;
  order: string | null;
}

async function menuRequests(world: CrawlWorld): Promise<Logged[]> {
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  return requests.filter(({ operation }) => operation === 'FilteredProducts');
}

const strike = (world: CrawlWorld, ...rules: object[]) => world.control('POST', '/control/faults', { rules });

test('a hash that the platform no longer knows is given up for the whole query, once and for all crawls', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.control('POST', '/control/rotate-hashes');
  await world.startWorker();
  for (let crawl = 0; crawl < 2; crawl += 1) {
    const { handle } = await startCrawl(world.client, dispensary, { images: false });
    const { counts } = await handle.result();
    expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  }
  const methods = (await menuRequests(world)).map(({ method }) => method);
  expect(methods.filter((method) => method === 'GET')).toHaveLength(1);
  expect(methods.slice(1).every((method) => method === 'POST')).toBe(true);
  expect(
    await world.db.selectFrom('persisted_queries').select(['platform', 'operation', 'hash']).execute(),
  ).toEqual([
    { platform: 'dutchie', operation: 'FilteredProducts', hash: world.sandbox.hashes.FilteredProducts },
  ]);
});

test('an unknown hash that comes with status 400 is recognized too', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary } = await addLargestDispensary(world);
  const body = JSON.stringify({ errors: [{ message: 'PersistedQueryNotFound' }] });
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    times: 1,
    action: { type: 'status', status: 400, body, contentType: 'application/json' },
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  expect((await menuRequests(world)).map(({ method }) => method)).toEqual(
    expect.arrayContaining(['GET', 'POST']),
  );
});

test('what the pages of one order skip is found in the other', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 230 });
  const { dispensary, store } = await addLargestDispensary(world);
  await strike(world, {
    match: { operation: 'FilteredProducts', page: 1, order: 'ascending' },
    action: { type: 'repeat', count: 7 },
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  const asked = (await menuRequests(world)).map(({ order, page }) => `${order} ${page}`);
  expect(asked.slice(0, 4)).toEqual(['ascending 0', 'ascending 1', 'ascending 2', 'descending 0']);
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .select(['total_count', 'missing_count', 'product_count'])
    .executeTakeFirstOrThrow();
  expect(payload).toEqual({
    total_count: counts.products,
    missing_count: 0,
    product_count: counts.products,
  });
});

test('a little that neither order shows is recorded, and makes no product miss', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 230 });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  const whole = (await first.handle.result()).counts.products;
  // Two whole pages in each order, and the rest in one that is shifted: one product of the last page stays away.
  await strike(world, {
    match: { operation: 'FilteredProducts', page: Math.ceil(whole / 100) - 1 },
    action: { type: 'repeat', count: 1 },
  });
  await strike(world, {
    match: { operation: 'FilteredProducts', order: 'descending', page: 0 },
    action: { type: 'repeat', count: 1 },
  });
  const second = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await second.handle.result();
  expect(store.products.length).toBeGreaterThan(0);
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .select(['total_count', 'missing_count', 'product_count'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(payload.total_count).toBe(whole);
  expect(payload.missing_count).toBe(whole - payload.product_count);
  expect(counts.missed).toBe(0);
  expect(
    await world.db.selectFrom('store_products').where('consecutive_misses', '>', 0).select('id').execute(),
  ).toEqual([]);
  const run = await world.db
    .selectFrom('crawl_runs')
    .select('counts')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(run.counts).toMatchObject({ missing: payload.missing_count });
});

test('a menu that goes round in circles is given up after a few pages, and not let in', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 230 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const products = Array.from({ length: 100 }, (_, place) => ({ id: `p${place}`, Name: `P ${place}` }));
  const body = JSON.stringify({
    data: { filteredProducts: { products, queryInfo: { totalCount: 5000, totalPages: 50 } } },
  });
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    action: { type: 'body', body, contentType: 'application/json' },
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(handle.result())).toBe('SuspectPayload');
  // Three attempts of two orders, each of which ends with the first page that holds nothing new.
  expect(await menuRequests(world)).toHaveLength(12);
  expect(await world.db.selectFrom('raw_crawl_payloads').select('id').execute()).toEqual([]);
});

test("one store's menu that comes for another is not let in", async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 60 });
  const ids = await addDispensaries(world);
  await world.startWorker();
  const named = await world.db
    .selectFrom('dispensaries')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'platform', 'state as stateCode', 'platform_dispensary_id'])
    .execute();
  const [one, other] = [named[0]!, named[1]!];
  const { handle: first } = await startCrawl(world.client, one, { images: false });
  await first.result();
  // What a cache on the way would do: the answer for one store is given for every store.
  const products = await menuOf(world, one.platform_dispensary_id);
  await strike(world, {
    match: { operation: 'FilteredProducts', dispensaryId: other.platform_dispensary_id },
    action: { type: 'body', body: products, contentType: 'application/json' },
  });
  const { handle: second } = await startCrawl(world.client, other, { images: false });
  expect(await failureKind(second.result())).toBe('SuspectPayload');
  const { error_message: message } = await world.db
    .selectFrom('crawl_runs')
    .where('dispensary_id', '=', other.id)
    .select('error_message')
    .executeTakeFirstOrThrow();
  expect(message).toContain(`products of store ${one.platform_dispensary_id} came`);
});

test('the same page to the letter at two stores is not let in, also where products name no store', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 60 });
  const ids = await addDispensaries(world);
  const products = Array.from({ length: 20 }, (_, place) => ({
    id: `p${place}`,
    Name: `P ${place}`,
    Options: ['1g'],
    Prices: [10],
    recPrices: [10],
  }));
  const body = JSON.stringify({ data: { filteredProducts: { products, queryInfo: { totalCount: 20 } } } });
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    action: { type: 'body', body, contentType: 'application/json' },
  });
  await world.startWorker();
  const start = (id: number) =>
    startCrawl(
      world.client,
      { id, name: `Store ${id}`, platform: 'dutchie', stateCode: 'AZ' },
      { images: false },
    );
  await (await start(ids[0]!)).handle.result();
  expect(await failureKind((await start(ids[1]!)).handle.result())).toBe('SuspectPayload');
});

test('a store with a domain of its own is asked there', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.db
    .updateTable('dispensaries')
    .set({ api_url: 'https://bloom.sandbox.test/api-4/graphql' })
    .execute();
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect((await handle.result()).counts.products).toBe(store.products.length + store.inactiveProducts.length);
  const [request] = await menuRequests(world);
  expect(request).toMatchObject({ host: 'bloom.sandbox.test', path: '/api-4/graphql' });
});

test('a store without a platform id is resolved on the way, which the ledger shows', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary, store } = await addLargestDispensary(world, { isResolved: false });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  expect(
    await world.db
      .selectFrom('stage_runs')
      .where('stage', '=', 'resolve')
      .select(['role', 'outcome', 'result'])
      .execute(),
  ).toEqual([
    {
      role: 'entry_point_discovery',
      outcome: 'completed',
      result: { platformDispensaryId: store.platformId },
    },
  ]);
});

/** The first page of a store's menu, as the storefront gives it. */
async function menuOf(world: CrawlWorld, platformDispensaryId: string | null): Promise<string> {
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .innerJoin('dispensaries', 'dispensaries.id', 'raw_crawl_payloads.dispensary_id')
    .where('dispensaries.platform_dispensary_id', '=', platformDispensaryId)
    .select('storage_path')
    .executeTakeFirstOrThrow();
  const { readFile } = await import('node:fs/promises');
  const { gunzipSync } = await import('node:zlib');
  const document = JSON.parse(
    gunzipSync(await readFile(`${world.storageRoot}/${payload.storage_path}`)).toString('utf8'),
  ) as { products: unknown[] };
  return JSON.stringify({
    data: {
      filteredProducts: { products: document.products, queryInfo: { totalCount: document.products.length } },
    },
  });
}
