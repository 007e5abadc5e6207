import { expect, test } from 'vitest';
import { readTaskDetail } from '../../reports/task-detail.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { untilWorker } from '../support/worker-rows.ts';

/** Starts a crawl whose menu is held at its second page. The worker hands back what it cannot finish within half a second. */
async function heldCrawl() {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 240,
    env: { HEARTBEAT_INTERVAL_MS: '200', SHUTDOWN_GRACE_MS: '500' },
  });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 1 }, times: 1, action: { type: 'hold' } }],
  });
  const worker = await world.startWorker('worker-1');
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  await untilWorker(world, 'worker-1', ({ active_task_count: count }) => count === 1);
  return { world, worker, handle, products: store.products.length + store.inactiveProducts.length };
}

/** Expects that another worker finishes the chain in the same run, only once, and without repeating a request. */
async function expectFinishedElsewhere({ world, handle, products }: Awaited<ReturnType<typeof heldCrawl>>) {
  await world.control('POST', '/control/release');
  await world.startWorker('worker-2');
  const { counts } = await handle.result();
  expect(counts.products).toBe(products);
  const runs = await world.db.selectFrom('crawl_runs').select(['status', 'error_kind']).execute();
  expect(runs).toEqual([{ status: 'completed', error_kind: null }]);
  const { requests } = await world.control<{ requests: { operation: string | null; page: number | null }[] }>(
    'GET',
    '/control/requests',
  );
  const isFirstPage = (request: (typeof requests)[number]) =>
    request.operation === 'FilteredProducts' && request.page === 0;
  expect(requests.filter(isFirstPage)).toHaveLength(1);
}

const logOf = async (world: CrawlWorld) => world.readLog('worker-1');

test('on SIGTERM a worker hands back what it cannot finish, ends with 0 and says that it has stopped', async () => {
  const crawl = await heldCrawl();
  expect(await crawl.worker.stop()).toMatchObject({ code: 0, signal: null });
  const row = await untilWorker(crawl.world, 'worker-1', () => true);
  expect(row).toMatchObject({ status: 'stopped', active_task_count: 0, current_task_ids: [] });
  expect(row.stopped_at).not.toBeNull();
  expect(await logOf(crawl.world)).toContain('stopping: takes no new tasks, lets running ones finish');
  // The attempt did not time out: the stopping worker reported it as failed with `WorkerShutdown`.
  const { raw } = await crawl.handle.describe();
  expect(raw.pendingActivities?.[0]?.lastFailure?.applicationFailureInfo?.type).toBe('WorkerShutdown');
  const { runId, workflowId } = await crawl.handle.describe();
  const detail = await readTaskDetail(crawl.world, { workflowId, runId });
  expect(detail?.described?.look.activity?.lastFailure).toBe('its worker stopped before it was done');
  expect(detail?.waitingFor).toMatch(/a worker: none serves the queue `fetch-dutchie`$/);
  await expectFinishedElsewhere(crawl);
});

test('a worker that is decommissioned does the same', async () => {
  const crawl = await heldCrawl();
  const { url: CRAWLCHAIN_URL } = await startApiServer(crawl.world);
  const decommission = () =>
    runProgram('cli/main.ts', ['workers', 'decommission', 'worker-1'], { CRAWLCHAIN_URL });
  const requested = await decommission();
  expect(requested).toMatchObject({
    code: 0,
    stdout: 'worker-1 was asked to stop; it does so with its next heartbeat.\n',
  });
  expect(await crawl.worker.exited).toMatchObject({ code: 0, signal: null });
  const row = await untilWorker(crawl.world, 'worker-1', () => true);
  expect(row).toMatchObject({ status: 'decommissioned', active_task_count: 0 });
  expect(await logOf(crawl.world)).toContain('decommissioned by an operator');
  const again = await decommission();
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(
    'The worker "worker-1" is decommissioned, so it does not run. No worker is live.',
  );
  await expectFinishedElsewhere(crawl);
});

test('what can be finished within the grace is finished, and nothing new is taken meanwhile', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 240,
    env: { HEARTBEAT_INTERVAL_MS: '200', SHUTDOWN_GRACE_MS: '60000' },
  });
  const { dispensary } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 1 }, times: 1, action: { type: 'hold' } }],
  });
  const worker = await world.startWorker('worker-1');
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  process.kill(worker.pid as number, 'SIGTERM');
  await untilWorker(world, 'worker-1', ({ status }) => status === 'draining');
  await world.control('POST', '/control/release');
  expect(await worker.exited).toMatchObject({ code: 0 });
  // The worker has written the menu's file, and leaves the ingest to other workers.
  const payloads = await world.db.selectFrom('raw_crawl_payloads').select('ingested_at').execute();
  expect(payloads).toEqual([{ ingested_at: null }]);
  await world.startWorker('worker-2');
  await handle.result();
});
