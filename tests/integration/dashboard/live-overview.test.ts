import { expect, test } from 'vitest';
import { notifyEvents } from '../../../db/event-bell.ts';
import { noteRuns } from '../../../db/queries/note-runs.ts';
import { writeWork } from '../../../db/queries/run-heartbeats.ts';
import { createDashboardServer } from '../../support/dashboard-server.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { discovery, runIdAt, workOn } from '../db/make-noted-run.ts';

const dashboard = keepDashboardBrowser('live-overview');

test('an attempt that fails is on the open overview with its event, before the next attempt or the next poll', async () => {
  const { db, url } = await createDashboardServer();
  const run = discovery(runIdAt(new Date()));
  await noteRuns(db, [run]);
  const claimed = workOn(run, { claimedAgeMs: 1_000 });
  await writeWork(db, 'Xylos', [claimed]);
  const { page } = await dashboard.openTab();
  // Disables polling, so that only events can update the page.
  await page.evaluateOnNewDocument('window.setInterval = () => 0');
  await page.goto(url);
  await page.waitForFunction("document.body.innerText.includes('Live,')");
  const openNow = () =>
    page.$$eval('[data-count]', (all) =>
      all
        .slice(0, 2)
        .map((one) => one.textContent)
        .join(' waits, '),
    );
  expect(await openNow()).toBe('0 waits, 1');
  const failed = { errorKind: 'StorageFull', errorMessage: 'no space is left', nextAttemptInMs: 60_000 };
  await writeWork(db, 'Xylos', [
    { ...claimed, state: 'waiting', isNew: false, isNewToRun: false, ...failed },
  ]);
  await notifyEvents(db);
  await expect.poll(openNow, { timeout: PAGE_MS_MAX }).toBe('1 waits, 0');
});
