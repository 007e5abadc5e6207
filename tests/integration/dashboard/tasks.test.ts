import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TASK_STATUS_MEANINGS } from '../../../domain/status-meanings.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { crawlDispensaryId } from '../../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { startApiServer } from '../../support/api-server.ts';
import { makeBacklog } from '../../support/crawl-backlog.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import {
  addFailed,
  addKey,
  createDashboardServer,
  enterKey,
  untilListed,
} from '../../support/dashboard-server.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';

const dashboard = keepDashboardBrowser('dashboard-tasks');

/** Opens the list of tasks once the ledger has caught up with Temporal. */
async function openTasks(world: { url: string }, path = '/tasks') {
  const list = async (): Promise<number> => (await fetch(`${world.url}/api/tasks`)).status;
  await expect.poll(list, { timeout: PAGE_MS_MAX }).toBe(200);
  const tab = await dashboard.openTab();
  await tab.page.goto(`${world.url}${path}`);
  const search = async (text: string): Promise<void> => {
    const field = await tab.page.waitForSelector('#run-search');
    await field!.click({ count: 3 });
    await field!.type(text);
    await tab.page.keyboard.press('Enter');
  };
  const rows = (): Promise<string[]> =>
    tab.page.$$eval('tbody tr', (all) => all.map((row) => (row as { innerText: string }).innerText));
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  return { ...tab, search, rows, press };
}

/** Returns the tooltip of an error, the number of its visible lines, and how many pixels of it are cut off. */
const ERROR_CELL = `(() => {
  const { title, firstElementChild: text } = document.querySelector('tbody td:last-child');
  return [title, getComputedStyle(text).webkitLineClamp, text.scrollHeight - text.clientHeight];
})()`;

test('a search narrows the list, says what it does not understand, is in the address, and suggests', async () => {
  const server = await createDashboardServer();
  await addFailed(server.db, 3);
  await makeRun(server.db, { id: runIdAt(Date.now() - 60_000), state_code: 'NV', platform: 'dutchie' });
  const { page, see, search, rows, press } = await openTasks(server);
  await see('4 shown');
  expect(await page.$eval('#run-search', (field) => field.getAttribute('placeholder'))).toMatch(/^e\.g\. /);
  await press('What do these mean?');
  await see(TASK_STATUS_MEANINGS.unconfirmed);
  await page.keyboard.press('Escape');
  await page.waitForFunction('document.querySelector(":popover-open") === null');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('What do these mean?');
  const titles = await page.$$eval('tbody td span[title]', (all) =>
    all.map((one) => one.getAttribute('title')),
  );
  expect(new Set(titles)).toEqual(new Set([TASK_STATUS_MEANINGS.failed, TASK_STATUS_MEANINGS.completed]));
  await search('status:failed from store 1');
  await see('1 shown');
  expect(await rows()).toEqual([expect.stringContaining('from store 1')]);
  // The list shows two lines of the error; the tooltip shows all of it.
  expect(await page.evaluate(ERROR_CELL)).toEqual([
    'Blocked: Expected a menu, got a block page with status 403 from store 1',
    '2',
    0,
  ]);
  expect(new URL(page.url()).searchParams.get('q')).toBe('status:failed from store 1');
  await page.reload();
  await see('1 shown');
  await search('colour:red');
  await see('There is no "colour:". Possible are status,');
  const whyNot = await page.$$eval('[aria-label=Actions] button', (all) =>
    all.map((one) => one.getAttribute('title')),
  );
  expect(new Set(whyNot)).toEqual(new Set([expect.stringContaining('There is no "colour:"')]));
  expect(await rows()).toEqual([]);
  await search('state:ZZ');
  await page.waitForSelector('[aria-label=Actions] button[title="The search had no answer."]');
  await search('age:>1d');
  await see('No task is like this');
  for (let back = 0; back < 3; back += 1) await page.goBack();
  await see('1 shown');

  const field = await page.waitForSelector('#run-search');
  await field!.click({ count: 3 });
  await field!.type('stat');
  await see('two letters, such as AZ or AZ,NV');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field!.type('n');
  await page.waitForFunction('document.querySelectorAll("[role=option]").length === 0');
  await field!.type('v');
  await page.keyboard.press('Enter');
  await see(/completed 1\b/);
  expect(new URL(page.url()).searchParams.get('q')).toBe('state:nv');
  await (await page.waitForSelector('[data-status=failed]'))!.click();
  await see('No task is like this');
  expect(new URL(page.url()).searchParams.get('q')).toBe('status:failed state:nv');
});

