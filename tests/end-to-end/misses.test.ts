import { expect, test } from 'vitest';
import { VARIABLES } from '../../config/environment.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('three crawls in a row that a person starts sell nothing out', async () => {
  const { MISSES_SPAN_INTERVALS, MISSES_SPAN_MIN_MINUTES } = VARIABLES;
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 60,
    env: {
      MISSES_SPAN_INTERVALS: MISSES_SPAN_INTERVALS.fallback,
      MISSES_SPAN_MIN_MINUTES: MISSES_SPAN_MIN_MINUTES.fallback,
    },
  });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const crawl = async () =>
    (await (await startCrawl(world.client, dispensary, { images: false })).handle.result()).counts;
  await crawl();
  const readStock = () =>
    world.db
      .selectFrom('store_products')
      .select(['id', 'is_in_stock', 'consecutive_misses'])
      .orderBy('id')
      .execute();
  await world.evolve();
  const { missed } = await crawl();
  expect(missed).toBeGreaterThan(0);
  const before = await readStock();
  await crawl();
  await crawl();
  const after = await readStock();
  expect(after.filter((row) => row.consecutive_misses === 3)).toHaveLength(missed);
  expect(after.map((row) => row.is_in_stock)).toEqual(before.map((row) => row.is_in_stock));
});
