import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { heartbeatDetails } from '../support/heartbeat-details.ts';
import { menuRequests, strike } from '../support/menu-requests.ts';

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
  const requested = (await menuRequests(world)).map(({ order, page }) => `${order} ${page}`);
  const turn = requested.indexOf('descending 0');
  expect(requested.slice(0, turn)).toEqual(requested.slice(0, turn).map((_, page) => `ascending ${page}`));
  expect(requested.slice(turn)).toEqual(requested.slice(turn).map((_, page) => `descending ${page}`));
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

test('a store without a platform id is resolved on the way, as a step with a role of its own', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary, store } = await addLargestDispensary(world, { isResolved: false });
  await world.control('POST', '/control/faults', {
    rules: [
      { match: { operation: 'ConsumerDispensaries' }, times: 1, action: { type: 'hold' } },
      // The attempt that resolved the id fails at two proxies. The next attempt reads the id from the database.
      { match: { operation: 'FilteredProducts' }, times: 2, action: { type: 'cut' } },
    ],
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=ConsumerDispensaries&held=1&timeoutMs=60000');
  await expect
    .poll(() => heartbeatDetails(handle), { timeout: 60_000 })
    .toMatchObject({
      role: 'entry_point_discovery',
      doing: `asking dutchie for its id of ${dispensary.name}`,
    });
  await world.control('POST', '/control/release');
  await expect
    .poll(() => heartbeatDetails(handle), { timeout: 60_000 })
    .toMatchObject({ role: 'payload_fetch', doing: 'fetching the menu' });

  const resolved = { role: 'entry_point_discovery', platformDispensaryId: store.platformId };
  expect(await handle.result()).toMatchObject({ resolved });
  const found = `entry_point_discovery: found ${store.platformId}; ${dispensary.name}, ${dispensary.stateCode}: `;
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(currentDetails).toContain(found);
  expect(
    await world.db
      .selectFrom('stage_runs')
      .where('stage', '=', 'resolve')
      .select(['role', 'outcome', 'attempts', 'result'])
      .execute(),
  ).toEqual([
    {
      role: 'entry_point_discovery',
      outcome: 'completed',
      attempts: 1,
      result: { platformDispensaryId: store.platformId },
    },
  ]);
  const next = await startCrawl(world.client, dispensary, { images: false });
  expect(await next.handle.result()).not.toHaveProperty('resolved');
});
