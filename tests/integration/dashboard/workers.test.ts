import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifyEvents } from '../../../db/event-bell.ts';
import { writeWork } from '../../../db/queries/run-heartbeats.ts';
import { registerWorker } from '../../../db/queries/worker-registry.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { addFleet, addHostWorkers, FULL_DISK } from '../../support/dashboard-workers.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { startKubernetesApi, withoutCluster } from '../../support/kubernetes-api.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { discovery, runIdAt, workOn } from '../db/make-noted-run.ts';

const dashboard = keepDashboardBrowser('dashboard-workers');

/** Opens the page of the workers. */
async function openWorkers(url: string, key?: string) {
  const tab = await dashboard.openTab();
  await tab.page.goto(`${url}/workers`);
  if (key !== undefined) await enterKey(tab.page, key);
  const texts = (selector: string): Promise<string[]> =>
    tab.page.$$eval(selector, (all) => all.map((one) => (one as { innerText: string }).innerText));
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const choose = (status: string) => tab.page.locator(`[aria-label=Status] [data-status=${status}]`).click();
  const focused = () => tab.page.evaluate('document.activeElement.textContent') as Promise<string>;
  return { ...tab, texts, press, choose, focused };
}

/** Returns the positions and labels of a worker's cells, and how many pixels of the list overflow on the right. */
const PHONE_LAYOUT = `(() => {
  const list = document.querySelector('[aria-label="Workers by pod"]');
  const cells = [...list.querySelectorAll('tr[data-worker="pod-0-1"] td')];
  return {
    hidden: list.scrollWidth - list.clientWidth,
    cells: cells.map((one) => one.getBoundingClientRect().toJSON()),
    labels: cells.map((one) => getComputedStyle(one, '::before').content),
  };
})()`;

interface PhoneLayout {
  hidden: number;
  cells: { top: number; bottom: number; right: number }[];
  labels: string[];
}

