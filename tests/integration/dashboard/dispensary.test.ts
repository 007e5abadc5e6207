import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { expectFitToRead, keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { makeRun } from '../db/make-runs.ts';

const dashboard = keepDashboardBrowser('dashboard-dispensary');

/** Starts an API with a store whose last crawl failed. */
async function createStore(change: Parameters<typeof makeDispensary>[1] = {}) {
  let id = 0;
  const server = await createDashboardServer({
    async fill(db) {
      id = await makeDispensary(db, change);
      await makeRun(db, {
        dispensary_id: id,
        platform: 'dutchie',
        ended_as: 'failed',
        ended_at: new Date(),
        error_kind: 'Blocked',
        error_message: 'got a block page with status 403',
      });
    },
  });
  return { ...server, id };
}

async function openStore(url: string, id: number | string, key?: string) {
  const tab = await dashboard.openTab();
  await tab.page.goto(`${url}/dispensaries/${id}`);
  if (key !== undefined) await enterKey(tab.page, key);
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  return { ...tab, press };
}

test('a store is left alone and crawled again by keyboard; the database and the audit are told', async () => {
  const { db, url, id } = await createStore();
  const { page, see, press } = await openStore(url, id);
  const isCrawled = async () =>
    (
      await db
        .selectFrom('dispensaries')
        .select('crawl_enabled')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).crawl_enabled;
  await see(/Desert Bloom\s+crawled/);
  await see(/payload_fetch\s+failed\s+[^]*Blocked: got a block page with status 403/);
  expect(await page.title()).toBe('Desert Bloom - Crawlchain');
  await press('Stop crawling');
  await see('fails with InvalidInput');
  await page.keyboard.type('they blocked us');
  await page.keyboard.press('Enter');
  await see(/not crawled[^]*Its crawls are switched off/);
  expect(await isCrawled()).toBe(false);
  await see(/Switched off\s+.+ by this machine\s+they blocked us/);
  await page.waitForFunction('document.activeElement.textContent === "Crawl again"');
  await page.keyboard.press('Enter');
  await see('nothing starts at once');
  await page.keyboard.type('they agreed');
  await page.keyboard.press('Enter');
  await expect.poll(isCrawled, { timeout: PAGE_MS_MAX }).toBe(true);
  await page.waitForFunction('document.activeElement.textContent === "Stop crawling"');
  const audit = await listAudit(db, { actor: null, before: null, limit: 9 });
  expect(audit.map(({ method, path, reason, status }) => [method, path, reason, status])).toEqual([
    ['PATCH', `/api/dispensaries/${id}`, 'they agreed', 200],
    ['PATCH', `/api/dispensaries/${id}`, 'they blocked us', 200],
  ]);
  // Somebody else's change arrives by itself.
  await fetch(`${url}/api/dispensaries/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ crawl_enabled: false }),
  });
  await see(/not crawled[^]*Its crawls are switched off/);
});

test('the page leads to a filled-in task, to the tasks and to the doubted menus of the store', async () => {
  const { url, id } = await createStore();
  const { page, see, press } = await openStore(url, id);
  await see('as its schedule says');
  const links = await page.$$eval('#facts a', (all) =>
    all.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]),
  );
  expect(links).toContainEqual([`/tasks?q=store%3A${id}`, null]);
  expect(links).toContainEqual([`/quarantine?store=${id}`, null]);
  expect(links).toContainEqual([expect.stringMatching(/^https:\/\/dutchie\.com\//), 'noreferrer']);
  await press('Crawl now');
  await see('Create a task');
  expect(await page.$eval('dialog input[list]', (one) => (one as unknown as { value: string }).value)).toBe(
    `${id}: Desert Bloom, AZ`,
  );
});

test('a key that reads may not act, axe finds nothing, and a long name fits a phone', async () => {
  const { db, url, id } = await createStore({ name: `Desert ${'Bloom'.repeat(20)}` });
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', id).execute();
  const { text } = await addKey(db, 'read');
  const { page, see } = await openStore(url, id, text);
  await see('This needs the scope operate, and the key the read key has the scope read.');
  expect(
    await page.$$eval('main header button', (all) => all.map((one) => one.getAttribute('aria-disabled'))),
  ).toEqual(['true', 'true']);
  await expectFitToRead(page);
});

test('an id that no store has, or that is none, is said to be so', async () => {
  const { url } = await createDashboardServer();
  const { page, see } = await openStore(url, 999_999);
  await see('There is no dispensary 999999');
  expect(await page.title()).toBe('No such dispensary - Crawlchain');
  await page.goto(`${url}/dispensaries/desert`);
  await see('There is no dispensary desert');
});
