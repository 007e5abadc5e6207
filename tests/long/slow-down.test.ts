import { expect, test, vi } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import type { LoggedRequest } from '../../sandbox/storefront/request-log.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const PAGES = 'operation=FilteredProducts&status=200&timeoutMs=60000';

/** Returns the median time in milliseconds between the first `count` requests for pages after request number `since`. */
async function medianGapMs(
  world: CrawlWorld,
  { since, count }: { since: number; count: number },
): Promise<number> {
  const { requests } = await world.control<{ requests: LoggedRequest[] }>(
    'GET',
    `/control/wait?${PAGES}&since=${since}&count=${count}`,
  );
  const times = requests.map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((at, place) => at - times[place]!);
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1]!;
}

const lastNumber = async (world: CrawlWorld) =>
  (await world.control<{ last: number }>('GET', '/control/requests?since=1000000')).last;

const paceOf = (world: CrawlWorld) =>
  world.db
    .selectFrom('pace')
    .where('target', '=', 'dutchie')
    .select(['speed', 'latency_usual_ms'])
    .executeTakeFirstOrThrow();

const speedOf = async (world: CrawlWorld) => (await paceOf(world)).speed;

test('requests grow rarer while answers come late, and frequent again when they do not', async () => {
  const world = await createCrawlWorld({
    dispensaries: 6,
    products: 220,
    env: {
      DUTCHIE_REQUESTS_PER_SECOND: '6',
      DUTCHIE_MAX_CONCURRENT_REQUESTS: '8',
      MAX_CONCURRENT_TASKS: '6',
    },
  });
  const ids = await addDispensaries(world);
  await world.startWorker();
  const enough = new AbortController();
  const keepCrawling = async (id: number) => {
    const dispensary = { id, name: `store ${id}`, platform: 'dutchie', stateCode: null } as const;
    while (!enough.signal.aborted)
      await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  };
  const crawls = Promise.all(ids.map(keepCrawling));
  // After this many responses the usual latency no longer changes. If late responses came earlier, they would raise it.
  const usualMs = await medianGapMs(world, { since: 0, count: 60 });
  const { speed, latency_usual_ms: answerMs } = await paceOf(world);
  expect(speed).toBe(1);

  // A response counts as late at three times the usual latency. Late responses raise this latency, so the delay is longer, especially on
  // a busy machine.
  const latenessMs = Math.max(2_500, Math.round(10 * (answerMs ?? 0)));
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, action: { type: 'latency', ms: latenessMs } }],
  });
  await vi.waitFor(async () => expect(await speedOf(world)).toBeLessThan(0.12), {
    timeout: 240_000,
    interval: 200,
  });
  const lateMs = await medianGapMs(world, { since: await lastNumber(world), count: 5 });
  // If only the response time limited six chains, they would send a request every 0.4 s. At the reduced speed, they send one every 1.4 s.
  expect(lateMs).toBeGreaterThan(Math.max(1_000, usualMs));

  await world.control('DELETE', '/control/faults');
  await vi.waitFor(async () => expect(await speedOf(world)).toBe(1), { timeout: 240_000, interval: 200 });
  const againMs = await medianGapMs(world, { since: await lastNumber(world), count: 15 });
  expect(againMs).toBeLessThan(lateMs / 2);
  enough.abort();
  await crawls;
}, 600_000);
