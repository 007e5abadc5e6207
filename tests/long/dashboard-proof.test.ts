import { expect, test } from 'vitest';
import { makeKey } from '../../db/api-key-text.ts';
import { addApiKey } from '../../db/queries/api-keys.ts';
import { freePort } from '../../local/ports.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { addFailed, createDashboardServer, enterKey } from '../support/dashboard-server.ts';
import { readRuns } from '../support/keep-ledger.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../support/open-dashboard.ts';
import { startProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const dashboard = keepDashboardBrowser('dashboard-proof');

const RETRIED = 500;

test('500 failed tasks are retried at once from the list; the ledger and Temporal have each retry once', async () => {
  const world = await createCrawlWorld({ dispensaries: RETRIED, products: 2 });
  const stores = await addNamedDispensaries(world);
  expect(stores).toHaveLength(RETRIED);
  for (const store of stores) {
    const { handle } = await startCrawl(world.client, store, { images: false });
    await handle.terminate('a test');
  }
  const { url } = await startApiServer(world);
  const ended = async (as: string) => (await readRuns(world.db)).filter((run) => run.ended_as === as).length;
  await expect.poll(() => ended('failed'), { timeout: PAGE_MS_MAX }).toBe(RETRIED);
  await world.startWorker();
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks?q=status:failed`);
  await see('100 shown');
  await page.locator('::-p-aria([name="Retry"][role="button"])').click();
  await see(`${RETRIED} failed tasks will be started again`);
  await page.type('dialog input', 'it was a test');
  await page.keyboard.press('Enter');
  // Polls the API, because on a busy machine the crawls take longer than a page is waited for.
  const completed = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/tasks/counts?status=completed`);
    return ((await answer.json()) as { counts: { completed: number } }).counts.completed;
  };
  await expect.poll(completed, { timeout: 900_000, interval: 1_000 }).toBe(RETRIED);
  await see(`${RETRIED} of ${RETRIED} started again`);
  await page.keyboard.press('Escape');
  await page.locator('::-p-aria([name="Refresh"][role="button"])').click();
  const counted = await world.client.workflow.count('WorkflowType = "crawlDispensary"');
  expect(counted.count).toBe(2 * RETRIED);
  const byStore = Map.groupBy(
    (await readRuns(world.db)).filter(({ type }) => type === 'crawlDispensary'),
    ({ workflow_id: id }) => id,
  );
  expect(byStore.size).toBe(RETRIED);
  expect(new Set([...byStore.values()].map((runs) => runs.length))).toEqual(new Set([2]));
});

test('a list of 300 tasks has in the page what is near to sight, all of it by scrolling and by keys, and all when it is printed', async () => {
  const { db, url } = await createDashboardServer();
  await addFailed(db, 300);
  const { page, see } = await dashboard.openTab();
  const inPage = () => page.$$eval('tr[data-run]', (rows) => rows.map((row) => Number(row.ariaRowIndex)));
  await page.goto(`${url}/tasks?q=status:failed`);
  for (const count of [100, 200, 300]) {
    await see(`${count} shown`);
    if (count < 300) await page.locator('::-p-aria([name="Show more"][role="button"])').click();
  }
  await page.evaluate('scrollTo(0, 0)');
  await expect.poll(async () => (await inPage())[0], { timeout: PAGE_MS_MAX }).toBe(2);
  const near = await inPage();
  expect(near.length).toBeLessThan(200);
  expect(await page.$eval('table', (table) => table.getAttribute('aria-rowcount'))).toBe('301');
  for (let step = 0; step < 200; step += 1) await page.keyboard.press('j');
  const focused = () => page.evaluate('document.activeElement.closest("tr").ariaRowIndex');
  // The browser may still be handling the last keys.
  await expect.poll(focused, { timeout: PAGE_MS_MAX }).toBe('201');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect.poll(async () => (await inPage()).at(-1), { timeout: PAGE_MS_MAX }).toBe(301);
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  expect(await inPage()).toEqual(Array.from({ length: 300 }, (_, place) => place + 2));
});

test('the API is killed and comes back: the page says so, keeps what it showed, and shows what happened meanwhile', async () => {
  const { db, url: databaseUrl } = await createTestDatabase();
  const { namespace, address } = await createTestNamespace();
  const port = await freePort();
  const start = () =>
    startProgram('api/main.ts', [], {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      API_PORT: String(port),
    });
  const listens = (api: ReturnType<typeof start>) =>
    expect.poll(() => api.sofar.stdout, { timeout: PAGE_MS_MAX }).toContain('"msg":"listening"');
  const api = start();
  await listens(api);
  const { page, see } = await dashboard.openTab();
  await page.goto(`http://127.0.0.1:${port}/`);
  await see('Some work does not go on');
  api.signal('SIGKILL');
  await api.finished;
  await see(/The API does not answer\. [^]*Unknown since [^]*No worker is running/);
  await addFailed(db, 2);
  await listens(start());
  await see('2 tasks: Blocked');
  await expect
    .poll(() => page.evaluate('document.body.innerText'), { timeout: PAGE_MS_MAX })
    .not.toContain('The API does not answer');
});

test('a session ends when its key does, also of a page that is left alone, and the same page comes after signing in again', async () => {
  const { db, url } = await createDashboardServer();
  const add = async (name: string, expiresAt: Date | null) => {
    const { id, text, secretSha256 } = makeKey();
    await addApiKey(db, { id, name, scope: 'operate', secretSha256, expiresAt });
    return text;
  };
  const { page, see } = await dashboard.openTab();
  await add('other', null);
  await page.goto(`${url}/tasks?q=status:failed`);
  await page.waitForSelector('#key');
  // Made only now, because a busy machine may take long to load the page.
  const brief = await add('brief', new Date(Date.now() + 20_000));
  await enterKey(page, brief);
  await see('No task is like this');
  await see(/The key [0-9a-f]{12} \(brief\) of this session expired\. Sign in again\./);
  await enterKey(page, await add('lasting', null));
  await see('No task is like this');
  expect(page.url()).toBe(`${url}/tasks?q=status:failed`);
});
