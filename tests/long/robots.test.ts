import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';
import { readApiRequests } from '../support/storefront-log.ts';

const setRobots = (world: CrawlWorld, host: string, text: string) =>
  world.control('POST', '/control/robots', { host, text });

test('pictures that robots.txt forbids are not asked for; each says why, and the chain completes', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await setRobots(world, 'images.sandbox.test', 'User-agent: *\nDisallow: /\n');
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary);
  await handle.result();
  const { requests } = await world.control<{ requests: LoggedRequest[] }>('GET', '/control/requests');
  const paths = requests.filter(({ host }) => host === 'images.sandbox.test').map(({ path }) => path);
  expect(paths).toEqual(['/robots.txt']);
  const failed = await world.db
    .selectFrom('store_products')
    .where('image_error', 'is not', null)
    .select('image_error')
    .execute();
  expect(failed.length).toBeGreaterThan(0);
  for (const { image_error: reason } of failed)
    expect(reason).toMatch(/^InvalidInput: robots\.txt of images\.sandbox\.test does not allow/);
});

test('a platform whose robots.txt counts is asked at its crawl delay, and not at all where it forbids that', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 240,
    env: { DUTCHIE_OBEY_ROBOTS: 'true' },
  });
  const { dispensary } = await addLargestDispensary(world);
  const host = 'dutchie.sandbox.test';
  await setRobots(world, host, 'User-agent: *\nCrawl-delay: 2\nDisallow: /private\n');
  const worker = await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  await first.handle.result();
  const times = (await readApiRequests(world)).map(({ at }) => Date.parse(at));
  expect(times.length).toBeGreaterThanOrEqual(3);
  for (const [place, at] of times.slice(1).entries())
    expect(at - times[place]!).toBeGreaterThanOrEqual(2_000);
  await worker.stop();

  await setRobots(world, host, 'User-agent: *\nDisallow: /api-3/\n');
  const requested = times.length;
  await world.startWorker('worker-2');
  const second = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(second.handle.result())).toBe('InvalidInput');
  expect(await readApiRequests(world)).toHaveLength(requested);
  const run = await world.db
    .selectFrom('crawl_runs')
    .select('error_message')
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  expect(run.error_message).toContain('DUTCHIE_OBEY_ROBOTS=false');
});
