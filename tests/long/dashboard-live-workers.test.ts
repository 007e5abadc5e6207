import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { quantile } from '../../bench/measurement.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../support/open-dashboard.ts';

const dashboard = keepDashboardBrowser('dashboard-live-workers');

const CLAIMS = 20;

/** Waits in the page, without polling, until the row of a worker names a task. @returns the time of that in epoch milliseconds */
function untilShown(page: Page, worker: string, workflowId: string): Promise<number> {
  const script = `new Promise((done, fail) => {
    setTimeout(() => fail(new Error('Not shown: ' + document.body.innerText)), ${PAGE_MS_MAX});
    const look = () => document.querySelector('tr[data-worker="${worker}"]')?.innerText.split('\\n').includes('${workflowId}') && done(Date.now());
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  })`;
  return page.evaluate(script) as Promise<number>;
}

test('a task that a worker claims is on its row within a second, at the 95th percentile', async () => {
  const world = await createCrawlWorld({ dispensaries: CLAIMS, products: 10 });
  const stores = await addNamedDispensaries(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1_000, action: { type: 'hold' } }],
  });
  // The interval is so long that the worker sends no heartbeat during the test.
  await world.startWorker('fetcher', {
    HEARTBEAT_INTERVAL_MS: '240000',
    MAX_CONCURRENT_TASKS: String(2 * CLAIMS),
  });
  const { url } = await startApiServer(world);
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/workers`);
  await see('1 shown, updates by itself');
  const delays: number[] = [];
  for (const store of stores) {
    const workflowId = `crawl/${store.id}`;
    const shown = untilShown(page, 'fetcher', workflowId);
    const { handle } = await startCrawl(world.client, store, { images: false });
    const shownAt = await shown;
    const { claimed_at: claimedAt } = await world.db
      .selectFrom('run_heartbeats')
      .select('claimed_at')
      .where('run_id', '=', (await handle.describe()).runId)
      .executeTakeFirstOrThrow();
    delays.push(shownAt - claimedAt.getTime());
  }
  const p95 = quantile(delays, 0.95);
  process.stderr.write(`claimed to shown: p50 ${quantile(delays, 0.5)} ms, p95 ${p95} ms\n`);
  expect(p95).toBeLessThan(1_000);
});
