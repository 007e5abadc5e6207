import { expect, test } from 'vitest';
import { beginJob } from '../../../db/queries/job-runs.ts';
import { noteRequest } from '../../../db/queries/run-events.ts';
import { saveJobFile } from '../../../stages/keep-job-files.ts';
import { createJobFiles } from '../../../storage/job-files.ts';
import { addKey, createDashboardServer } from '../../support/dashboard-server.ts';
import { keepDashboardBrowser } from '../../support/open-dashboard.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
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
  await see('End: It has ended. Promote: It does not wait.');
  // Adds the run that waits for the retry, which the ledger records after the end of the task.
  await makeRun(db, {
    id: runIdAt(endedAt.getTime()),
    workflow_id: `later/retry-${dispensary}`,
    type: 'startOnce',
    dispensary_id: dispensary,
    scheduled_for: new Date(Date.now() + 600_000),
    retry_count: 2,
    max_retries: 3,
    ended_as: null,
  });
  await see(/It is tried again in (9|10) min, retry 2 of 3/);
  // The waiting retry belongs to its own task, not to another task of the store.
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
  const name = 'bb7787a5-dc29-4cae-a443-6b6d0ef77fa4';
  const payload = { urls: ['https://store.test/nowhere.png', 'https://store.test/other.png'] };
  const runId = await makeJobRun(db, { name, id: runIdAt(begunAt.getTime()), ...failed, ...gone, payload });
  await db
    .insertInto('job_log')
    .values({
      job_id: name,
      workflow_run_id: runId,
      number: 3,
      attempt: 1,
      at: begunAt,
      line: 'read a page',
    })
    .execute();
  await page.goto(`${server.url}/jobs/${name}`);
  await see('NotFound: it is gone');
  await see('the last of 3 lines');
  await see('read a page');
  await see('It was given https://store.test/nowhere.png and 1 more.');
  await see('Check the address that was requested.');
  expect(await page.$eval('h1', (one) => one.textContent)).toMatch(/^[a-z_]+, bb7787a5…$/);
  expect(await page.$eval('#facts dd', (one) => one.textContent)).toBe(name);
  const text = await page.$eval('main', (one) => (one as { innerText: string }).innerText);
  expect(text.match(/NotFound/g)).toHaveLength(2);
});

test('a task that waits for its next attempt says once why, which it is and when it gives up', async () => {
  const { db, url } = await createDashboardServer();
  const begunAt = Date.now() - 60_000;
  const workflow = { workflow_id: 'crawl/7', started_at: new Date(begunAt), ended_as: null };
  const id = await makeRun(db, { ...workflow, id: runIdAt(begunAt), retry_count: 1 });
  const path = `/api/tasks/crawl~7~${id}`;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const event = { run_id: id, actor: null, progress_percent: null, reason: null, at: inMinutes(-1) };
  const known = {
    error_kind: 'Blocked',
    error_message: 'Blocked: a challenge page',
    waiting_for: 'attempt 2, after: a challenge page',
    activity: {
      attempt: 2,
      attempts_max: null,
      refusals: { count: 1, max: 3 },
      gives_up_at: inMinutes(60),
      next_attempt_at: inMinutes(10),
      last_failure: 'a challenge page',
    },
    timeline: [{ ...event, event: 'retried', worker_id: 'w', error_kind: 'Blocked', message: 'no menu' }],
  };
  const { page, see } = await dashboard.openTab();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== path) return void request.continue();
    const answer = async (): Promise<void> => {
      const task = (await (await fetch(`${url}${path}`)).json()) as object;
      await request.respond({ contentType: 'application/json', body: JSON.stringify({ ...task, ...known }) });
    };
    return void answer();
  });
  await page.goto(`${url}/tasks/crawl~7~${id}`);
  await see('It waits for attempt 2, after: a challenge page.');
  await see(
    /The next attempt comes in (9|10) min\. The store has refused it once: after 3 it gives up\. Other failures are tried again until .*\d/,
  );
  await see('attempt 2, after Blocked: no menu');
  const text = await page.$eval('main', (one) => (one as { innerText: string }).innerText);
  expect(text.match(/a challenge page/g)).toHaveLength(1);
  expect(await page.$eval('h1 ~ [title*="waits for the next"]', (badge) => badge.textContent)).toBe(
    'retrying',
  );
});

