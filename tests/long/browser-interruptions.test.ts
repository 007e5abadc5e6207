import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CancelledFailure, type WorkflowFailedError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { browsersRoot } from '../../egress/browser/session-folders.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { mainProcessOf, membersOf } from '../support/browser-processes.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

const GONE_WITHIN_MS = 10_000;

/** Starts a chain whose browser waits for its second page. @returns functions that observe this browser */
async function waitingChain() {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 240,
    env: {
      BROWSER_NO_SANDBOX: String(process.getuid?.() === 0),
      WORKER_QUEUES: 'crawlchain,fetch-dutchie,browser,ingest',
    },
  });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.db.updateTable('dispensaries').set({ fetch_mode: 'browser' }).execute();
  await world.control('POST', '/control/gate', { closed: true });
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 1 }, times: 1, action: { type: 'hold' } }],
  });
  const worker = await world.startWorker('worker-1');
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  const folders = `session-${worker.pid}-`;
  const browser = mainProcessOf(join(browsersRoot(), folders));
  expect(membersOf(browser.group).length).toBeGreaterThan(2);
  const leases = () => world.db.selectFrom('proxy_leases').selectAll().execute();
  expect(await leases()).toHaveLength(1);
  return {
    world,
    worker,
    handle,
    browser,
    leases,
    menuSize: store.products.length + store.inactiveProducts.length,
    /** Expects that soon no process and no file of the browser is left. */
    expectGone: async (): Promise<void> => {
      const startedAt = performance.now();
      const left = async () => [
        ...membersOf(browser.group).map(({ pid }) => pid),
        ...(await readdir(browsersRoot())).filter((name) => name.startsWith(folders)),
      ];
      await expect.poll(left, { timeout: GONE_WITHIN_MS }).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(GONE_WITHIN_MS);
    },
  };
}

test('a chain whose browser hangs goes on with another one', async () => {
  const { world, handle, browser, menuSize, expectGone, leases } = await waitingChain();
  process.kill(browser.pid, 'SIGSTOP');
  await expectGone();
  const { counts } = await handle.result();
  expect(counts.products).toBe(menuSize);
  expect(await leases()).toEqual([]);
  // The browser was at fault, so no proxy is blamed.
  const outcomes = await world.db.selectFrom('proxy_events').select('outcome').execute();
  expect(outcomes).toEqual([{ outcome: 'success' }]);
  expect(await world.readLog()).toContain('BrowserFault');
});

test('a chain whose browser crashes goes on with another one', async () => {
  const { handle, browser, menuSize, expectGone, leases } = await waitingChain();
  process.kill(browser.pid, 'SIGKILL');
  await expectGone();
  const { counts } = await handle.result();
  expect(counts.products).toBe(menuSize);
  expect(await leases()).toEqual([]);
});

test('a chain that is cancelled ends its browser and gives the proxy back', async () => {
  const { world, handle, expectGone, leases } = await waitingChain();
  await handle.cancel();
  await expectGone();
  const failure: unknown = await handle.result().catch((error: unknown) => error);
  expect((failure as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
  await expect.poll(leases).toEqual([]);
  const run = await world.db.selectFrom('crawl_runs').select('status').executeTakeFirstOrThrow();
  expect(run.status).toBe('cancelled');
});

test(
  'a worker that is killed takes its browser along; another one does its work',
  { timeout: 240_000 },
  async () => {
    const { world, worker, handle, menuSize, expectGone } = await waitingChain();
    process.kill(worker.pid!, 'SIGKILL');
    await expectGone();
    await world.control('POST', '/control/release');
    await world.startWorker('worker-2');
    const { counts } = await handle.result();
    expect(counts.products).toBe(menuSize);
  },
);

test('a worker that is told to stop ends its browsers within its grace', async () => {
  const { worker, expectGone } = await waitingChain();
  const stopped = worker.stop();
  await expectGone();
  expect((await stopped).code).toBe(0);
});
