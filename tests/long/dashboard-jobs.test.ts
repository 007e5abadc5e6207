import { expect, test } from 'vitest';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../support/open-dashboard.ts';
import { JOB_TYPES } from '../support/run-jobs.ts';
import { inWorld } from '../support/start-jobs.ts';

const dashboard = keepDashboardBrowser('dashboard-jobs');

test('jobs are listed beside tasks, searched, followed, ended and retried, and Temporal has it so', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env: { JOB_TYPES } });
  const { start, result } = inWorld(world);
  await world.startWorker();
  await result({ jobType: 'count', payload: { to: 2 }, account: 'ann' }, 'counting');
  await start({ jobType: 'wait' }, 'waiting');
  await start({ jobType: 'count', payload: { to: 3 }, scheduledFor: '2100-01-01T00:00:00Z' }, 'later');
  const { url } = await startApiServer({ ...world, env: { JOB_TYPES } });
  const listed = async () => {
    const { items = [] } = (await (await fetch(`${url}/api/jobs`)).json()) as { items?: object[] };
    return items.length;
  };
  await expect.poll(listed, { timeout: PAGE_MS_MAX }).toBe(3);

  const { page, see } = await dashboard.openTab();
  const press = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const rows = () =>
    page.$$eval('tbody tr', (all) => all.map((row) => (row as { innerText: string }).innerText));
  await page.goto(`${url}/tasks`);
  await see('There are no tasks yet');
  await page.locator('::-p-aria([name="Jobs"][role="link"])').click();
  await see('3 shown');
  expect(new URL(page.url()).pathname).toBe('/jobs');
  await see('10%');
  await see(/pending 1\b[^]*running 1\b[^]*completed 1\b/);
  expect(await rows()).toEqual([
    expect.stringMatching(/pending\s+later\s+count/),
    expect.stringMatching(/running\s+waiting\s+wait[^]*10%/),
    expect.stringMatching(/completed\s+counting\s+count\s+ann[^]*100%/),
  ]);
  await page.type('#run-search', 'type:count');
  await page.keyboard.press('Escape');
  // The page keeps text that was typed but not submitted.
  await page.locator('[data-status=completed]').click();
  await see('1 shown');
  expect(new URL(page.url()).searchParams.get('q')).toBe('status:completed type:count');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await see('Payload');
  expect(new URL(page.url()).pathname).toBe('/jobs/counting');
  const { friendly_name: name } = await world.db
    .selectFrom('workers')
    .select('friendly_name')
    .executeTakeFirstOrThrow();
  expect(await page.$eval('#facts a[title=worker-1]', (one) => one.textContent)).toBe(name);

  await page.goto(`${url}/jobs/waiting`);
  await see('10%, waiting');
  await press('End');
  await see('1 open job will be asked to end');
  await page.type('dialog input', 'nobody waits for it');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-bulk-status=completed]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-event=cancelled]');
  const describe = (id: string) => world.client.workflow.getHandle(`job/${id}`).describe();
  await expect
    .poll(async () => (await describe('waiting')).status.name, { timeout: PAGE_MS_MAX })
    .toBe('CANCELLED');
  await press('Retry');
  await see('1 cancelled job will be started again');
  await page.keyboard.press('Enter');
  await see('The job waiting was started again.');
  await page.keyboard.press('Escape');
  await page.waitForSelector('progress');

  await page.goto(`${url}/jobs/later`);
  await press('Promote');
  await see('1 pending job will come first');
  await page.keyboard.press('Enter');
  await see('The job later was brought forward.');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-event=completed]');
  await expect
    .poll(async () => (await describe('later')).status.name, { timeout: PAGE_MS_MAX })
    .toBe('COMPLETED');

  await page.goto(`${url}/jobs/nobody`);
  await see('There is no job');
});
