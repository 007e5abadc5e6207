import type { HTTPRequest } from 'puppeteer';
import { expect, test } from 'vitest';
import { beginOne, endOne } from '../../bench/dashboard/live-work.ts';
import { notifyEvents } from '../../db/event-bell.ts';
import { addFailed, createDashboardServer } from '../support/dashboard-server.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../support/open-dashboard.ts';
import { makeDispensary } from '../integration/db/make-crawl.ts';
import { makeJobRun, runIdAt } from '../integration/db/make-runs.ts';

const dashboard = keepDashboardBrowser('dashboard-lists');

/** Opens a list once the ledger has caught up with Temporal. */
async function openList(world: { url: string }, path: string) {
  const list = async (): Promise<number> => (await fetch(`${world.url}/api/tasks`)).status;
  await expect.poll(list, { timeout: PAGE_MS_MAX }).toBe(200);
  const tab = await dashboard.openTab();
  const rows = (): Promise<string[]> =>
    tab.page.$$eval('tbody tr', (all) => all.map((row) => (row as { innerText: string }).innerText));
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const goTo = (): Promise<unknown> => tab.page.goto(`${world.url}${path}`);
  return { ...tab, rows, press, goTo };
}

test('a task that ends while another page of the list is being loaded stays ended', async () => {
  const server = await createDashboardServer();
  await addFailed(server.db, 120);
  await makeDispensary(server.db);
  const begun = await beginOne(server.db, 1);
  const { page, see, rows, press, goTo } = await openList(server, '/tasks');
  const held: HTTPRequest[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().includes('cursor=')) held.push(request);
    else void request.continue();
  });
  await goTo();
  await see('100 shown');
  expect((await rows())[0]).toContain('running');
  await press('Show more');
  await expect.poll(() => held.length, { timeout: PAGE_MS_MAX }).toBe(1);
  // Scrolls to the top, because only visible rows are updated.
  await page.evaluate('scrollTo(0, 0)');
  await endOne(server.db, begun);
  await expect.poll(async () => (await rows())[0], { timeout: PAGE_MS_MAX }).toContain('completed');
  await held[0]!.continue();
  await see('121 shown');
  expect((await rows())[0]).toContain('completed');
});

test('a job that is retried changes in the list of what failed, also while an answer of before is under way', async () => {
  const server = await createDashboardServer();
  const ended = new Date(Date.now() - 60_000);
  await makeJobRun(server.db, {
    name: 'nightly',
    id: runIdAt(ended.getTime() - 1_000),
    ended_at: ended,
    ended_as: 'failed',
    error_message: 'no answer',
  });
  const { page, see, rows, goTo } = await openList(server, '/jobs?q=status:failed');
  const requested = { rows: 0, counts: 0 };
  const held = Promise.withResolvers<void>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().includes('/job-counts')) requested.counts += 1;
    if (!request.url().includes('ids=') || (requested.rows += 1) > 1) return void request.continue();
    void (async () => {
      const body = await (await fetch(request.url())).text();
      await held.promise;
      await request.respond({ contentType: 'application/json', body });
    })();
  });
  await goTo();
  await see('1 shown');
  await expect.poll(() => requested.rows, { timeout: PAGE_MS_MAX }).toBe(1);
  const counted = requested.counts;
  await makeJobRun(server.db, { name: 'nightly', id: runIdAt(Date.now()), ended_as: null });
  await notifyEvents(server.db);
  // A new request for the counts shows that the page has received the event.
  await expect.poll(() => requested.counts, { timeout: PAGE_MS_MAX }).toBeGreaterThan(counted);
  held.resolve();
  await expect.poll(rows, { timeout: PAGE_MS_MAX }).toEqual([expect.stringContaining('pending')]);
});

test('what is typed and not asked is about nothing yet', async () => {
  const server = await createDashboardServer();
  await addFailed(server.db, 1);
  const { page, see, goTo } = await openList(server, '/tasks?q=status:failed');
  await goTo();
  await see('1 shown');
  await page.click('#run-search', { count: 3 });
  await page.keyboard.type('status:cancelled');
  const isPressed = (status: string) =>
    page.$eval(`[data-status=${status}]`, (tab) => tab.getAttribute('aria-pressed'));
  expect([await isPressed('failed'), await isPressed('cancelled')]).toEqual(['true', 'false']);
  const whyNot = await page.$$eval('[aria-label=Actions] button', (all) =>
    all.map((one) => one.getAttribute('title')),
  );
  expect(new Set(whyNot)).toEqual(new Set(['The search was changed: press Enter in it first.']));
});
