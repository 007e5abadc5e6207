import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { menuRequests, strike } from '../support/menu-requests.ts';

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

test('a little that neither order shows is recorded, and makes no product miss', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 230 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  const whole = (await first.handle.result()).counts.products;
  const nothing = JSON.stringify({
    data: { filteredProducts: { products: [], queryInfo: { totalCount: whole } } },
  });
  await strike(
    world,
    {
      match: { operation: 'FilteredProducts', order: 'ascending', page: 0 },
      action: { type: 'repeat', count: 1 },
    },
    {
      match: { operation: 'FilteredProducts', order: 'descending' },
      action: { type: 'body', body: nothing, contentType: 'application/json' },
    },
  );
  const second = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await second.handle.result();
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .select(['total_count', 'missing_count', 'product_count'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(payload).toEqual({ total_count: whole, missing_count: 1, product_count: whole - 1 });
  expect(counts.missed).toBe(0);
  expect(
    await world.db.selectFrom('store_products').where('consecutive_misses', '>', 0).select('id').execute(),
  ).toEqual([]);
  const run = await world.db
    .selectFrom('crawl_runs')
    .select('counts')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(run.counts).toMatchObject({ missing: 1 });
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
