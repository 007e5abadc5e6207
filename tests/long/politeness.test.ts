import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { mostAtOnce, mostInASecond, readApiRequests } from '../support/storefront-log.ts';

// The tests judge by the log of the storefront, not by what workers report.

const PAGES = { operation: 'FilteredProducts' };

async function startCrawls(world: CrawlWorld, ids: number[]) {
  return Promise.all(
    ids.map(async (id) => {
      const dispensary = { id, name: `store ${id}`, platform: 'dutchie', stateCode: null } as const;
      return (await startCrawl(world.client, dispensary, { images: false })).handle;
    }),
  );
}

test('two workers together stay within the limits, however unevenly the answers come', async () => {
  const world = await createCrawlWorld({
    dispensaries: 8,
    products: 240,
    env: {
      DUTCHIE_REQUESTS_PER_SECOND: '6',
      DUTCHIE_MAX_CONCURRENT_REQUESTS: '3',
      MAX_CONCURRENT_TASKS: '4',
    },
  });
  const ids = await addDispensaries(world);
  await world.control('POST', '/control/faults', {
    rules: [
      { match: { ...PAGES, page: 1 }, times: 4, action: { type: 'latency', ms: 1200 } },
      { match: { ...PAGES, page: 2 }, times: 4, action: { type: 'latency', ms: 300 } },
    ],
  });
  await Promise.all([world.startWorker('worker-1'), world.startWorker('worker-2')]);
  const handles = await startCrawls(world, ids);
  await Promise.all(handles.map((handle) => handle.result()));
  const requests = await readApiRequests(world);
  expect(requests.length).toBeGreaterThanOrEqual(ids.length * 3);
  expect(mostInASecond(requests)).toBeLessThanOrEqual(6);
  expect(mostAtOnce(requests)).toBeLessThanOrEqual(3);
  // Both limits were reached, so the requests were not just slow.
  expect(mostInASecond(requests)).toBeGreaterThanOrEqual(5);
  expect(mostAtOnce(requests)).toBe(3);
  const workers = await world.db.selectFrom('stage_runs').select('worker').distinct().execute();
  expect(workers.map(({ worker }) => worker).toSorted()).toEqual(['worker-1', 'worker-2']);
});

test('after a Retry-After in either form no worker asks before its time', async () => {
  const world = await createCrawlWorld({
    dispensaries: 6,
    products: 240,
    // Only one request at a time, because requests that are sent at the same time cannot know of each other's responses.
    env: { DUTCHIE_REQUESTS_PER_SECOND: '20', DUTCHIE_MAX_CONCURRENT_REQUESTS: '1' },
  });
  const ids = await addDispensaries(world);
  const limit = (header: string, after: number) => ({
    match: PAGES,
    after,
    times: 1,
    action: { type: 'status', status: 429, headers: { 'retry-after': header } },
  });
  await world.control('POST', '/control/faults', { rules: [limit('4', 5)] });
  await Promise.all([world.startWorker('worker-1'), world.startWorker('worker-2')]);
  const handles = await startCrawls(world, ids);
  await world.control('GET', '/control/wait?status=429&timeoutMs=60000');
  const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 9_000);
  await world.control('POST', '/control/faults', { rules: [limit(date.toUTCString(), 2)] });
  await Promise.all(handles.map((handle) => handle.result()));
  const requests = await readApiRequests(world);
  const [inSeconds, asDate] = requests.filter(({ status }) => status === 429);
  expectSilence(requests, inSeconds!, Date.parse(inSeconds!.endedAt!) + 4_000);
  expectSilence(requests, asDate!, date.getTime());
});

function expectSilence(requests: LoggedRequest[], limited: LoggedRequest, untilMs: number): void {
  const later = requests.filter(({ n }) => n > limited.n).map(({ at }) => Date.parse(at));
  expect(later.length).toBeGreaterThan(0);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(untilMs);
  // The crawl waited as long as requested, but did not give up.
  expect(Math.min(...later)).toBeLessThan(untilMs + 10_000);
}

test('a worker that is killed gives its requests back, and the limits hold meanwhile', async () => {
  const world = await createCrawlWorld({
    dispensaries: 6,
    products: 240,
    env: { DUTCHIE_REQUESTS_PER_SECOND: '5', DUTCHIE_MAX_CONCURRENT_REQUESTS: '2' },
  });
  const ids = await addDispensaries(world);
  // The worker that will be killed holds both permits.
  await world.control('POST', '/control/faults', {
    rules: [{ match: PAGES, times: 2, action: { type: 'hold' } }],
  });
  const killed = await world.startWorker('worker-1');
  const handles = await startCrawls(world, ids);
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&count=2&timeoutMs=60000');
  await world.startWorker('worker-2');
  await killed.kill();
  const killedAtMs = Date.now();
  await Promise.all(handles.map((handle) => handle.result()));
  const requests = await readApiRequests(world);
  expect(mostInASecond(requests)).toBeLessThanOrEqual(5);
  expect(mostAtOnce(requests)).toBeLessThanOrEqual(2);
  const next = requests.map(({ at }) => Date.parse(at)).filter((at) => at > killedAtMs);
  expect(Math.min(...next) - killedAtMs).toBeLessThan(35_000);
});
