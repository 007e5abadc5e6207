import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('an address echo that is away takes no proxy out of use, and the crawl goes on when it is back', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { host: 'echo.sandbox.test' }, action: { type: 'status', status: 503 } }],
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  // These are several attempts. If the proxies were blamed, each would have failed at the echo service often enough to be deactivated.
  await world.control('GET', '/control/wait?host=echo.sandbox.test&status=503&count=16&timeoutMs=90000');
  const usable = { is_active: true, failure_count: 0 };
  const proxies = () => world.db.selectFrom('proxies').select(['is_active', 'failure_count']).execute();
  expect(await proxies()).toEqual([usable, usable, usable]);
  await world.control('DELETE', '/control/faults');
  await handle.result();
  expect((await proxies()).every(({ is_active: isActive }) => isActive)).toBe(true);
});

test('limits that were waited for do not count as refusals', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  const match = { operation: 'FilteredProducts' };
  await world.control('POST', '/control/faults', {
    rules: [
      { match, times: 3, action: { type: 'status', status: 429, headers: { 'retry-after': '1' } } },
      // Three attempts meet a rate limit. In the next one, four identities are refused.
      { match, times: 4, action: { type: 'status', status: 403 } },
    ],
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await handle.result();
  const { requests } = await world.control<{ requests: { operation: string | null; status: number }[] }>(
    'GET',
    '/control/requests',
  );
  const statuses = requests
    .filter(({ operation }) => operation === match.operation)
    .map(({ status }) => status);
  expect(statuses).toEqual([429, 429, 429, 403, 403, 403, 403, 200]);
});