test('the list is sorted, its columns are chosen, its rows are walked by keys, and all of it is saved as CSV', async () => {
  const server = await createDashboardServer();
  await addFailed(server.db, 2);
  await makeRun(server.db, { id: runIdAt(Date.now() - 60_000), retry_count: 7, workflow_id: 'crawl/77' });
  const { page, see, rows, press } = await openTasks(server);
  await see('3 shown');
  await (await page.waitForSelector('main summary'))!.click();
  await page.locator('fieldset label ::-p-text(Retries)').click();
  await page.keyboard.press('Escape');
  expect(await page.$eval('main details', (one) => one.hasAttribute('open'))).toBe(false);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Columns');
  await press('Retries');
  await page.waitForSelector('th[aria-sort=descending] ::-p-text(Retries)');
  await expect
    .poll(rows, { timeout: PAGE_MS_MAX })
    .toEqual([expect.stringContaining('crawl/77'), expect.anything(), expect.anything()]);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('retries');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await see('1 selected');

  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: dashboard.folder(),
    browserContextId: page.browserContext().id!,
  });
  await press('CSV');
  await expect.poll(() => readdir(dashboard.folder()), { timeout: PAGE_MS_MAX }).toContain('tasks.csv');
  const lines = (await readFile(join(dashboard.folder(), 'tasks.csv'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^id,workflow_id,run_id,role/);

  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('run-search');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await see('What happened');
  expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/crawl~77~/);
});

