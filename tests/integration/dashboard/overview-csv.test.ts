import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { addFailed, createDashboardServer } from '../../support/dashboard-server.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

const dashboard = keepDashboardBrowser('dashboard-csv');

const running = {
  of: 'tasks',
  id: 'crawl~1~0199c6f2-5a1b-7000-8000-000000000001',
  workflow_id: 'crawl/1',
  run_id: '0199c6f2-5a1b-7000-8000-000000000001',
  title: 'Desert Bloom',
  role: 'payload_fetch',
  platform: 'dutchie',
  status: 'running',
  stage: 'fetch',
  worker_id: 'pod-1-1',
  worker_name: null,
  started_at: '2026-01-10T06:00:00.000Z',
  last_heartbeat_at: null,
  progress_percent: 40,
  progress_message: null,
};

/** Parts of the overview that a real system has only after a while. */
const more = {
  running: { items: [running], more: false },
  stopped_targets: [{ target: 'blaze', stopped_at: '2026-01-10T06:00:00.000Z', because: 'maintenance' }],
  breakers: [
    {
      target: 'dutchie',
      opened_at: '2026-01-10T06:50:00.000Z',
      open_until: '2026-01-10T07:00:00.000Z',
      openings: 2,
      being_tried: false,
    },
  ],
  schedules: {
    as_of: null,
    stale: false,
    total: 2,
    enabled: 1,
    faults: [{ id: 'crawl-due/AZ', state: 'late', words: 'It is late, by 2 h.' }],
  },
};

/** Adds these parts to the overview that the page loads. */
async function addToOverview(page: Page, url: string): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url() !== `${url}/api/overview`) return void request.continue();
    void (async () => {
      const overview = (await (await fetch(`${url}/api/overview`)).json()) as object;
      await request.respond({
        contentType: 'application/json',
        body: JSON.stringify({ ...overview, ...more }),
      });
    })();
  });
}

test('each table of the overview is saved as CSV with the rows that the page shows', async () => {
  // Temporal has no run for the doubted menu, so the ledger closes the menu's task as `Forgotten`.
  const { db, url } = await createDashboardServer({ fill: quarantineOne });
  await addFailed(db, 3);
  const { page, see } = await dashboard.openTab();
  await addToOverview(page, url);
  await page.goto(url);
  await see('3 tasks: Blocked');
  await see('1 task: Forgotten');
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: dashboard.folder(),
    browserContextId: page.browserContext().id!,
  });
  const saved = async (section: string, name: string): Promise<string[]> => {
    await page.locator(`#${section} h2 + div button`).click();
    // The browser makes the file before it writes it.
    const read = () => readFile(join(dashboard.folder(), name), 'utf8').catch(() => '');
    await expect.poll(read, { timeout: PAGE_MS_MAX }).toMatch(/\n$/);
    return (await read()).trim().split('\n');
  };
  const failures = await saved('failures', 'failures.csv');
  expect(failures).toEqual([
    expect.stringMatching(/^of,kind,meaning,platform/),
    expect.stringMatching(/^tasks,Blocked,.*,dutchie,.*block page/),
    expect.stringMatching(/^tasks,Forgotten,/),
  ]);
  expect(await saved('running', 'running.csv')).toEqual([
    Object.keys(running).join(','),
    expect.stringMatching(/Desert Bloom,payload_fetch,dutchie,running,fetch,pod-1-1,/),
  ]);
  const hours = await saved('day', 'hours.csv');
  expect(hours[0]).toBe('hour,completed,unconfirmed,failed,cancelled');
  expect(hours.slice(1)).toHaveLength(await page.$$eval('#day svg g', (bars) => bars.length));
  expect(hours.slice(1).reduce((sum, hour) => sum + Number(hour.split(',')[3]), 0)).toBe(4);
  expect(await saved('targets', 'targets.csv')).toEqual([
    'target,state,stopped_at,because,opened_at,open_until,openings',
    'blaze,stopped,2026-01-10T06:00:00.000Z,maintenance,,,',
    'dutchie,refuses,,,2026-01-10T06:50:00.000Z,2026-01-10T07:00:00.000Z,2',
  ]);
  expect(await saved('schedules', 'schedules.csv')).toEqual([
    'id,state,words',
    'crawl-due/AZ,late,"It is late, by 2 h."',
  ]);
  const quarantine = await saved('quarantine', 'quarantine.csv');
  expect(quarantine).toHaveLength(2);
  expect(await page.$$eval('#quarantine li', (items) => items.length)).toBe(1);
});
