import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { revokeApiKey } from '../../../db/queries/api-keys.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { measureDashboard, tooLarge } from '../../../scripts/dashboard/sizes.ts';
import { PROJECT_ROOT } from '../../architecture/source-files.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { addFailed, addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { makeJobRun, makeRun, runIdAt } from '../db/make-runs.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';

const dashboard = keepDashboardBrowser('dashboard');

test('a wrong key is refused with the reason and stays in its field; a right one opens the overview; a revoked one closes it', async () => {
  const { db, url, call } = await createDashboardServer();
  const { id, text } = await addKey(db, 'read');
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see('Sign in');
  await enterKey(page, 'cc_wrong');
  await see('This API key is not known');
  await see('It is unknown, expired or revoked.');
  await see(/Request [0-9a-f-]{36}/);
  expect(await page.$eval('#key', (field) => (field as unknown as { value: string }).value)).toBe('cc_wrong');
  await enterKey(page, text);
  await see('Some work does not go on');
  await see('the read key (read)');
  expect(await page.evaluate('document.cookie')).toBe('');
  await revokeApiKey(db, id);
  const ask = async () => (await call('GET', '/api/tasks', { headers: { 'x-api-key': text } })).status;
  await expect.poll(ask, { timeout: 30_000 }).toBe(401);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await see(`The key ${id} (the read key) of this session was revoked. Sign in again.`);
});

test('whoever signs out sees nothing more, on each page, and signs in again without a reload', async () => {
  const { db, url } = await createDashboardServer();
  const { text } = await addKey(db, 'read');
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await enterKey(page, text);
  await see('the read key (read)');
  for (const path of [
    '/',
    '/tasks',
    '/workers',
    '/proxies',
    '/platforms',
    '/dispensaries/1',
    '/quarantine',
  ]) {
    await page.goto(`${url}${path}`);
    await page.locator('button ::-p-text(Sign out)').click();
    await page.waitForSelector('#key');
    expect(await page.evaluate('document.body.innerText')).not.toContain('the read key (read)');
    await enterKey(page, text);
    await see('the read key (read)');
  }
});

test('a page that is open without a key asks for one soon after the first is made, and says why', async () => {
  const { db, url } = await createDashboardServer();
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see('no keys, open to this machine');
  await page.locator('summary ::-p-text(no keys)').click();
  await see(/After the first key, every request needs a key\.[^]*keys create NAME --scope admin --direct/);
  await addKey(db, 'operate');
  await see('The first API key was made, so this page needs one now. Sign in again.');
  expect((await page.content()).includes('open to this machine')).toBe(false);
});

test('a crawl is on the overview without a reload', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [store] = await addNamedDispensaries(world);
  const { url } = await startApiServer(world);
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see('No worker is running');
  await world.startWorker();
  await see('Everything is all right');
  const count = () => page.$eval('[data-count=completed]', (box) => box.textContent);
  expect(await count()).toBe('0');
  const { handle } = await startCrawl(world.client, store!, { images: false });
  await handle.result();
  await expect.poll(count, { timeout: PAGE_MS_MAX, interval: 200 }).toBe('1');
});

/** The network of a tab, which can be cut. */
async function networkOf(page: Page) {
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  const others = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const cut = (offline: boolean) => session.send('Network.emulateNetworkConditions', { offline, ...others });
  return { cut: () => cut(true), join: () => cut(false) };
}

/** Opens the overview in a tab whose network can be cut. */
async function openWithNetwork() {
  const { url } = await createDashboardServer();
  const tab = await dashboard.openTab();
  await tab.page.goto(url);
  await tab.see('Some work does not go on');
  return { ...tab, network: await networkOf(tab.page) };
}