test('workers stand by their pods with tasks, shares in words, back-off and warnings; those that ended when asked for', async () => {
  await withoutCluster();
  const server = await createDashboardServer();
  const store = { id: await makeDispensary(server.db), name: 'Desert Bloom', platform: 'dutchie' as const };
  await startCrawl(server.client, { ...store, stateCode: 'AZ' });
  const known = async () =>
    (await server.call<{ items?: { id: string }[] }>('GET', '/api/tasks')).body.items?.[0]?.id;
  await expect.poll(known, { timeout: PAGE_MS_MAX }).toBeDefined();
  const task = (await known())!;
  await addFleet(server, [task, '456'], FULL_DISK);
  const { page, see, texts, press, choose } = await openWorkers(server.url);
  await see('Desert Bloom');
  const [second, first, third, ...others] = await texts('tr[data-worker]');
  expect(others).toEqual([]);
  for (const text of ['Aethelgard', 'pod-0-1', 'active', '2 of 3', `crawl/${store.id}`, 'payload_fetch'])
    expect(first).toContain(text);
  expect(first).toMatch(/456[^]*40% low\s+200 of 500 MiB[^]*55% medium[^]*fetch-dutchie 3, ingest 3/);
  expect(second).toMatch(
    /backing off\s+CPU at 93\.0% \(threshold: 90%\)[^]*0 of 3 slots in use[^]*80% high[^]*rising: was 41% 6\d min ago[^]*93% very high/,
  );
  expect(third).toContain("Its clock is 7200.0 s ahead of the database's, so it takes no new work.");
  expect(third).toMatch(/Another worker runs under its id, in pod pod-9\.[^]*MiB\s+was 74% 2\d min ago/);
  await see(/disk of \/data\/payloads\s+100% very high\s+0 GB of 10 GB free\s+It is full/);
  expect(await texts('tr[data-pod]')).toEqual([
    expect.stringMatching(/pod-0, 2 workers\s+memory of the pod\s+88% high\s+900 of 1,024 MiB/),
    expect.stringMatching(/pod-1, 1 worker\s+memory of the pod\s+75% high\s+373 of 500 MiB/),
  ]);
  expect(
    await page.$$eval('tr[data-worker="pod-0-1"] a', (all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual([
    '/tasks?q=worker%3Apod-0-1',
    `/tasks/${encodeURIComponent(task)}`,
    `/tasks?q=store%3A${store.id}`,
    '/tasks?q=role%3Apayload_fetch',
  ]);
  await see(/Scaling is off here. .*Kubernetes/);

  // On a phone, all cells of a worker are below one another, and none overflows the screen.
  await page.setViewport({ width: 380, height: 900 });
  const { hidden, cells, labels } = (await page.evaluate(PHONE_LAYOUT)) as PhoneLayout;
  expect(hidden).toBe(0);
  for (const [place, { top, right }] of cells.entries()) {
    expect(top).toBeGreaterThanOrEqual(cells[place - 1]?.bottom ?? 0);
    expect(right).toBeLessThan(380);
  }
  expect(labels).toEqual(['none', '"Status"', '"Tasks"', '"Memory"', '"CPU"', '"Role"', '"Up"']);
  await page.setViewport({ width: 1440, height: 900 });

  await choose('stopped');
  await see('1 shown');
  expect(await texts('tr[data-worker]')).toEqual([expect.stringContaining('pod-2-1')]);
  expect(new URL(page.url()).search).toBe('?status=stopped');
  const session = await page.createCDPSession();
  const browserContextId = page.browserContext().id!;
  const behavior = { behavior: 'allow', downloadPath: dashboard.folder(), browserContextId } as const;
  await session.send('Browser.setDownloadBehavior', behavior);
  await press('CSV');
  await expect
    .poll(() => readdir(dashboard.folder()), { timeout: PAGE_MS_MAX })
    .toContain('worker-registry.csv');
  const lines = (await readFile(join(dashboard.folder(), 'worker-registry.csv'), 'utf8')).trim().split('\n');
  expect(lines).toEqual([expect.stringMatching(/^worker_id,/), expect.stringMatching(/^pod-2-1,/)]);
});

test('workers that run on a host are called its processes, and those that ended there have no memory of others', async () => {
  const server = await createDashboardServer();
  await addHostWorkers(server);
  const { see, texts, choose } = await openWorkers(server.url);
  await see('memory of these processes');
  expect(await texts('tr[data-pod]')).toEqual([
    expect.stringMatching(/Host vm, 2 worker processes\s+memory of these processes\s+20% low/),
  ]);
  expect(await texts('tr[data-worker]')).toEqual([
    expect.stringContaining('vm-71'),
    expect.stringContaining('vm-72'),
  ]);
  const choices = async () => (await texts('[aria-label=Status] [data-status]')).join(', ');
  await expect
    .poll(choices, { timeout: PAGE_MS_MAX })
    .toBe(
      'live 2, silent 0, active 2, backing off 0, draining 0, lost 0, stopped 1, decommissioned 0, all 3',
    );
  await choose('all');
  await see('3 shown');
  expect(await texts('tr[data-pod]')).toEqual([
    expect.stringMatching(/Host vm, 3 worker processes\s+memory of those that run\s+20% low/),
  ]);
  await choose('stopped');
  await see('1 shown');
  expect(await texts('tr[data-pod]')).toEqual(['Host vm, 1 worker process']);
  // Simulates two workers that were started separately, so that each measures only its own processes.
  await sql`update workers set resources = jsonb_set(resources, '{pod,measured}', to_jsonb('processes below ' || worker_id))`.execute(
    server.db,
  );
  await choose('live');
  await see('400 MiB together');
  expect(await texts('tr[data-pod]')).toEqual([
    expect.stringMatching(/Host vm, 2 worker processes\s+memory of these processes\s+400 MiB together/),
  ]);
});

test('a worker that is silent is called so, comes first, and is named on the overview', async () => {
  const server = await createDashboardServer();
  await addHostWorkers(server);
  await sql`update workers set last_heartbeat_at = clock_timestamp() - interval '4 minutes' where worker_id = 'vm-72'`.execute(
    server.db,
  );
  const { page, see, texts } = await openWorkers(server.url);
  await see('was active');
  const [silent, other] = await texts('tr[data-worker]');
  expect(silent).toMatch(/vm-72\s+silent\s+was active\s+no heartbeat for 4 min, counts as lost at \d+:\d\d/);
  expect(other).toMatch(/vm-71\s+active/);
  await page.goto(server.url);
  await see(/Worker \S+ has sent no heartbeat for 4 min: .* counts as lost in /);
  await see('1 active, 0 backing off, 0 stopping, 1 silent');
});

test('what a worker takes is on its row without a heartbeat, and gone when it has ended', async () => {
  const { db, url } = await createDashboardServer();
  await registerWorker(db, { facts: ownWorker('worker-1'), state: TOLD }, () => 'Xylos');
  const { see, texts } = await openWorkers(url);
  await see('1 shown, updates by itself');
  await see('0 of 3 slots in use');
  const run = discovery(runIdAt(new Date()));
  await writeWork(db, 'worker-1', [workOn(run, {})]);
  await notifyEvents(db);
  await see('1 of 3 slots in use');
  expect(await texts('tr[data-worker="worker-1"]')).toEqual([expect.stringContaining(run.workflowId)]);
  await db
    .updateTable('runs')
    .set({ ended_as: 'completed', ended_at: new Date(), end_noted_at: new Date() })
    .where('run_id', '=', run.runId)
    .execute();
  await notifyEvents(db);
  await see('0 of 3 slots in use');
});

test('a worker is decommissioned by the keyboard alone, and the page follows it to its end', async () => {
  const server = await createDashboardServer();
  await addFleet(server);
  const operator = await addKey(server.db, 'operate');
  await expect
    .poll(async () => (await server.call('GET', '/api/tasks')).status, { timeout: PAGE_MS_MAX })
    .toBe(401);
  const { page, see, texts, choose, focused } = await openWorkers(server.url, operator.text);
  await see('3 shown');
  for (const key of ['j', 'j', 'j', 'k'] as const) await page.keyboard.press(key);
  expect(await focused()).toBe('Aethelgard');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Decommission Aethelgard');
  await page.keyboard.press('Enter');
  await see('learns of the request within a second or two');
  await page.keyboard.type('its disk is full');
  await page.keyboard.press('Enter');
  await page.waitForFunction('document.querySelector("dialog") === null');
  const [row] = await texts('tr[data-worker="pod-0-1"]');
  expect(row).toMatch(/active\s+asked to stop\s+asked to stop now\s+by the operate key: its disk is full/);
  expect(await texts('button[data-status=active], button[data-status=draining]')).toEqual([
    'active 2',
    'draining 0',
  ]);
  expect(await focused()).toBe('Decommission Aethelgard: It was asked to stop already.');
  const requested = await server.db
    .selectFrom('workers')
    .select('worker_id')
    .where('decommission_requested_at', 'is not', null)
    .execute();
  expect(requested).toEqual([{ worker_id: 'pod-0-1' }]);
  const noted = await server.db
    .selectFrom('api_audit')
    .select(['actor', 'path', 'status'])
    .where('reason', '=', 'its disk is full')
    .execute();
  const path = '/api/worker-registry/pod-0-1/decommission';
  expect(noted).toEqual([{ actor: operator.id, path, status: 200 }]);
  await server.call('POST', '/api/worker-registry/heartbeat', {
    headers: { 'x-api-key': operator.text },
    body: { worker_id: 'pod-0-1', status: 'draining' },
  });
  await see('draining 1');
  await see(/draining\s+asked to stop (now|\d)/);
  await server.call('POST', '/api/worker-registry/heartbeat', {
    headers: { 'x-api-key': operator.text },
    body: { worker_id: 'pod-0-1', status: 'stopped' },
  });
  await see('2 shown');
  await choose('stopped');
  await see('by the operate key: its disk is full');
  // Registers the worker again, as when a supervisor has restarted it.
  await server.call('POST', '/api/worker-registry/register', {
    headers: { 'x-api-key': operator.text },
    body: { worker_id: 'pod-0-1' },
  });
  await choose('live');
  await see('started again: the process before it was asked to stop');
  await see('by the operate key: its disk is full');
});

test('a key that may only read sees the buttons disabled, with the reason', async () => {
  await startKubernetesApi();
  const server = await createDashboardServer();
  await addFleet(server);
  const reader = await addKey(server.db, 'read');
  await expect
    .poll(async () => (await server.call('GET', '/api/tasks')).status, { timeout: PAGE_MS_MAX })
    .toBe(401);
  const { page, see } = await openWorkers(server.url, reader.text);
  await see('Desired');
  const whyNot = (selector: string): Promise<(string | null)[]> =>
    page.$$eval(selector, (all) => [
      ...new Set(all.map((one) => `${one.getAttribute('aria-disabled')} ${one.getAttribute('title')}`)),
    ]);
  expect(await whyNot('tr[data-worker] button')).toEqual([
    'true This needs the scope operate, and the key the read key has the scope read.',
  ]);
  expect(await whyNot('[aria-label=Scale] button')).toEqual([
    'true This needs the scope admin, and the key the read key has the scope read.',
  ]);
  expect(await page.$eval('#pods', (field) => field.matches(':disabled'))).toBe(true);
  await see('Decommission: This needs the scope operate, and the key the read key has the scope read.');
  await see('Dry run and Scale: This needs the scope admin, and the key the read key has the scope read.');
  await (await page.$('tr[data-worker] button'))!.click();
  expect(await page.$('dialog')).toBe(null);
});

test('pods are scaled after a dry run and a question; faults of the cluster keep what was typed', async () => {
  const cluster = await startKubernetesApi();
  const { url, db } = await createDashboardServer();
  const { page, see, press, texts } = await openWorkers(url);
  await see('npm run worker');
  await see('scraper-worker in dispensary-scraper');
  expect(await texts('[data-pods]')).toEqual(['8', '7', '6']);
  await press('+ One pod more');
  await press('Dry run');
  await see('Dry run: 9 pods would be set; it was 8 before.');
  expect(cluster.state.desired).toBe(8);
  await page.type('#pods', '9');
  await see('Type a whole number from 1 to 15.');
  await page.locator('#pods').fill('12');
  cluster.rivals = 2;
  await press('Scale');
  await see('scraper-worker will have 12 pods; the desired number is 8 now.');
  await page.keyboard.type('a long queue');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog [role=alert]');
  expect(await page.$eval('dialog input', (field) => (field as unknown as { value: string }).value)).toBe(
    'a long queue',
  );
  await press('Confirm');
  await see('12 pods were set; it was 8 before.');
  expect(cluster.state.desired).toBe(12);
  expect(await texts('[data-pods=desired]')).toEqual(['12']);
  const noted = await db
    .selectFrom('api_audit')
    .select(['path', 'status'])
    .where('reason', '=', 'a long queue')
    .orderBy('id')
    .execute();
  const path = '/api/workers/k8s/scale';
  expect(noted).toEqual([
    { path, status: 409 },
    { path, status: 200 },
  ]);
  await cluster.stop();
  await page.locator('#pods').fill('13');
  await press('Dry run');
  await page.waitForSelector('#scale [role=alert]');
  expect(await page.$eval('#pods', (field) => (field as unknown as { value: string }).value)).toBe('13');
});
