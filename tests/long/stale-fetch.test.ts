import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { openLink } from '../support/server-link.ts';

/** The delay of a slow response, which is less than the limit of 30 s for one response. */
const SLOW_MS = 25_000;

test('a fetch that was given up leaves the pages of its retry alone', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 320 });
  const { client, db, storageRoot } = world;
  const { dispensary } = await addLargestDispensary(world);
  const requests = { operation: 'FilteredProducts' };
  const slow = { type: 'latency', ms: SLOW_MS };
  await world.control('POST', '/control/faults', {
    rules: [
      // These requests keep the first attempt busy for more than 35 s, after which its retry begins.
      { match: { ...requests, page: 0 }, times: 1, action: slow },
      { match: { ...requests, page: 2 }, times: 1, action: { type: 'hold' } },
      // Both attempts request this page, and the retry waits here until the first attempt has ended.
      { match: { ...requests, page: 1 }, times: 2, action: slow },
    ],
  });
  const untilAsked = (which: string) =>
    world.control('GET', `/control/wait?operation=FilteredProducts&${which}&timeoutMs=60000`);
  const link = await openLink(world.temporalAddress);
  await world.startWorker('director', { WORKER_QUEUES: 'crawlchain,ingest' });
  await world.startWorker('stale', { WORKER_QUEUES: 'fetch-dutchie', TEMPORAL_ADDRESS: link.address });
  const { handle } = await startCrawl(client, dispensary, { images: false });
  await untilAsked('page=0&count=1');
  // Cuts the link to Temporal: without heartbeats the attempt times out at the server, but it keeps running.
  link.cut();
  await world.startWorker('live', { WORKER_QUEUES: 'fetch-dutchie' });
  await untilAsked('page=1&count=2');
  await untilAsked('page=2&held=1');
  await world.control('POST', '/control/release');
  await vi.waitFor(async () => expect(await world.readLog('stale')).toContain('"kind":"StaleAttempt"'), {
    timeout: SLOW_MS,
    interval: 100,
  });
  const run = await db.selectFrom('crawl_runs').select(['id', 'fence']).executeTakeFirstOrThrow();
  expect(await readdir(join(storageRoot, 'spool', String(run.id)))).toEqual([String(run.fence)]);
  const { counts } = await handle.result();
  expect(counts.products).toBeGreaterThan(200);
  const fetched = await db
    .selectFrom('stage_runs')
    .select(['attempts', 'worker'])
    .where('stage', '=', 'fetch')
    .executeTakeFirstOrThrow();
  expect(fetched).toEqual({ attempts: 2, worker: 'live' });
  expect(await readdir(join(storageRoot, 'spool'))).toEqual([]);
});
