import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { startPlanLater } from '../../../temporal-client/start-plan.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { crawlDispensaryId } from '../../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { startApiServer } from '../../support/api-server.ts';
import { makeBacklog } from '../../support/crawl-backlog.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { makeJobRun } from '../db/make-runs.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { addKey, createDashboardServer, enterKey, untilListed } from '../../support/dashboard-server.ts';

const dashboard = keepDashboardBrowser('dashboard-start');

/** Waits until the API answers requests for lists, which it does once the ledger has followed Temporal. */
async function untilFollowed(url: string): Promise<void> {
  const list = async (): Promise<number> => (await fetch(`${url}/api/tasks`)).status;
  await expect.poll(list, { timeout: PAGE_MS_MAX }).toBe(200);
}

/** Opens the command palette, types into it, waits for an entry and chooses the first one. */
async function goTo(page: Page, typed: string, entry: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  const field = await page.waitForSelector('dialog [role=combobox]');
  await field!.type(typed);
  await page.waitForSelector(`dialog [role=option][aria-selected=true] ::-p-text(${entry})`);
  await page.keyboard.press('Enter');
  await page.waitForFunction('document.querySelector("dialog [role=combobox]") === null');
}

test('by keys somebody goes to a dispensary, creates a task for later, and finds it in Temporal', async () => {
  const { db, client, url } = await createDashboardServer();
  const id = await makeDispensary(db);
  await db.updateTable('dispensaries').set({ name: 'Desert Bloom' }).where('id', '=', id).execute();
  await untilFollowed(url);
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await page.waitForSelector('button ::-p-text(Go to)');
  await page.keyboard.press('?');
  await see('select the row');
  await page.keyboard.press('Escape');
  await goTo(page, 'bloom sert', 'Desert Bloom');
  expect(new URL(page.url()).pathname).toBe(`/dispensaries/${id}`);
  await see('as its schedule says');

  await goTo(page, 'create', 'Create a task');
  await see('Not before');
  // The page reports invalid input and keeps the typed text.
  await page.keyboard.press('Tab');
  await page.keyboard.type('Desert Bl');
  await page.waitForSelector(`datalist option[value^="${id}: Desert Bloom"]`);
  await page.keyboard.press('Enter');
  await see('Which dispensary?');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(`${id}: Desert Bloom`);
  const date = await page.waitForSelector('dialog input[type=datetime-local]');
  await date!.focus();
  // A half-typed date sends no request.
  await page.keyboard.type('0110');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2031');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0830AM');
  await page.locator('dialog label ::-p-text(Reason)').click();
  await page.keyboard.type('a new menu');
  await page.keyboard.press('Enter');
  await see('It waits for its time');
  await page.keyboard.press('Enter');
  await see('For later');
  const taskId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!);
  const task = (await (await fetch(`${url}/api/tasks/${taskId}`)).json()) as { workflow_id: string };
  const { status } = await client.workflow.getHandle(task.workflow_id).describe();
  expect(status.name).toBe('RUNNING');
  const audited = await db
    .selectFrom('api_audit')
    .select(['path', 'reason', 'status'])
    .where('method', '=', 'POST')
    .execute();
  expect(audited).toEqual([{ path: '/api/tasks', reason: 'a new menu', status: 202 }]);
  await goTo(page, taskId, taskId);
  await see('For later');
  // Chooses the second entry of a dispensary.
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await (await page.waitForSelector('dialog [role=combobox]'))!.type('desert bl');
  await page.waitForSelector('dialog [role=option] ::-p-text(Crawl Desert Bloom, AZ)');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await see('Not before');
  const filled = await page.$eval(
    'dialog input[list]',
    (field) => (field as unknown as { value: string }).value,
  );
  expect(filled).toBe(`${id}: Desert Bloom, AZ`);
  await page.keyboard.press('Escape');
  await page.waitForFunction('location.search === ""');

  await makeJobRun(db, { name: 'nightly:1', payload: {} });
  await goTo(page, 'nightly:1', 'nightly:1: sync, completed');
  await see('Payload');
});

