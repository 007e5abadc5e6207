import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { menuRequests, strike } from '../support/menu-requests.ts';
import { failureKind } from '../support/failure-kind.ts';

test('a limit is waited for as long as it says, and blames no proxy', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await strike(world, {
    match: { operation: 'FilteredProducts', page: 1 },
    times: 1,
    action: { type: 'status', status: 429, headers: { 'retry-after': '3' } },
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  const requests = await menuRequests(world);
  expect(requests.slice(0, 3).map(({ page, status }) => [page, status])).toEqual([
    [0, 200],
    [1, 429],
    [1, 200],
  ]);
  const [, limited, after] = requests;
  expect(Date.parse(after!.at) - Date.parse(limited!.at)).toBeGreaterThanOrEqual(3000);
  const blamed = await world.db.selectFrom('proxies').where('failure_count', '>', 0).select('id').execute();
  expect(blamed).toEqual([]);
});

test('a store without its platform id is resolved by the chain, and one that is unknown fails with a clear word', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary, store } = await addLargestDispensary(world, { isResolved: false });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  const row = await world.db
    .selectFrom('dispensaries')
    .select('platform_dispensary_id')
    .executeTakeFirstOrThrow();
  expect(row.platform_dispensary_id).toBe(store.platformId);
  const unknown = await startCrawl(world.client, { ...dispensary, id: 999_999 });
  expect(await failureKind(unknown.handle.result())).toBe('NotFound');
});
