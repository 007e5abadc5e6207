import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addFailed, addKey, createDashboardServer } from '../support/dashboard-server.ts';
import { addFleet } from '../support/dashboard-workers.ts';
import { startKubernetesApi } from '../support/kubernetes-api.ts';
import { makeDoubted } from '../support/doubted-menus.ts';
import {
  buildDashboard,
  findBarriers,
  launchDashboardBrowser,
  openTab,
  PAGE_MS_MAX,
} from '../support/open-dashboard.ts';
import { makeDispensary } from '../integration/db/make-crawl.ts';
import { makeJobRun, runIdAt } from '../integration/db/make-runs.ts';
import { quarantineOne } from '../integration/db/make-quarantined.ts';

test('nobody is kept out: axe finds nothing on any page, light and dark, wide and narrow', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await buildDashboard();
  const browser = await launchDashboardBrowser(folder);
  onTestFinished(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
  await startKubernetesApi();
  const storage = join(folder, 'storage');
  const { db, url, client, call } = await createDashboardServer({ env: { STORAGE_ROOT: storage } });
  const { page, see } = await openTab(browser);
  await page.goto(`${url}/quarantine`);
  await see('Nothing waits for a decision');
  expect(await findBarriers(page)).toEqual([]);
  await addFailed(db, 2);
  const failedAt = new Date(Date.now() - 1_000);
  await makeJobRun(db, {
    name: 'nightly',
    id: runIdAt(failedAt.getTime() - 5_000),
    ended_at: failedAt,
    ended_as: 'failed',
    error_kind: 'Timeout',
    error_message: 'no answer',
    payload: { urls: [] },
  });
  await quarantineOne(db);
  for (const name of ['Mesa Leaf', 'Blue Sage']) await makeDoubted(db, storage, { name });
  const { suspect } = await makeDoubted(db, storage);
  await startCrawl(client, {
    id: await makeDispensary(db),
    name: 'Desert Bloom',
    platform: 'dutchie',
    stateCode: 'AZ',
  });
  // The API answers requests for lists only after the ledger has caught up with Temporal for the first time.
  const known = async () =>
    ((await (await fetch(`${url}/api/tasks`)).json()) as { items?: object[] }).items?.length;
  await expect.poll(known, { timeout: PAGE_MS_MAX }).toBe(7);
  const { items } = (await (await fetch(`${url}/api/tasks?status=failed`)).json()) as {
    items: { id: string }[];
  };
  await addFleet({ db, call }, [items[0]!.id, '456']);
  const places: [path: string, text: string][] = [
    ['/', '2 tasks: Blocked'],
    ['/tasks', 'shown, '],
    ['/tasks?q=status%3Afailed&sort=retries&columns=status,task,retries,why', 'shown, '],
    ['/tasks?q=colour%3Ared', 'There is no'],
    [`/tasks/${items[0]!.id}`, 'What went wrong?'],
    ['/jobs', '1 shown'],
    ['/jobs/nightly', 'What went wrong?'],
    ['/tasks?ask=create', 'Not before'],
    ['/tasks?ask=recover', 'No task is stuck'],
    ['/workers', 'Pods in Kubernetes'],
    ['/workers?status=lost', 'No worker is lost'],
    ['/quarantine', '3 stores of dutchie are doubted alike'],
    [`/quarantine?payload=${suspect}`, 'Prices that change'],
    ['/nowhere', 'There is no such page'],
  ];
  for (const theme of ['light', 'dark'])
    for (const width of [1440, 380]) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      for (const [path, text] of places) {
        await page.goto(`${url}${path}`);
        await see(text);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const at = [theme, width, path];
        expect([...at, isWide, await findBarriers(page)]).toEqual([...at, false, []]);
      }
    }
  for (const path of ['/tasks', '/jobs/nightly', '/workers']) {
    await page.goto(`${url}${path}`);
    await page.locator('button ::-p-text(What do these mean?)').click();
    await page.waitForSelector(':popover-open');
    expect([path, await findBarriers(page)]).toEqual([path, []]);
  }
  await page.goto(url);
  await page.locator('button ::-p-text(Go to)').click();
  await see('Tasks that failed');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const retry = await page.waitForSelector('#failures li button');
  await retry!.click();
  await see('2 failed tasks will be started again');
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${url}/quarantine?payload=${suspect}`);
  await page.locator('#payload .button').click();
  await see('confirmed and ingested now');
  expect(await findBarriers(page)).toEqual([]);
  await addKey(db, 'read');
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: 30_000 }).toBe(401);
  await page.goto(url);
  await see('Sign in');
  expect(await findBarriers(page)).toEqual([]);
});
