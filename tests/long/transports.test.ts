import { expect, test } from 'vitest';
import { BROWSER_PROFILES } from '../../domain/browser-profiles.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

interface Logged {
  host: string | null;
  userAgent: string | null;
}

test('a chain runs on impit, as browsers whose TLS profile impit has', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 130,
    env: { HTTP_TRANSPORT: 'impit' },
  });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary);
  const { counts, images } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  const failures = await world.db
    .selectFrom('store_products')
    .where('image_error', 'is not', null)
    .select('image_error')
    .execute();
  // The sandbox's world has products whose picture is gone.
  expect(failures.filter(({ image_error: reason }) => !reason?.startsWith('NotFound'))).toEqual([]);
  expect(images).toMatchObject({ failed: failures.length });
  expect(images?.downloaded).toBeGreaterThan(0);
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  const agents = BROWSER_PROFILES.filter(({ tls }) => tls.impit !== undefined).map(
    ({ userAgent }) => userAgent,
  );
  expect(requests.filter(({ userAgent }) => !agents.includes(userAgent ?? ''))).toEqual([]);
  expect(requests.some(({ host }) => host === 'images.sandbox.test')).toBe(true);
});

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
