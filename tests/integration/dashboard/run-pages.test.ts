import { expect, test } from 'vitest';
import { createDashboardServer } from '../../support/dashboard-server.ts';
import { keepDashboardBrowser } from '../../support/open-dashboard.ts';
import { makeDispensary } from '../db/make-crawl.ts';
import { makeJobRun, makeRun, runIdAt } from '../db/make-runs.ts';

const dashboard = keepDashboardBrowser('dashboard-run-pages');

test('the page of a task that failed leads to what tries it again, and that of a job has the kind of its error once', async () => {
  const server = await createDashboardServer();
  const { db } = server;
  const dispensary = await makeDispensary(db);
  const [begunAt, endedAt] = [new Date(Date.now() - 30_000), new Date(Date.now() - 10_000)];
  const failed = {
    ended_as: 'failed',
    ended_at: endedAt,
    error_kind: 'Blocked',
    error_message: 'no',
  } as const;
  const workflow = { workflow_id: `crawl/${dispensary}`, dispensary_id: dispensary };
  const id = await makeRun(db, { ...failed, ...workflow, id: runIdAt(begunAt.getTime()) });
  const { page, see } = await dashboard.openTab();
  await page.goto(`${server.url}/tasks/crawl~${dispensary}~${id}`);
  await see('What went wrong?');
  // The ledger hears of it after the end of the task.
  await makeRun(db, {
    id: runIdAt(endedAt.getTime()),
    workflow_id: `later/retry-${dispensary}`,
    type: 'startOnce',
    dispensary_id: dispensary,
    scheduled_for: new Date(Date.now() + 600_000),
    ended_as: null,
  });
  await see(/It is tried again in (9|10) min/);
  // Another task of the store is not what waits to be tried again.
  const resync = await makeRun(db, {
    ...failed,
    id: runIdAt(begunAt.getTime() + 1),
    workflow_id: `resync/${dispensary}`,
    dispensary_id: dispensary,
  });
  const answer = await fetch(`${server.url}/api/tasks/resync~${dispensary}~${resync}`);
  expect(await answer.json()).toMatchObject({ status: 'failed', tried_again: null });
  await page.locator('a ::-p-text(It is tried again)').click();
  await see('It waits for its time');
  expect(new URL(page.url()).pathname).toContain(`/tasks/later~retry-${dispensary}~`);

  const gone = { error_kind: 'NotFound', error_message: 'NotFound: it is gone' };
  await makeJobRun(db, { name: 'one', id: runIdAt(begunAt.getTime()), ...failed, ...gone });
  await page.goto(`${server.url}/jobs/one`);
  await see('NotFound: it is gone');
  const text = await page.$eval('main', (one) => (one as { innerText: string }).innerText);
  expect(text.match(/NotFound/g)).toHaveLength(2);
});
