import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startCrawl, startDiscovery, startRefresh } from '../../temporal-client/crawl-control.ts';
import { untilBlocked } from '../integration/db/until-blocked.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { hangPictures } from '../support/hang-pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    // Discovery has started the first crawls. Each store's pictures come after its menu.
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

async function startOnlyWorker(world: CrawlWorld): Promise<void> {
  await world.startWorker();
}

/** Starts two pods. The first has the files of all payloads; the second reports that it lacks them. */
async function startPods(world: CrawlWorld): Promise<void> {
  await world.startWorker('pod-a', { WORKER_QUEUES: 'fetch-dutchie,ingest' });
  const STORAGE_ROOT = await temporaryFolder('pod-b-');
  await world.startWorker('pod-b', { WORKER_QUEUES: 'crawlchain,reingest', STORAGE_ROOT });
}

test.each([
  ['on a shared storage', {}, startOnlyWorker],
  ['on its own disk', { STORAGE_SHARED: 'false' }, startPods],
])(
  'while stored payloads are ingested again, a worker of three slots %s ingests fresh menus',
  async (_, storage, startWorkers) => {
    const world = await createCrawlWorld({
      dispensaries: 7,
      products: 15,
      env: { MAX_CONCURRENT_TASKS: '3', ...storage },
    });
    const { client, db } = world;
    const stores = await addNamedDispensaries(world);
    const [crawled, fresh] = [stores.slice(2), stores.slice(0, 2)];
    const freshIds = fresh.map(({ id }) => id);
    await startWorkers(world);
    const menus = await Promise.all(crawled.map((store) => startCrawl(client, store, { images: false })));
    const payloads = await Promise.all(menus.map(({ handle }) => handle.result()));

    const again = await db.transaction().execute(async (tx) => {
      await sql`select from dispensaries where id <> all(${freshIds}) for no key update`.execute(tx);
      const replays = await Promise.all(
        payloads.map(({ payloadId }) => startRefresh(client, { payloadId, dispensary: null })),
      );
      expect(replays.length).toBeGreaterThan(3);
      await untilBlocked(db, 2);
      await Promise.all(fresh.map((store) => startCrawl(client, store, { images: false })));
      const ingested = () =>
        db
          .selectFrom('raw_crawl_payloads')
          .select('dispensary_id as id')
          .where('dispensary_id', 'in', freshIds)
          .where('ingested_at', 'is not', null)
          .execute();
      await expect.poll(ingested, { timeout: 120_000, interval: 200 }).toHaveLength(2);
      return replays;
    });
    for (const { handle } of again) await expect(handle.result()).resolves.toMatchObject({ isNewest: true });
  },
);
