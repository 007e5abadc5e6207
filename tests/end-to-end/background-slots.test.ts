import { expect, test, vi } from 'vitest';
import { startCrawl, startDiscovery } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { hangPictures } from '../support/hang-pictures.ts';

test.each([
  ['on a shared storage', {}],
  ['on its own disk', { STORAGE_SHARED: 'false' }],
])(
  'while pictures hang, a worker of three slots %s discovers and crawls twelve stores',
  async (_, storage) => {
    const world = await createCrawlWorld({
      dispensaries: 15,
      products: 15,
      env: { MAX_CONCURRENT_TASKS: '3', ...storage },
    });
    const { client, db } = world;
    const { dispensaries } = await world.truth();
    const slow = (await addNamedDispensaries(world)).slice(0, 3);
    const slowIds = slow.map(({ id }) => id);
    await db.deleteFrom('dispensaries').where('id', 'not in', slowIds).execute();
    await world.startWorker();
    const menus = await Promise.all(slow.map((store) => startCrawl(client, store, { images: false })));
    await Promise.all(menus.map(({ handle }) => handle.result()));
    await hangPictures(world, slowIds);
    const hanging = await Promise.all(slow.map((store) => startCrawl(client, store)));
    for (const { handle } of hanging)
      await vi.waitFor(
        async () => expect(await handle.query('progress')).toMatchObject({ stage: 'images' }),
        {
          timeout: 120_000,
          interval: 100,
        },
      );

    const states = [...new Set(dispensaries.map(({ state }) => state))];
    const discovery = await startDiscovery(client, { platform: 'dutchie', states }, 'all');
    expect(await discovery.handle.result()).toMatchObject({ promoted: 12 });
    // Discovery has started the first crawls, whose own pictures come after their menus.
    const ingested = () =>
      db
        .selectFrom('raw_crawl_payloads')
        .select('dispensary_id')
        .distinct()
        .where('dispensary_id', 'not in', slowIds)
        .where('ingested_at', 'is not', null)
        .execute();
    await vi.waitFor(async () => expect(await ingested()).toHaveLength(12), {
      timeout: 180_000,
      interval: 200,
    });
    const statuses = await Promise.all(
      hanging.map(async ({ handle }) => (await handle.describe()).status.name),
    );
    expect(statuses).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
  },
);
