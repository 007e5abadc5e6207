import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { menuRequests, strike } from '../support/menu-requests.ts';
import { failureKind } from '../support/failure-kind.ts';

test('a proxy that is refused is given up for another one, with another browser', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary, store } = await addLargestDispensary(world);
  await strike(world, {
    match: { operation: 'FilteredProducts', exitAddress: '203.0.113.11' },
    action: { type: 'status', status: 403 },
  });
  await world.startWorker();
  // Sessions rotate through three proxies, so one of three crawls must use the refused one.
  for (let crawl = 0; crawl < 3; crawl += 1) {
    const { handle } = await startCrawl(world.client, dispensary, { images: false });
    const { counts } = await handle.result();
    expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  }
  const requests = await menuRequests(world);
  const refused = requests.filter(({ status }) => status === 403);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ exitAddress }) => exitAddress))).toEqual(new Set(['203.0.113.11']));
  for (const refusal of refused) {
    const next = requests[requests.indexOf(refusal) + 1];
    expect(next?.exitAddress).not.toBe(refusal.exitAddress);
    expect(next?.userAgent).not.toBe(refusal.userAgent);
    // Pages that were fetched before the refusal are not requested again.
    expect(next?.page).toBe(refusal.page);
  }
  const proxy = await world.db
    .selectFrom('proxies')
    .where('failure_count', '>', 0)
    .select(['failure_count', 'consecutive_403_count', 'last_error'])
    .executeTakeFirstOrThrow();
  expect(proxy.failure_count).toBe(refused.length);
  expect(proxy.consecutive_403_count).toBe(refused.length);
});

test('a store that refuses everyone fails its chain and empties no shelf', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  await first.handle.result();
  const before = await world.db.selectFrom('store_products').selectAll().orderBy('id').execute();
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    action: { type: 'status', status: 403 },
  });
  const second = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(second.handle.result())).toBe('Blocked');
  expect(await world.db.selectFrom('store_products').selectAll().orderBy('id').execute()).toEqual(before);
  const run = await world.db
    .selectFrom('crawl_runs')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(run).toMatchObject({ status: 'failed', error_kind: 'Blocked' });
});

test('a proxy’s password stays out of logs, histories and the ledger, also when the proxy fails', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  const secret = 'hush-7f3a@:/%';
  await world.db.updateTable('proxies').set({ password: secret }).where('protocol', '<>', 'socks5').execute();
  await world.startWorker();
  // Two of the three proxies refuse the password. In three crawls, each of the proxies is used.
  for (let crawl = 0; crawl < 3; crawl += 1)
    await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  const faults = await world.db
    .selectFrom('proxy_events')
    .where('outcome', '=', 'fault')
    .selectAll()
    .execute();
  expect(faults.length).toBeGreaterThan(0);
  const history = await world.client.workflow.getHandle(`crawl/${dispensary.id}`).fetchHistory();
  const everything = [
    await world.readLog(),
    // Payloads are bytes, so they are decoded before they are searched.
    JSON.stringify(history.events, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    ),
    JSON.stringify(faults),
    JSON.stringify(await world.db.selectFrom('proxies').select('last_error').execute()),
    JSON.stringify(await world.db.selectFrom('crawl_runs').selectAll().execute()),
  ].join('\n');
  for (const form of [
    secret,
    encodeURIComponent(secret),
    'hush-7f3a',
    Buffer.from('hush-7f3a').toString('base64').slice(0, 10),
  ]) {
    expect(everything).not.toContain(form);
  }
});
