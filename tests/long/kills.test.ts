import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { startCrawlDue, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const KILLS = 30;
const PASSES = 3;
const DISPENSARIES = 6;

/** A small generator of even numbers in [0, 1): the moments of the kills are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test(`${KILLS} kills at any moment of ${PASSES} passes lose no crawl and double no row`, async () => {
  const world = await createCrawlWorld({ dispensaries: DISPENSARIES, products: 220 });
  const ids = await addDispensaries(world);
  const random = createRandom(11);
  let kills = 0;
  let worker = await world.startWorker('worker-0');
  for (let pass = 0; pass < PASSES; pass += 1) {
    if (pass > 0) await world.evolve();
    const due = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0 });
    await due.handle.result();
    const chains = Promise.all(ids.map((id) => waitForCrawl(world.client, id)));
    for (const until = Math.ceil(((pass + 1) * KILLS) / PASSES); kills < until; kills += 1) {
      await requestsMore(world, Math.floor(random() * 8));
      worker = await replaceWorker(world, worker, kills);
    }
    await chains;
  }
  await expectNothingLostOrDoubled(world);
});

async function replaceWorker(
  world: CrawlWorld,
  worker: ManagedProcess,
  number: number,
): Promise<ManagedProcess> {
  await worker.kill();
  return world.startWorker(`worker-${number + 1}`);
}

/** Waits until the storefront has had so many more requests, or for a moment when nothing asks any more. */
async function requestsMore(world: CrawlWorld, count: number): Promise<void> {
  const { last } = await world.control<{ last: number }>('GET', '/control/requests?since=1000000000');
  await world
    .control('GET', `/control/wait?since=${last}&count=${count + 1}&timeoutMs=1500`)
    .catch(() => undefined);
}

async function expectNothingLostOrDoubled({ db }: CrawlWorld): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from crawl_runs where status = 'completed') as completed,
      (select count(*) from crawl_runs where status <> 'completed') as other_runs,
      (select count(*) from raw_crawl_payloads) as payloads,
      (select count(*) from raw_crawl_payloads where ingested_at is not null) as ingested,
      (select coalesce(sum(product_count), 0) from raw_crawl_payloads where ingested_at is not null) as payload_products,
      (select count(*) from store_product_snapshots) as snapshots,
      (select count(*) from (
        select from store_products group by dispensary_id, provider_product_id having count(*) > 1
      ) as doubled) as doubled
  `.execute(db);
  const chains = PASSES * DISPENSARIES;
  expect(rows[0]).toMatchObject({
    completed: chains,
    other_runs: 0,
    payloads: chains,
    ingested: chains,
    doubled: 0,
  });
  expect(Number(rows[0]?.['snapshots'])).toBe(Number(rows[0]?.['payload_products']));
}
