import { expect, test, vi } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { startTarget, stopTarget } from '../../db/queries/pace-control.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('a stop ends all requests on all workers at once, blames nobody, and a start lets the chains go on', async () => {
  const world = await createCrawlWorld({
    dispensaries: 8,
    products: 220,
    env: { DUTCHIE_REQUESTS_PER_SECOND: '4', REQUESTS_PER_SECOND_PER_HOST: '30', MAX_CONCURRENT_TASKS: '6' },
  });
  const ids = await addDispensaries(world);
  await Promise.all([world.startWorker('worker-1'), world.startWorker('worker-2')]);
  const start = async (id: number, images: boolean) => {
    const dispensary = { id, name: `store ${id}`, platform: 'dutchie', stateCode: null } as const;
    return (await startCrawl(world.client, dispensary, { images })).handle;
  };
  const [first = 0, ...others] = ids;
  const handles = [await start(first, true)];
  await world.control('GET', '/control/wait?host=images.sandbox.test&status=200&timeoutMs=60000');
  for (const id of others) handles.push(await start(id, false));
  await world.control('GET', '/control/wait?operation=FilteredProducts&status=200&count=9&timeoutMs=60000');
  await stopTarget(world.db, 'dutchie', 'they asked us to');
  const { stopped_at: stoppedAt } = await world.db
    .selectFrom('pace')
    .select('stopped_at')
    .where('target', '=', 'dutchie')
    .executeTakeFirstOrThrow();
  // Each stage that sends requests to the platform now waits for its next attempt, and says why.
  await vi.waitFor(
    async () => {
      const waiting = await Promise.all(handles.map(pendingFailures));
      expect(waiting.flat().length).toBeGreaterThanOrEqual(4);
      for (const message of waiting.flat())
        expect(message).toMatch(
          /dutchie was stopped at .* UTC: they asked us to\. No request was sent to it\.$/,
        );
    },
    { timeout: 30_000, interval: 200 },
  );
  const { requests, last } = await world.control<{ requests: LoggedRequest[]; last: number }>(
    'GET',
    '/control/requests',
  );
  const silent = world.control('GET', `/control/wait?since=${last}&timeoutMs=4000`);
  await expect(silent).rejects.toThrow('HTTP 408');
  const lastAtMs = Math.max(...requests.map(({ at }) => Date.parse(at)));
  expect(lastAtMs - stoppedAt!.getTime()).toBeLessThan(2_000);

  await startTarget(world.db, 'dutchie');
  await Promise.all(handles.map((handle) => handle.result()));
  const runs = await world.db.selectFrom('crawl_runs').select(['status', 'error_kind']).execute();
  expect(runs).toEqual(ids.map(() => ({ status: 'completed', error_kind: null })));
  const proxies = await world.db.selectFrom('proxies').select(['is_active', 'failure_count']).execute();
  expect(proxies).toEqual(proxies.map(() => ({ is_active: true, failure_count: 0 })));
}, 240_000);

async function pendingFailures(handle: Awaited<ReturnType<typeof startCrawl>>['handle']): Promise<string[]> {
  const { raw } = await handle.describe();
  return (raw.pendingActivities ?? []).flatMap(({ lastFailure }) => lastFailure?.message ?? []);
}
