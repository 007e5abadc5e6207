import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

interface Asked {
  operation: string | null;
  status: number | null;
  at: string;
}

test('after a block of a minute the first crawl is done within another, and few requests were spent meanwhile', async () => {
  const world = await createCrawlWorld({
    dispensaries: 8,
    products: 120,
    // The usual pace: what it has been slowed down to during the block counts too.
    env: { DUTCHIE_REQUESTS_PER_SECOND: '4', DUTCHIE_MAX_CONCURRENT_REQUESTS: '8' },
  });
  const stores = await addNamedDispensaries(world);
  const operation = 'FilteredProducts';
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation }, action: { type: 'status', status: 403 } }],
  });
  await world.startWorker();
  const chains = await Promise.all(stores.map((store) => startCrawl(world.client, store, { images: false })));
  const breaker = async () => {
    const { rows } = await sql<{ openings: number; age_s: number }>`
      select openings, extract(epoch from clock_timestamp() - opened_at)::float8 as age_s from target_breakers
    `.execute(world.db);
    return rows[0];
  };
  await vi.waitFor(async () => expect((await breaker())?.age_s).toBeGreaterThan(60), {
    timeout: 150_000,
    interval: 500,
  });
  const { openings } = (await breaker())!;
  // Trials begin ten seconds apart at the least.
  expect(openings).toBeLessThanOrEqual(8);
  const { requests } = await world.control<{ requests: Asked[] }>('GET', '/control/requests');
  const refused = requests.filter((asked) => asked.operation === operation && asked.status === 403);
  // What was under way when the breaker opened, and a request for each trial.
  expect(refused.length).toBeLessThanOrEqual(stores.length + openings + 1);
  const proxies = () => world.db.selectFrom('proxies').select(['is_active', 'failure_count']).execute();
  const blameless = { is_active: true, failure_count: 0 };
  expect(await proxies()).toEqual([blameless, blameless, blameless]);

  await world.control('DELETE', '/control/faults');
  const healthyAtMs = performance.now();
  await Promise.race(chains.map(({ handle }) => handle.result()));
  expect(performance.now() - healthyAtMs).toBeLessThan(60_000);
  await Promise.all(chains.map(({ handle }) => handle.result()));
  expect(await proxies()).toEqual([blameless, blameless, blameless]);
}, 300_000);
