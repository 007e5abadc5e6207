import { CancelledFailure, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { untilBlocked } from '../integration/db/until-blocked.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { heartbeatDetails } from '../support/heartbeat-details.ts';

const holdPage = (world: CrawlWorld, page: number) =>
  world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page }, times: 1, action: { type: 'hold' } }],
  });

const untilHeld = (world: CrawlWorld) =>
  world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');

/** Waits until the server has the cursor of this page. Polls, because heartbeats are throttled and nothing else shows it. */
async function untilCursor(handle: WorkflowHandle, page: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const details = await heartbeatDetails(handle);
    if (Number(details?.['pages']) >= page) return;
    if (Date.now() > deadline) throw new Error(`No heartbeat told of page ${page}`);
  }
}

/** Expects that nothing is lost or duplicated: every product once with one snapshot, one payload, and one completed run. */
async function expectOneWholeCrawl(world: CrawlWorld, products: number): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from store_products) as products, (select count(*) from store_product_snapshots) as snapshots,
      (select count(*) from raw_crawl_payloads) as payloads, (select count(*) from raw_crawl_payloads where ingested_at is not null) as ingested,
      (select count(*) from crawl_runs) as runs, (select count(*) from crawl_runs where status = 'completed') as completed
  `.execute(world.db);
  expect(rows[0]).toEqual({ products, snapshots: products, payloads: 1, ingested: 1, runs: 1, completed: 1 });
}

test('a crawl goes on elsewhere when its worker is killed in the middle of a menu', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 240 });
  const { dispensary, store } = await addLargestDispensary(world);
  const products = store.products.length + store.inactiveProducts.length;
  await holdPage(world, 2);
  const killed = await world.startWorker('worker-1');
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  await untilCursor(handle, 2);
  await killed.kill();
  await world.control('POST', '/control/release');
  await world.startWorker('worker-2');
  const { counts } = await handle.result();
  expect(counts.products).toBe(products);
  await expectOneWholeCrawl(world, products);
  // Pages that were already on disk are not requested again.
  const { requests } = await world.control<{ requests: { operation: string | null; page: number | null }[] }>(
    'GET',
    '/control/requests',
  );
  expect(
    requests.filter(({ operation, page }) => operation === 'FilteredProducts' && page === 0),
  ).toHaveLength(1);
});

test('a crawl that is cancelled ends as cancelled in the ledger, within seconds, and the next one works', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary, store } = await addLargestDispensary(world);
  await holdPage(world, 1);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  await handle.cancel();
  const error = await handle.result().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkflowFailedError);
  expect((error as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
  const run = await world.db
    .selectFrom('crawl_runs')
    .select(['status', 'error_kind'])
    .executeTakeFirstOrThrow();
  expect(run).toEqual({ status: 'cancelled', error_kind: 'Cancelled' });
  const next = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await next.handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
});

test('a crawl that waits for its turn at the host is cancelled too', async () => {
  // With one request per 10 s, the second request of the crawl is still waiting when the cancellation arrives.
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 130,
    env: { DUTCHIE_REQUESTS_PER_SECOND: '0.1' },
  });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&status=200&timeoutMs=60000');
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  const run = await world.db.selectFrom('crawl_runs').select(['status', 'error_kind']).executeTakeFirst();
  expect(run).toEqual({ status: 'cancelled', error_kind: 'Cancelled' });
});

test('the run of a terminated workflow is closed by the next one, and its late attempt writes nothing', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await holdPage(world, 1);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  await first.handle.terminate('a person did it');
  const second = await startCrawl(world.client, dispensary, { images: false });
  await second.handle.result();
  await world.control('POST', '/control/release');
  const third = await startCrawl(world.client, dispensary, { images: false });
  await third.handle.result();
  const runs = await world.db
    .selectFrom('crawl_runs')
    .select(['status', 'error_kind'])
    .orderBy('id')
    .execute();
  expect(runs).toEqual([
    { status: 'failed', error_kind: 'Abandoned' },
    { status: 'completed', error_kind: null },
    { status: 'completed', error_kind: null },
  ]);
  expect(await world.db.selectFrom('raw_crawl_payloads').selectAll().execute()).toHaveLength(2);
});

test('a dispensary has one chain at a time, however many ask', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary } = await addLargestDispensary(world);
  await holdPage(world, 0);
  await world.startWorker();
  const starts = await Promise.all(
    Array.from({ length: 10 }, () => startCrawl(world.client, dispensary, { images: false })),
  );
  expect(starts.filter(({ isNew }) => isNew)).toHaveLength(1);
  await untilHeld(world);
  await world.control('POST', '/control/release');
  await starts[0]!.handle.result();
  const runs = await world.db.selectFrom('crawl_runs').select('status').execute();
  expect(runs).toEqual([{ status: 'completed' }]);
});

test('a worker that is told to stop ends within its grace and exits with 0', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary } = await addLargestDispensary(world);
  await holdPage(world, 0);
  const worker = await world.startWorker();
  await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
});

test('a crawl that is cancelled while its first statement waits for a lock is not left running', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  await world.db.transaction().execute(async (tx) => {
    await sql`select from dispensaries for no key update`.execute(tx);
    const { handle } = await startCrawl(world.client, dispensary, { images: false });
    await untilBlocked(world.db);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  });
  // Now the late attempt gets the lock that it waited for, and ends.
  await expect.poll(() => world.readLog(), { timeout: 60_000 }).toContain('"kind":"StaleAttempt"');
  const runs = await world.db.selectFrom('crawl_runs').select(['role', 'status', 'error_kind']).execute();
  expect(runs).toEqual([{ role: 'payload_fetch', status: 'cancelled', error_kind: 'Cancelled' }]);
  expect(await world.db.selectFrom('stage_runs').select('stage').execute()).toEqual([]);
});

test('a crawl whose store is held by an attempt of the future, as after the clock of Temporal went back, takes it over by then', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary, store } = await addLargestDispensary(world);
  await holdPage(world, 0);
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  await sql`update store_locks set fence = ${Date.now() + 4_000}`.execute(world.db);
  await world.control('POST', '/control/release');
  await handle.result();
  await expectOneWholeCrawl(world, store.products.length + store.inactiveProducts.length);
  expect(await world.readLog()).toContain('a later attempt of the run has dispensary');
});