test('a cancelled task and a cancelled job say who cancelled them and why', async () => {
  const { db, url } = await createDashboardServer();
  const beganAt = Date.now() - 60_000;
  const ended = {
    ended_as: 'cancelled',
    ended_at: new Date(),
    error_message: 'Workflow execution cancelled',
  } as const;
  const open = { workflow_id: 'crawl/7', ended_as: null, id: runIdAt(beganAt) };
  const id = await makeRun(db, open);
  const asking = { event: 'cancel_requested', actor: 'ada', reason: 'the store moved' } as const;
  await noteRequest(db, { workflowId: 'crawl/7', runId: id }, asking);
  const jobId = await makeJobRun(db, { name: 'sync-7', ended_as: null, id: runIdAt(beganAt) });
  await noteRequest(db, { workflowId: 'job/sync-7', runId: jobId }, { ...asking, by: 'bulk/3' });
  await db
    .updateTable('runs')
    .set({ ...ended, error_kind: 'Cancelled' })
    .execute();
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks/crawl~7~${id}`);
  await see('Cancelled by ada. Reason: the store moved');
  await see(/(60 s|1 min) from the first event to the end/);
  expect(await page.$eval('[data-event=cancelled]', (row) => row.children[1]?.textContent)).toMatch(
    /^\+(60 s|1 min)$/,
  );
  await page.goto(`${url}/jobs/sync-7`);
  await see('Cancelled by ada, with bulk/3. Reason: the store moved');
  const text = await page.$eval('#why', (one) => (one as { innerText: string }).innerText);
  expect(text).not.toContain('Workflow execution cancelled');
});

test('Back from a task leads to its row, with the scroll, the search and the focus', async () => {
  const { db, url } = await createDashboardServer();
  const endedAt = new Date();
  for (let store = 1; store <= 60; store += 1)
    await makeRun(db, {
      workflow_id: `crawl/${store}`,
      id: runIdAt(endedAt.getTime() - store * 1_000),
      ended_at: endedAt,
    });
  const { page, see } = await dashboard.openTab();
  await page.setViewport({ width: 1280, height: 500 });
  await page.goto(`${url}/tasks?q=status:completed`);
  await see('60 shown');
  const focused = () => page.evaluate('document.activeElement.textContent');
  const positionOnScreen = () =>
    page.evaluate('document.activeElement.getBoundingClientRect().top') as Promise<number>;
  await page.evaluate('scrollTo(0, 1300)');
  await page.waitForSelector('a[href*="crawl~40~"]');
  await page.focus('a[href*="crawl~40~"]');
  const before = await positionOnScreen();
  await page.keyboard.press('Enter');
  await see('crawl/40');
  await page.waitForSelector('#facts');
  await page.goBack();
  await see('60 shown');
  await expect.poll(focused).toBe('crawl/40');
  // Rows above the opened one are drawn and measured meanwhile, so a difference of less than a row is allowed.
  await expect.poll(async () => Math.abs((await positionOnScreen()) - before)).toBeLessThan(34);
  expect(new URL(page.url()).search).toContain('status');
});

test('a list is asked for once while its page loads, and a search with a span as well', async () => {
  const { db, url } = await createDashboardServer();
  await makeRun(db, { workflow_id: 'crawl/1' });
  const { page, see } = await dashboard.openTab();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/api\/tasks\?.*limit=100/.test(request.url()) && !request.url().includes('ids='))
      requested.push(request.url());
  });
  for (const search of ['', '?q=age:%3E1s']) {
    requested.length = 0;
    await page.goto(`${url}/tasks${search}`);
    await see('1 shown');
    await see('updates by itself');
    expect(requested, search).toHaveLength(1);
  }
});

/** Submits the search. @returns the address, the notice, the suggestions and the rows at the next frame, as it will be painted */
const SUBMITTED = `new Promise((done) => {
  const count = (selector) => document.querySelectorAll(selector).length;
  document.querySelector('[role=search]').requestSubmit();
  const notice = document.querySelector('p[role=status]').firstChild;
  requestAnimationFrame(() => done([location.search, notice.data, count('[role=option]'), count('tbody tr')]));
})`;

test('the box answers a search before the list changes: both at once would take too long', async () => {
  const { db, url } = await createDashboardServer();
  for (const state of ['NV', 'AZ']) await makeRun(db, { workflow_id: `crawl/${state}`, state_code: state });
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks`);
  await see('2 shown');
  await page.type('#run-search', 'state:nv');
  await page.waitForSelector('[role=option]');
  expect(await page.evaluate(SUBMITTED)).toEqual(['?q=state%3Anv', 'Loading', 0, 2]);
  await see('1 shown');
});

