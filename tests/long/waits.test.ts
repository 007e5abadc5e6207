import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary, addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { heartbeatDetails } from '../support/heartbeat-details.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

type Handle = Awaited<ReturnType<typeof startCrawl>>['handle'];

const waitOf = async (handle: Handle) => (await heartbeatDetails(handle))?.['waitingFor'];

const since: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test('the heartbeats of a fetch name the answer that it waits for, and those of another one its turn at the platform', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 120 });
  const { client, control } = world;
  const [first, second] = await addNamedDispensaries(world);
  await world.startWorker('worker-1', { DUTCHIE_MAX_CONCURRENT_REQUESTS: '1' });
  await control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 1 }, action: { type: 'hold' } }],
  });
  const { handle: asking } = await startCrawl(client, first!, { images: false });
  await control('GET', '/control/wait?operation=FilteredProducts&page=1&held=1&timeoutMs=60000');
  const { handle: waiting } = await startCrawl(client, second!, { images: false });
  await expect.poll(() => waitOf(waiting), PATIENCE).toEqual({ what: 'a turn at dutchie', since });
  const what: unknown = expect.stringMatching(/^the answer of [\w.:-]+ to FilteredProducts$/);
  // The details of the heartbeat also have what a retry resumes from.
  await expect
    .poll(() => heartbeatDetails(asking), PATIENCE)
    .toMatchObject({ role: 'payload_fetch', pages: 1, refusals: 0, waitingFor: { what, since } });
  await Promise.all([asking.cancel(), waiting.cancel()]);
  await Promise.allSettled([asking.result(), waiting.result()]);
});

test('between attempts the heartbeat details say what the next one waits for', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 40 });
  const { dispensary } = await addLargestDispensary(world);
  const { client, control, db } = world;
  await world.startWorker();
  await control('POST', '/control/faults', {
    rules: [
      {
        match: { operation: 'FilteredProducts' },
        action: { type: 'status', status: 429, headers: { 'retry-after': '600' } },
      },
    ],
  });
  const crawl = async () => (await startCrawl(client, dispensary, { images: false })).handle;
  const limited = await crawl();
  const until: unknown = since;
  const what: unknown = expect.stringMatching(/^the end of the pause that \S.* asked for$/);
  await expect.poll(() => waitOf(limited), PATIENCE).toEqual({ what, since, until });
  await limited.cancel();
  await Promise.allSettled([limited.result()]);

  await db.deleteFrom('pace').execute();
  await db.updateTable('proxies').set({ is_active: false }).execute();
  const withoutProxy = await crawl();
  await expect.poll(() => waitOf(withoutProxy), PATIENCE).toEqual({ what: 'an active proxy', since });
  await withoutProxy.cancel();
  await Promise.allSettled([withoutProxy.result()]);
});
