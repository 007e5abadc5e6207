import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('with CRAWL_INTERVAL_ADAPTS a store whose menu does not change is crawled less often, until it does', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 60,
    env: { CRAWL_INTERVAL_ADAPTS: 'true', CRAWL_INTERVAL_HOURS: '2' },
  });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const crawl = async (): Promise<number | null> => {
    const { handle } = await startCrawl(world.client, dispensary, { images: false });
    await handle.result();
    const row = await world.db
      .selectFrom('dispensaries')
      .select('adapted_interval_hours')
      .where('id', '=', dispensary.id)
      .executeTakeFirstOrThrow();
    return row.adapted_interval_hours;
  };
  expect([await crawl(), await crawl(), await crawl()]).toEqual([null, 3, 4.5]);
  await world.evolve();
  expect(await crawl()).toBeNull();
});