test('columns stay as wide as their widest row, also after it scrolled away: else its return would wrap the others', async () => {
  const { db, url } = await createDashboardServer();
  const endedAt = new Date();
  for (let store = 1; store <= 60; store += 1)
    await makeRun(db, {
      workflow_id: store === 1 ? `crawl/${'9'.repeat(30)}` : `crawl/${store}`,
      id: runIdAt(endedAt.getTime() - store * 1_000),
      ended_at: endedAt,
    });
  const { page, see } = await dashboard.openTab();
  await page.setViewport({ width: 1280, height: 500 });
  await page.goto(`${url}/tasks`);
  await see('60 shown');
  const widths = () => page.$$eval('thead th', (all) => all.map((one) => one.getBoundingClientRect().width));
  const atTop = await widths();
  await page.evaluate('scrollTo(0, 1300)');
  await page.waitForFunction('document.querySelector(\'tbody tr a[href*="crawl~999"]\') === null');
  expect(await widths()).toEqual(atTop);
  // Another size of the window starts anew.
  await page.setViewport({ width: 1180, height: 500 });
  await expect.poll(async () => (await widths())[2]).toBeLessThan(atTop[2] ?? 0);
});

test('a hint of the dashboard names the command as it is called on the machine of the API', async () => {
  const { url, db } = await createDashboardServer({
    env: { CRAWLCHAIN_COMMAND: 'npx crawlchain --data-dir /data' },
  });
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/jobs`);
  await see('start one with npx crawlchain --data-dir /data jobs start or POST /api/jobs.');
  const codes = await page.$$eval('code', (all) => all.map((one) => one.textContent));
  expect(codes).toContain('npx crawlchain --data-dir /data jobs start');
  await page.goto(url);
  await see('Nothing ended yet. npx crawlchain --data-dir /data crawl 1 crawls a store');
  // The page to sign in says it too, which comes with the first key.
  await addKey(db, 'read');
  await see('npx crawlchain --data-dir /data keys create "your name" --scope operate --direct makes a key');
});

test('the page of a job lists its files, and each can be saved from there', async () => {
  const root = await temporaryFolder('job-page-');
  const { db, url } = await createDashboardServer({ env: { STORAGE_ROOT: root } });
  const createdAt = new Date(Date.now() - 60_000);
  const workflowRunId = await makeJobRun(db, {
    name: 'report',
    id: runIdAt(createdAt.getTime()),
    ended_as: null,
  });
  const held = { id: 'report', workflowRunId, fence: 1 };
  const facts = { platform: null, account: null, priority: 5, maxRetries: 3, scheduledFor: null };
  await beginJob(
    db,
    { ...held, ...facts, createdAt, jobType: 'sync', payload: {} },
    { fence: 1, worker: 'one' },
  );
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/jobs/report`);
  await see('Facts');
  expect(await page.$('#files')).toBeNull();
  const tools = { db, jobFiles: createJobFiles({ root }), holder: '', held };
  for (let number = 0; number < 110; number += 1)
    await saveJobFile(tools, `day ${number}.csv`.replace(' ', '-'), Buffer.from(`sales,${number}\n`));
  await page.reload();
  await see(/Files\s[\s\S]*day-0\.csv\s+1 kB\s+[\s\S]*made by the job/);
  expect(await page.$$eval('#files tbody tr', (rows) => rows.length)).toBe(100);
  await page.locator('#files button').click();
  await page.waitForFunction("document.querySelectorAll('#files tbody tr').length === 110");
  expect(await page.$('#files button')).toBeNull();
  const link = await page.$eval('#files a', (one) => (one as unknown as { href: string }).href);
  expect(await (await fetch(link)).text()).toBe('sales,0\n');
});

test('the page of a job that was retried lists its earlier runs, and how they ended', async () => {
  const { db, url } = await createDashboardServer();
  const [first, second] = [Date.now() - 600_000, Date.now() - 60_000];
  const failed = { ended_as: 'failed', error_kind: 'NotFound', error_message: 'NotFound: gone' } as const;
  await makeJobRun(db, { name: 'feed', id: runIdAt(first), ended_at: new Date(first + 1_000), ...failed });
  await makeJobRun(db, {
    name: 'feed',
    id: runIdAt(second),
    ended_as: 'completed',
    ended_at: new Date(second + 1_000),
  });
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/jobs/feed`);
  await see('Earlier runs');
  const text = await page.$eval('#earlier', (one) => (one as { innerText: string }).innerText);
  expect(text).toMatch(/10 min ago\s+failed\s+10 min ago\s+NotFound: gone/);
});