test('a page whose script cannot be loaded while the API is away says so, and can be loaded when it is back', async () => {
  const { page, see, network } = await openWithNetwork();
  await network.cut();
  await page.locator('nav ::-p-text(Platforms)').click();
  const away = 'The server does not answer. Load the page again when it does.';
  await see(away);
  const loadAgain = () => page.locator('button ::-p-text(Load it again)').click();
  await loadAgain();
  await see('The server still does not answer (try 2).');
  await page.locator('nav ::-p-text(Overview)').click();
  await see('Nothing is pending.');
  await page.locator('nav ::-p-text(Platforms)').click();
  await see(away);
  await network.join();
  await loadAgain();
  await see(/dutchie\s+as usual/);
  await network.cut();
  await page.locator('nav ::-p-text(Workers)').click();
  await see(away);
  await page.locator('nav ::-p-text(Overview)').click();
  await network.join();
  await page.locator('nav ::-p-text(Workers)').click();
  await page.waitForSelector('h1 ::-p-text(Workers)');
  expect(new URL(page.url()).pathname).toBe('/workers');
});

test('while the API is away a banner says of when the page is, and goes when it is back', async () => {
  const { page, see, network } = await openWithNetwork();
  await network.cut();
  // Simulates that the person returns to the tab, so that the page opens its event stream again.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await see('The API does not answer.');
  await see('This page shows the state of');
  await network.join();
  const text = () => page.evaluate('document.body.innerText');
  await expect.poll(text, { timeout: PAGE_MS_MAX }).not.toContain('The API does not answer');
});

test('failures are retried together by who may operate: counted, asked, started and aborted; others are told why not', async () => {
  const { db, url } = await createDashboardServer();
  await addFailed(db, 3);
  const [reader, operator] = [await addKey(db, 'read'), await addKey(db, 'operate')];
  const weak = await dashboard.openTab();
  await weak.page.goto(url);
  await enterKey(weak.page, reader.text);
  await weak.see('3 tasks: Blocked');
  const button = await weak.page.waitForSelector('#failures li button');
  expect(
    await button!.evaluate((one) => [one.getAttribute('aria-disabled'), one.getAttribute('title')]),
  ).toEqual(['true', 'This needs the scope operate, and the key the read key has the scope read.']);
  await button!.click();
  expect(await weak.page.$('dialog')).toBe(null);

  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await enterKey(page, operator.text);
  await see('3 tasks: Blocked');
  const retry = await page.waitForSelector('#failures li button');
  await retry!.press('Enter');
  await see('3 failed tasks will be started again');
  await page.keyboard.press('Escape');
  await page.waitForFunction('document.querySelector("dialog") === null');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Retry');
  await retry!.press('Enter');
  await see('3 failed tasks will be started again');
  await page.type('dialog input', 'the proxies are back');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-bulk-status=pending]');
  const rows = await db
    .selectFrom('api_audit')
    .select(['actor', 'status'])
    .where('path', '=', '/api/bulk-actions')
    .where('reason', '=', 'the proxies are back')
    .execute();
  expect(rows).toEqual([{ actor: operator.id, status: 202 }]);
  const abort = await page.waitForSelector('dialog button:first-of-type');
  await abort!.press('Enter');
  await see('Stopping');
});

test('failures that are tried again by themselves say so, and when', async () => {
  const { db, url } = await createDashboardServer();
  const store = await makeDispensary(db);
  const endedAt = new Date(Date.now() - 1_000);
  const run = { id: runIdAt(endedAt.getTime() - 30_000), dispensary_id: store, platform: 'dutchie' };
  await makeRun(db, { ...run, ended_at: endedAt, ended_as: 'failed', error_kind: 'Blocked' });
  await makeRun(db, {
    id: runIdAt(endedAt.getTime()),
    workflow_id: `later/retry-${store}`,
    type: 'startOnce',
    ended_as: null,
    scheduled_for: new Date(Date.now() + 5 * 60_000),
  });
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see(/1 task: Blocked[^]*Tried again by itself, the next in 5 min/);
  expect(await page.$eval('#failures li button', (button) => button.textContent)).toBe('Retry now');
  await see(/What failed at 1 dispensary is tried again by itself, the next at/);
});