test('an address by hand fills the dialog, a time that is past is now, and a page that fails leaves the way to others', async () => {
  const { db, url } = await createDashboardServer();
  const id = await makeDispensary(db);
  await untilFollowed(url);
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks?ask=create&for=${id}`);
  const field = await page.waitForSelector('dialog input[list]');
  expect(await field!.evaluate((one) => (one as unknown as { value: string }).value)).toBe(String(id));
  await (await page.waitForSelector('dialog input[type=datetime-local]'))!.focus();
  await page.keyboard.type('01102020');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0830AM');
  await page.keyboard.press('Enter');
  await see('It is started.');
  await page.keyboard.press('Escape');
  await page.waitForFunction('document.querySelector("dialog") === null');

  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/tasks') return void request.continue();
    void request.respond({ contentType: 'application/json', body: '{"items": [null]}' });
  });
  await page.reload();
  await see('This page cannot be shown');
  await page.locator('nav ::-p-text(Workers)').click();
  await page.waitForSelector('h1 ::-p-text(Workers)');
});

test('what is stuck is found and begins again when somebody says so; a key that may not is told', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { running } = await makeBacklog(world);
  const { url } = await startApiServer(world);
  await untilFollowed(url);
  // The dialog asks the API only once, and a heartbeat may be late, so this waits until the API finds the task.
  const stuck = async (): Promise<number> => {
    const body = JSON.stringify({ threshold_minutes: 0, dry_run: true });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/tasks/recover-stale`, { method: 'POST', headers, body });
    return ((await answer.json()) as { tasks: object[] }).tasks.length;
  };
  await expect.poll(stuck, { timeout: PAGE_MS_MAX }).toBe(1);
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks?ask=recover`);
  await see('No task is stuck.');
  await page.locator('dialog input[inputmode=numeric]').fill('soon');
  await see('Type a whole number of minutes.');
  await page.locator('dialog input[inputmode=numeric]').fill('0');
  await see(/fetchMenu, attempt \d+ on fetcher/);
  await page.locator('dialog button[type=submit]').click();
  await see('1 began again.');
  await page.keyboard.press('Escape');
  await page.waitForFunction('document.querySelector("dialog") === null');
  expect(new URL(page.url()).search).toBe('');
  await world.control('POST', '/control/release');
  const handle = world.client.workflow.getHandle(crawlDispensaryId(running.id));
  await expect
    .poll(async () => (await handle.describe()).status.name, { timeout: PAGE_MS_MAX })
    .toBe('COMPLETED');

  const reader = await addKey(world.db, 'read');
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(401);
  await page.reload();
  await enterKey(page, reader.text);
  const create = await page.waitForSelector('button ::-p-text(Create a task)');
  expect(await create!.evaluate((button) => button.getAttribute('title'))).toBe(
    'This needs the scope operate, and the key the read key has the scope read.',
  );
});

test('a crawl that waits for its time is started before it, and its page leads to what goes on in its place', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [store] = await addNamedDispensaries(world);
  await world.startWorker();
  const { url } = await startApiServer(world);
  const at = new Date(Date.now() + 3_600_000);
  await startPlanLater(world.client, planCrawl(store!, { images: false }), { at });
  await untilListed(url, { status: 'pending', count: 1 });
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks?q=status:pending`);
  await see('1 shown');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await see('For later');
  await page.locator('::-p-aria([name="Promote"][role="button"])').click();
  await see('1 pending task will');
  await page.type('dialog input', 'it is urgent');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-bulk-status=completed]');
  await page.keyboard.press('Escape');
  await see('Another task goes on in its place');
  await page.locator('a ::-p-text(Another task goes on in its place)').click();
  await see('Reason: it is urgent');
  expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/crawl~\d+~/);
});
