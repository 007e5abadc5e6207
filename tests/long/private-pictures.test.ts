import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

interface Logged {
  host: string | null;
}

test('without an explicit setting no picture is fetched from a host inside, and the menu is kept', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 20,
    env: { ALLOWED_PRIVATE_HOSTS: '' },
  });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary);
  const { counts, images } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  expect(images).toMatchObject({ downloaded: 0 });
  expect(images?.failed).toBeGreaterThan(0);
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  expect(requests.filter(({ host }) => host === 'images.sandbox.test')).toEqual([]);
});
