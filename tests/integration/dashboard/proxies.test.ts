import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { startApiServer } from '../../support/api-server.ts';
import { closedPort } from '../../support/closed-port.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { findBarriers, keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dashboard = keepDashboardBrowser('dashboard-proxies');

/** Adds two active proxies, one that rests and a disabled one. */
async function addProxies(db: Db): Promise<void> {
  await sql`insert into proxies (protocol, host, port, username, owner, country_code, is_active, cooldown_until,
      cooldowns, success_count, failure_count, consecutive_failures, consecutive_403_count, consecutive_faults, last_failure_at, last_error)
    values ('http', 'a.test', 8080, null, 'acme', 'US', true, null, 0, 40, 2, 0, 0, 0, null, null),
      ('http', 'b.test', 8080, 'joe', 'acme', 'US', true, null, 0, 40, 2, 2, 2, 0, clock_timestamp(), 'the store answered 403'),
      ('http', 'c.test', 8080, null, 'acme', 'US', false, clock_timestamp() + interval '20 minutes', 2, 9, 7, 5, 0, 5,
        clock_timestamp() - interval '3 minutes', 'the proxy refuses our credentials (407)'),
      ('socks5', 'd.test', 1080, null, null, null, false, null, 0, 0, 0, 0, 0, 0, null, null)`.execute(db);
  await sql`insert into proxy_targets (proxy_id, target, success_count, blocked_count, fault_count)
    values (2, 'dutchie', 30, 1, 0), (2, 'jane', 10, 1, 0), (3, 'dutchie', 9, 2, 5)`.execute(db);
}

/** Serves proxies on a page that opens at a path. */
async function openProxies(path: string, scope?: 'read' | 'operate' | 'admin') {
  const folder = await temporaryFolder('proxies-');
  const env = { PROXY_PASSWORD_KEY_FILE: join(folder, 'proxy.key'), ALLOWED_PRIVATE_HOSTS: '*.test' };
  let key: { id: string; text: string } | undefined;
  const fill = async (db: Db): Promise<void> => {
    await addProxies(db);
    if (scope !== undefined) key = await addKey(db, scope);
  };
  const server = await createDashboardServer({ env, fill });
  return { ...server, key, ...(await openPage(`${server.url}${path}`, key?.text)) };
}

async function openPage(url: string, key?: string) {
  const tab = await dashboard.openTab();
  await tab.page.goto(url);
  if (key !== undefined) await enterKey(tab.page, key);
  const texts = (selector: string): Promise<string[]> =>
    tab.page.$$eval(selector, (all) => all.map((one) => (one as { innerText: string }).innerText));
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const closed = () => tab.page.waitForFunction('document.querySelector("dialog") === null');
  return { ...tab, texts, press, closed };
}