test('a crawl is announced, followed, promoted, ended and retried from its page, and Temporal has it so', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const { running, waiting } = await makeBacklog(world);
  const { url } = await startApiServer(world);
  const { page, see, press } = await openTasks({ url }, '/tasks?q=status:completed');
  await see('No task is like this');
  const known = async () =>
    ((await (await fetch(`${url}/api/tasks`)).json()) as { items: object[] }).items.length;
  await expect.poll(known, { timeout: PAGE_MS_MAX }).toBe(2);
  const other = await openTasks({ url });
  await other.see('2 shown');
  await expect
    .poll(other.rows, { timeout: PAGE_MS_MAX })
    .toEqual([expect.stringMatching(/pending/), expect.stringMatching(/running|claimed/)]);
  await page.goto(`${url}/tasks?q=store:${waiting[0]!.id}`);
  await see('1 shown');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await see('Why is this not running?');
  await press('Promote');
  await see('1 pending task will come first');
  await page.type('dialog input', 'it is urgent');
  await page.keyboard.press('Enter');
  await see(`The task crawl/${waiting[0]!.id} was brought forward.`);
  await page.keyboard.press('Escape');
  await see('promoted');
  await see('Reason: it is urgent');
  await press('End');
  await see('1 open task will be asked to end');
  await page.type('dialog input', 'not now');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-bulk-status=completed]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-event=cancelled]');
  await see('Reason: not now');
  const handle = world.client.workflow.getHandle(crawlDispensaryId(waiting[0]!.id));
  await expect
    .poll(async () => (await handle.describe()).status.name, { timeout: PAGE_MS_MAX })
    .toBe('CANCELLED');
  // The other tab, in which nobody acts, updates its rows in place.
  await expect
    .poll(other.rows, { timeout: PAGE_MS_MAX })
    .toEqual([expect.stringContaining('cancelled'), expect.stringMatching(/running|claimed/)]);
  await press('Retry');
  await see('1 cancelled task will be started again');
  await page.type('dialog input', 'now');
  await page.keyboard.press('Enter');
  await see(`The task crawl/${waiting[0]!.id} was started again.`);
  const readNewest = async () => {
    const list = await fetch(`${url}/api/tasks?dispensary_id=${waiting[0]!.id}`);
    const { items } = (await list.json()) as { items: { id: string }[] };
    const newest = await fetch(`${url}/api/tasks/${items[0]!.id}`);
    return ((await newest.json()) as { timeline: object[] }).timeline[0];
  };
  await expect.poll(readNewest, { timeout: PAGE_MS_MAX }).toMatchObject({ event: 'created', reason: 'now' });
  await page.keyboard.press('Escape');
  await see(/It ran again .+, for .+ \w+/);
  await other.see('Show newer tasks');
  expect(await other.rows()).toHaveLength(2);
  await other.press('Show newer tasks');
  await other.see('3 shown');

  await world.control('POST', '/control/release');
  await other.page.goto(`${url}/tasks?q=store:${running.id}`);
  await other.see('1 shown');
  await expect.poll(other.rows, { timeout: PAGE_MS_MAX }).toEqual([expect.stringContaining('completed')]);
  const listed = await other.page.$eval('tr[data-run] [title=others]', (one) => one.textContent);
  await other.page.keyboard.press('j');
  await other.page.keyboard.press('Enter');
  await other.see('in all');
  await other.see('There is no earlier menu to compare it with.');
  const [shown] = await other.page.$$eval('#menu dl', (all) =>
    all.map((one) => (one as { innerText: string }).innerText.replaceAll('\n', ' ')),
  );
  expect(shown).toMatch(/Payload \d+, its data .*Verdict accepted .*Products \d+ on \d+ pages?/);
  expect(shown).toMatch(/Proxy 127\.0\.0\.1:\d+ Exit address \S+ Browser profile \S+/);
  const costs = await other.page.$eval('#costs dl', (one) => (one as { innerText: string }).innerText);
  expect(costs.replaceAll('\n', ' ')).toMatch(
    /^Time at work .+ Stored \d+ pages?, \d+ kB Through proxies \d+ kB in \d+ sessions?(, \d+ of which failed)?$/,
  );
  const { friendly_name: name } = await world.db
    .selectFrom('workers')
    .select('friendly_name')
    .where('worker_id', '=', 'others')
    .executeTakeFirstOrThrow();
  const named = await other.page.$eval('#facts a[title=others]', (one) => [
    one.textContent,
    one.getAttribute('href'),
    one.parentElement?.textContent,
  ]);
  expect(listed).toBe(name);
  expect(named).toEqual([name, '/tasks?q=worker%3Aothers', `${name}others`]);
  expect(await other.page.$eval('#timeline td[title=others]', (one) => one.textContent)).toBe(name);
  const lanes = await other.page.$$eval('#timeline svg', (all) =>
    all.map((one) => one.getAttribute('aria-label')),
  );
  expect(lanes).toEqual([
    expect.stringMatching(/^waits: /),
    expect.stringMatching(/^fetch by [^,]+, \d attempts?: .+, completed$/),
    expect.stringMatching(new RegExp(`^ingest by ${name}, \\d attempts?: .+, completed$`)),
  ]);
});

test('some failed tasks are selected and retried, others are left; a key that may not act is told so', async () => {
  const world = await createCrawlWorld({ dispensaries: 3, products: 10 });
  const stores = await addNamedDispensaries(world);
  for (const store of stores) {
    const { handle } = await startCrawl(world.client, store, { images: false });
    await handle.terminate('a test');
  }
  await world.startWorker();
  const { url } = await startApiServer(world);
  await untilListed(url, { status: 'failed', count: 3 });
  const { page, see, press } = await openTasks({ url }, '/tasks?q=status:failed');
  await see('3 shown');
  const [first, , third] = await page.$$('tbody input');
  await first!.click();
  await page.keyboard.down('Shift');
  await third!.click();
  await page.keyboard.up('Shift');
  await see('3 selected');
  await press('Clear');
  await first!.click();
  await see('1 selected');
  await press('Retry');
  await see('1 failed task will be started again');
  await page.type('dialog input', 'it was a test');
  await page.keyboard.press('Enter');
  await see(/The task crawl\/\d+ was started again\./);
  await see('Open the new task');
  await page.keyboard.press('Escape');
  const reader = await addKey(world.db, 'read');
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(401);
  await page.reload();
  await enterKey(page, reader.text);
  await see('3 shown');
  const whyNot = await page.$$eval('[aria-label=Actions] button', (all) =>
    all.map((one) => one.getAttribute('title')),
  );
  expect(new Set(whyNot)).toEqual(
    new Set(['This needs the scope operate, and the key the read key has the scope read.']),
  );
});
