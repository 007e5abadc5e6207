import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { addFailed, createDashboardServer } from '../../support/dashboard-server.ts';
import { addFleet } from '../../support/dashboard-workers.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';

const dashboard = keepDashboardBrowser('dashboard-dialogs');

/** Holds back requests to a path that change something. @returns a function that waits for a held request, then sends all held ones */
async function holdBack(page: Page, path: string): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isHeld = request.method() === 'POST' && new URL(request.url()).pathname === path;
    // The dry run of a bulk action is also a POST request, but changes nothing.
    if (isHeld && !request.postData()?.includes('"dry_run":true')) held.push(() => request.continue());
    else void request.continue();
  });
  return async () => {
    await expect.poll(() => held.length, { timeout: PAGE_MS_MAX }).toBe(1);
    await held.pop()!();
  };
}

/** Presses Escape several times: a browser then closes even a dialog that refuses the first Escape. */
async function pressEscapes(page: Page): Promise<void> {
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
}

/** Adds a task that failed and then succeeded when it was run again. */
async function addRanAgain(db: Db): Promise<void> {
  const [failedAt, endedAt] = [new Date(Date.now() - 60_000), new Date()];
  const failed = { ended_as: 'failed', ended_at: failedAt } as const;
  await makeRun(db, { id: runIdAt(failedAt.getTime()), workflow_id: 'crawl/again', ...failed });
  await makeRun(db, { id: runIdAt(endedAt.getTime()), workflow_id: 'crawl/again', ended_at: endedAt });
}

const buttonsOf = (page: Page) =>
  page.$$eval('dialog button', (all) =>
    all.map((one) => [one.textContent, one.getAttribute('aria-disabled')].join(' ')),
  );

test('a worker is decommissioned while Escape is pressed: the dialog stays until the outcome is there', async () => {
  const server = await createDashboardServer();
  await addFleet(server);
  const { page, see } = await dashboard.openTab();
  const send = await holdBack(page, '/api/worker-registry/pod-0-1/decommission');
  await page.goto(`${server.url}/workers`);
  await see('3 shown');
  await page.locator('tr[data-worker="pod-0-1"] button').click();
  await see('This cannot be undone');
  await page.keyboard.type('its disk is full');
  await page.keyboard.press('Enter');
  await see('Under way; the outcome comes here.');
  await pressEscapes(page);
  // Pressing Enter a second time sends no second request.
  await page.keyboard.press('Enter');
  expect(await buttonsOf(page)).toEqual([
    'Cancel: Under way; the outcome comes here. true',
    'Decommission true',
  ]);
  await send();
  await page.waitForFunction('document.querySelector("dialog") === null');
  await see('asked to stop');
});

test('a bulk action that is started while Escape is pressed shows that it runs; closing lets it go on', async () => {
  const { db, url } = await createDashboardServer();
  await addFailed(db, 2);
  await addRanAgain(db);
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(200);
  const { page, see } = await dashboard.openTab();
  const send = await holdBack(page, '/api/bulk-actions');
  await page.goto(`${url}/tasks?q=status:failed`);
  await see('3 shown');
  await page.locator('::-p-aria([name="Retry"][role="button"])').click();
  await see('2 failed tasks will be started again');
  await see('1 is skipped: it has run again.');
  expect(await buttonsOf(page)).toEqual(['Cancel false', 'Retry 2 tasks false']);
  await page.keyboard.press('Enter');
  await see('Under way; the outcome comes here.');
  await pressEscapes(page);
  await send();
  await page.waitForSelector('[data-bulk-status=pending]');
  await pressEscapes(page);
  await see('It goes on when this dialog is closed');
  await page.locator('dialog button ::-p-text(Close)').click();
  await page.waitForFunction('document.querySelector("dialog") === null');
});

test('where the answer to a bulk action is lost the dialog says that it may be under way, and sent again it is one', async () => {
  const { db, url } = await createDashboardServer();
  await addFailed(db, 2);
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(200);
  const { page, see } = await dashboard.openTab();
  await page.setRequestInterception(true);
  const answers: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    const isStart = request.url().endsWith('/api/bulk-actions') && !body.includes('"dry_run":true');
    if (!isStart || answers.length > 2) return void request.continue();
    answers.push('');
    // Simulates that the API still works on the request whose answer was lost.
    if (answers.length === 3)
      return void request.respond({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'Under way',
          detail: 'Come again.',
          status: 409,
          code: 'idempotency-key-in-use',
        }),
      });
    const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
    return void fetch(request.url(), { method: 'POST', body, headers })
      .then(async (answer) => answers.push(await answer.text()))
      .then(() => request.abort('connectionreset'));
  });
  await page.goto(`${url}/tasks?q=status:failed`);
  await see('2 shown');
  await page.locator('::-p-aria([name="Retry"][role="button"])').click();
  await see('2 failed tasks will be started again');
  await page.keyboard.press('Enter');
  await see('It is not known whether the change was made. You can send it again; it is not made twice.');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-bulk-status]');
  const { items } = (await (await fetch(`${url}/api/bulk-actions`)).json()) as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual([(JSON.parse(answers[1]!) as { id: string }).id]);
});

test('a bulk action that is about other work by now is not started, and is counted again', async () => {
  const { db, url } = await createDashboardServer();
  await addFailed(db, 2);
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(200);
  const { page, see } = await dashboard.openTab();
  await page.goto(`${url}/tasks?q=status:failed`);
  await see('2 shown');
  await page.locator('::-p-aria([name="Retry"][role="button"])').click();
  await see('2 failed tasks will be started again');
  await db.deleteFrom('runs').where('ended_as', '=', 'failed').execute();
  await page.keyboard.press('Enter');
  await see('The filter matches 0 tasks now, but 2 were expected. Nothing was started.');
  await see('Nothing would be started again.');
});

test.each(['?', 'k'])('the palette stays open that is wanted while the dialog of %j closes', async (key) => {
  const { url } = await createDashboardServer();
  const { page } = await dashboard.openTab();
  await page.goto(url);
  await page.waitForSelector('button ::-p-text(Go to)');
  const press = (pressed: string) =>
    `document.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key: pressed, ctrlKey: pressed === 'k' })}))`;
  await page.evaluate(press(key));
  const first = await page.waitForSelector('dialog[open]');
  // The browser reports that the first dialog is closed only after this script.
  await page.evaluate(`document.querySelector('dialog').close(); ${press('k')}`);
  await page.waitForFunction((closed) => !closed!.isConnected, {}, first);
  await page.waitForSelector('dialog[open] [role=combobox]:focus');
  expect(await page.$$eval('dialog', (all) => all.length)).toBe(1);
});