async function statesOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('proxies')
    .select(['id', 'is_active', 'cooldown_until'])
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.id} ${row.is_active} ${row.cooldown_until === null ? '' : 'rests'}`.trim());
}

const auditOf = (db: Db) =>
  db
    .selectFrom('api_audit')
    .select(['actor', 'path', 'status', 'reason', 'body'])
    .where('path', 'like', '/api/proxies/%')
    .orderBy('id')
    .execute();

test('each state lists its proxies, with until when and why they rest, and the overview leads to them', async () => {
  const { page, see, texts, press, url } = await openProxies('/proxies?state=resting');
  await see('1 listed, updates by itself');
  expect(await texts('tr[data-proxy]')).toEqual([
    expect.stringMatching(
      /http:\/\/c\.test:8080\s+proxy 3, acme, US\s+resting\s+until in (19|20) min, rest 2 in a row\s+the proxy itself does not work\s+3 min ago\s+the proxy refuses our credentials \(407\)\s+9 good, 2 refused by stores, 5 failed in the proxy\s+the last 5 failed in the proxy\s+0 of 10\s+never/,
    ),
  ]);
  expect(await texts('[data-state]')).toEqual(['all 4', 'active 2', 'resting 1', 'disabled 1']);
  await page.locator('[data-state=disabled]').click();
  await see('socks5://d.test:1080');
  expect(new URL(page.url()).search).toBe('?state=disabled');
  await page.locator('[data-state=active]').click();
  await see('http://joe@b.test:8080');
  await see(/40 good, 2 refused by stores, 0 failed in the proxy\s+stores refused the last 2/);
  const session = await page.createCDPSession();
  const browserContextId = page.browserContext().id!;
  const behavior = { behavior: 'allow', downloadPath: dashboard.folder(), browserContextId } as const;
  await session.send('Browser.setDownloadBehavior', behavior);
  await press('CSV');
  await expect.poll(() => readdir(dashboard.folder()), { timeout: PAGE_MS_MAX }).toContain('proxies.csv');
  const lines = (await readFile(join(dashboard.folder(), 'proxies.csv'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['id', '1', '2']);
  await page.goto(url);
  await page.locator('#targets ::-p-text(Show them)').click();
  await see('1 listed');
  expect(new URL(page.url()).search).toBe('?state=resting');
});

test('several proxies are disabled and enabled after a question that says what is left, with the reason in the audit', async () => {
  const { page, see, press, closed, db, key } = await openProxies('/proxies?state=active', 'operate');
  await see('2 listed');
  await page.locator('[aria-label="Select all that are shown"]').click();
  await press('Disable');
  await see('Now: 2 active. Crawls do not use them until an operator enables them again;');
  await see(
    'Then no proxy is active, and nothing is fetched until one is enabled, or a resting one works again.',
  );
  await page.keyboard.type('the provider is down');
  await page.keyboard.press('Enter');
  await closed();
  await see('No proxy is active.');
  expect(await statesOf(db)).toEqual(['1 false', '2 false', '3 false rests', '4 false']);
  await page.locator('[data-state=all]').click();
  for (const id of [2, 3]) await page.locator(`tr[data-proxy="${id}"] input`).click();
  await see('2 selected');
  await press('Enable');
  await see('Now: 1 resting and 1 disabled.');
  await see('Then 2 of 4 proxies are active.');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('the provider is back');
  await page.keyboard.press('Enter');
  await closed();
  await expect.poll(() => statesOf(db)).toEqual(['1 false', '2 true', '3 true', '4 false']);
  await see('0 selected');
  const noted = { actor: key!.id, status: 200 };
  expect(await auditOf(db)).toEqual([
    { ...noted, path: '/api/proxies/disable', reason: 'the provider is down', body: { ids: [1, 2] } },
    { ...noted, path: '/api/proxies/enable', reason: 'the provider is back', body: { ids: [2, 3] } },
  ]);
});

test('a double click on Disable disables the proxies once', async () => {
  const { page, see, press, closed, db } = await openProxies('/proxies?state=active');
  await see('2 listed');
  await page.locator('tr[data-proxy="1"] input').click();
  await press('Disable');
  await page.locator('dialog button[type=submit]').click({ count: 2 });
  await closed();
  expect((await auditOf(db)).map(({ path, body }) => [path, body])).toEqual([
    ['/api/proxies/disable', { ids: [1] }],
  ]);
});

test('by the keyboard alone a proxy is selected and disabled, and the page shows what somebody else changes', async () => {
  const { page, see, closed, db, call } = await openProxies('/proxies');
  await see('4 listed, updates by itself');
  for (const pressed of ['j', 'j', 'x'] as const) await page.keyboard.press(pressed);
  await see('1 selected');
  const focused = () => page.evaluate('document.activeElement.textContent');
  while ((await focused()) !== 'Disable') {
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
  }
  await page.keyboard.press('Enter');
  await see('It is active now.');
  await page.keyboard.press('Enter');
  await closed();
  expect(await statesOf(db)).toEqual(['1 true', '2 false', '3 false rests', '4 false']);
  expect(await focused()).toBe('Disable: Select some first.');
  await call('POST', '/api/proxies/4/enable');
  await see(/active\s2/);
});

test('a pasted list is checked first; wrong lines are named, nothing of it is kept in an address, and it is then imported', async () => {
  const { page, see, press, db, url } = await openProxies('/proxies', 'admin');
  await see('4 listed');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const fill = (text: string) => page.locator('dialog textarea').fill(text);
  const list = 'http://ann:hush-1@e.test:8080\nhttp://ann:hush-2@f.test:99999\nb.test:8080:joe:hush-3\n';
  await press('Import');
  await fill(list);
  await press('Check the list');
  await see('1 line is wrong; nothing was imported.');
  await see('Line 2: the port is not a whole number from 1 to 65535.');
  await see(/Request [0-9a-f-]{36}/);
  expect(await page.evaluate('document.querySelector("dialog").innerText')).not.toContain('hush');
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.$eval('dialog textarea', (field) => (field as unknown as { value: string }).value)).toBe(
    list,
  );
  expect(await statesOf(db)).toHaveLength(4);
  await fill(list.replace('99999', '9999'));
  const submit = (await page.$('dialog button[type=submit]'))!;
  await submit.focus();
  await page.keyboard.down('Enter');
  await see('The list is in order, and nothing is imported yet.');
  // By now the button imports, which neither a held Enter nor the second click of a double click means.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const { x, y } = await submit.clickablePoint();
  const session = await page.createCDPSession();
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 2 });
  // While a request is under way, the button says so.
  expect(await submit.evaluate((button) => button.getAttribute('aria-disabled'))).toBe('false');
  expect(await statesOf(db)).toHaveLength(4);
  await press('Import 3 proxies');
  await see('2 proxies added, 1 proxy updated.');
  await press('Close');
  await see('6 listed');
  expect(await statesOf(db)).toHaveLength(6);
  expect(await auditOf(db)).toMatchObject([
    { path: '/api/proxies/import', status: 200, body: { characters: 83 } },
  ]);
  expect(addresses.filter((address) => address.startsWith(url)).join(' ')).not.toContain('hush');
  expect(await page.content()).not.toContain('hush');
});

test('a test says of each selected proxy whether it works, and selects those that do not', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 1 });
  vi.stubEnv('SSL_CERT_FILE', world.sandbox.caFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { PROXY_PASSWORD_KEY_FILE: world.passwordKeyFile, EXIT_ADDRESS_URL: world.sandbox.echoUrl };
  const { url } = await startApiServer({ db: world.db, client: world.client, env });
  const [first] = await world.db.selectFrom('proxies').select('id').orderBy('id').execute();
  await world.db
    .updateTable('proxies')
    .set({ port: await closedPort(), password: null })
    .where('id', '=', first!.id)
    .execute();
  const { page, see, press, texts } = await openPage(`${url}/proxies`);
  await see('listed');
  await page.locator('[aria-label="Select all that are shown"]').click();
  await press('Test');
  await see(/Tested: \d+ works?, 1 failed\./);
  expect(await texts('[data-tested=bad]')).toEqual([expect.stringContaining('test failed: ')]);
  expect((await texts('[data-tested=good]'))[0]).toMatch(/^works: exit address [\d.]+, [\d,]+ ms$/);
  await press('Select the failed');
  await see('1 selected');
});

test('a key that may only read sees the buttons disabled, with the reason; axe finds nothing, light and dark', async () => {
  const { page, see, texts } = await openProxies('/proxies', 'read');
  await see('Import: This needs the scope admin, and the key the read key has the scope read.');
  await see('Enable, Disable and Test: This needs the scope operate, and the key the read key has the scope');
  await page.locator('tr[data-proxy="1"] input').click();
  const buttons = '[aria-label=Actions] button[aria-disabled=true]';
  expect((await texts(buttons)).map((text) => text.split(':')[0]?.trim())).toEqual([
    'Enable',
    'Disable',
    'Test',
  ]);
  await (await page.$(buttons))!.click();
  expect(await page.$('dialog')).toBe(null);
  for (const theme of ['light', 'dark']) {
    await page.locator(`[aria-label=Theme] ::-p-text(${theme})`).click();
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.setViewport({ width: 380, height: 900 });
  expect(await findBarriers(page)).toEqual([]);
  const hidden = await page.$eval('[aria-label=Proxies]', (list) => list.scrollWidth - list.clientWidth);
  expect(hidden).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
});