test('the numbers of the overview say what they are made of, and lead there', async () => {
  const { db, url } = await createDashboardServer();
  const ended = () => ({ id: runIdAt(Date.now() - 30_000), ended_at: new Date(Date.now() - 1_000) });
  await makeRun(db, ended());
  for (let number = 0; number < 2; number += 1) await makeRun(db, { ...ended(), ended_as: 'unconfirmed' });
  await addFailed(db, 3);
  await makeJobRun(db, { name: 'j1', ...ended(), ended_as: 'failed' });
  await makeRun(db, {
    id: runIdAt(Date.now() - 1_000),
    workflow_id: 'later/by-hand',
    type: 'startOnce',
    ended_as: null,
    scheduled_for: new Date(Date.now() + 5 * 60_000),
  });
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see('Completed');
  const boxes = await page.$$eval('[aria-label="Tasks and jobs"] > div', (all) =>
    all.map((one) => (one as unknown as { innerText: string }).innerText.replaceAll(/\s+/g, ' ')),
  );
  expect(boxes).toEqual([
    'Pending now 1 1 waits for its time',
    'Running now 0',
    'Completed last 24 h 1 and 2 doubted, decided since',
    'Failed last 24 h 4 3 tasks, 1 job',
  ]);
  await page.locator('::-p-aria([name="2 doubted, decided since"][role="link"])').click();
  await see('2 shown');
});

test('pages of the replaced systems lead to ours, an unknown one is not found, and the theme that is chosen stays', async () => {
  const { url, call } = await createDashboardServer();
  for (const [path, to] of [
    ['/admin', '/'],
    ['/admin/tasks', '/tasks'],
    ['/admin/workers', '/workers'],
  ]) {
    const { status, headers } = await call('GET', path!);
    expect([path, status, headers.get('location')]).toEqual([path, 302, to]);
  }
  const routes = await readFile(new URL('../../../dashboard/routes.tsx', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/ path: '([^']+)'/g)].map(([, path]) => path!.replace('$id', '1'));
  expect(paths).toContain('/dispensaries/1');
  for (const path of paths) expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
  const page404 = await call('GET', '/nowhere', { headers: { accept: 'text/html' } });
  expect([page404.status, page404.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await call('GET', '/nowhere')).body).toMatchObject({ code: 'not-found' });
  const { headers } = await call('GET', '/');
  const policy = headers.get('content-security-policy')!;
  expect(policy).toContain("script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await see('Some work does not go on');
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await (await page.waitForSelector('[aria-label=Theme] button:nth-child(3)'))!.click();
  expect(await theme()).toBe('dark');
  await page.reload();
  await see('Some work does not go on');
  expect(await theme()).toBe('dark');
});

test('the first page has at most 200 kB gzipped with all that it loads, and each later part 60 kB', () => {
  const sizes = measureDashboard(join(PROJECT_ROOT, 'dist/dashboard'));
  expect(Object.keys(sizes.later)).toContain('tasks/tasks-page.tsx');
  expect(tooLarge(sizes)).toEqual([]);
  expect(tooLarge({ first: 200_001, later: { 'a page': 60_001 } })).toEqual([
    'The first page has 200001 bytes gzipped; it may have 200000.',
    'a page has 60001 bytes gzipped; it may have 60000.',
  ]);
});

test('who signs in with another key in one tab is somebody else in all of them', async () => {
  const { db, url } = await createDashboardServer();
  const [reader, operator] = [await addKey(db, 'read'), await addKey(db, 'operate')];
  const first = await dashboard.openTab();
  await first.page.goto(url);
  await enterKey(first.page, operator.text);
  await first.see('the operate key (operate)');
  const second = await first.page.browserContext().newPage();
  await second.goto(url);
  await second.locator('button ::-p-text(Sign out)').click();
  await first.page.waitForSelector('#key');
  await enterKey(second, reader.text);
  await first.see('the read key (read)');
  expect(await first.page.evaluate('document.body.innerText')).not.toContain('the operate key');
});
