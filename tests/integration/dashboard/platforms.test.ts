import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { listStoppedTargets, setLimits, startTarget, stopTarget } from '../../../db/queries/pace-control.ts';
import { addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { expectFitToRead, keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';

const dashboard = keepDashboardBrowser('dashboard-platforms');

async function openPlatforms(url: string, key?: string) {
  const tab = await dashboard.openTab();
  await tab.page.goto(`${url}/platforms`);
  if (key !== undefined) await enterKey(tab.page, key);
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  return { ...tab, press };
}

test('a platform is stopped with a reason and started again by keyboard; the workers and the audit are told', async () => {
  const { db, url } = await createDashboardServer();
  const { page, see, press } = await openPlatforms(url);
  const paceOf = () =>
    db.selectFrom('pace').select(['stopped_at', 'stopped_because']).where('target', '=', 'dutchie').execute();
  await see('as usual');
  await press('Stop dutchie');
  await see('No worker sends another request to dutchie');
  // A stop without a reason would leave others wondering, so the form does not send it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.locator('dialog input').fill('they called us');
  await page.keyboard.press('Enter');
  await see(/stopped\s*Start[^]*Stopped [^]*they called us/);
  expect(await paceOf()).toEqual([{ stopped_at: expect.any(Date), stopped_because: 'they called us' }]);
  const focused = 'document.activeElement.textContent';
  expect(await page.evaluate(focused)).toBe('Start dutchie');
  await page.keyboard.press('Enter');
  await see('Work that waits for it goes on within a minute');
  await page.keyboard.type('they wrote');
  await page.keyboard.press('Enter');
  await expect.poll(paceOf, { timeout: PAGE_MS_MAX }).toEqual([{ stopped_at: null, stopped_because: null }]);
  // The status is written after the answer.
  const audit = async () =>
    (await listAudit(db, { actor: null, before: null, limit: 9 })).map(({ path, reason, status }) => [
      path,
      reason,
      status,
    ]);
  await expect.poll(audit, { timeout: PAGE_MS_MAX }).toEqual([
    ['/api/platforms/dutchie/start', 'they wrote', 200],
    ['/api/platforms/dutchie/stop', 'they called us', 200],
  ]);
});

test('a double click on Stop stops the platform once', async () => {
  const { db, url } = await createDashboardServer();
  const { page, see, press } = await openPlatforms(url);
  await press('Stop dutchie');
  await page.locator('dialog input').fill('they called us');
  await page.locator('dialog button[type=submit]').click({ count: 2 });
  await see(/Stopped [^]*they called us/);
  await page.waitForFunction('document.querySelector("dialog") === null');
  const audit = await listAudit(db, { actor: null, before: null, limit: 9 });
  expect(audit.map(({ path }) => path)).toEqual(['/api/platforms/dutchie/stop']);
});

test('a dialog says when somebody else stopped or started the platform meanwhile', async () => {
  const { db, url } = await createDashboardServer();
  const { page, see, press } = await openPlatforms(url);
  await press('Stop blaze');
  await stopTarget(db, 'blaze', 'contract ended');
  await see(/Somebody else stopped it .*: contract ended\. Your reason would replace theirs/);
  await page.keyboard.press('Escape');
  expect(await listStoppedTargets(db)).toMatchObject([{ target: 'blaze', because: 'contract ended' }]);
  await press('Start blaze');
  await startTarget(db, 'blaze');
  await see('Somebody else started it already');
});

test('limits are set, one alone, and given back to the default', async () => {
  const { db, url } = await createDashboardServer();
  await setLimits(db, 'dutchie', { maxConcurrentRequests: 3 });
  const { page, see, press } = await openPlatforms(url);
  const limitsOf = () =>
    db
      .selectFrom('pace')
      .select(['requests_per_second', 'max_concurrent_requests'])
      .where('target', '=', 'dutchie')
      .executeTakeFirst();
  await see('3 at once (set by an operator)');
  await press('Limits dutchie');
  // Somebody else changes the other limit meanwhile, which stays.
  await setLimits(db, 'dutchie', { maxConcurrentRequests: 5 });
  await page.locator('::-p-aria([name="Requests a second"])').fill('0.5');
  await press('Set');
  await see('0.5 a second (set by an operator), 5 at once (set by an operator)');
  expect(await limitsOf()).toEqual({ requests_per_second: 0.5, max_concurrent_requests: 5 });
  await press('Limits dutchie');
  await page.locator('::-p-aria([name="Requests at once"])').fill('0');
  await see('"0" is not a whole number from 1 to 1000.');
  await page.locator('::-p-aria([name="Requests a second"])').fill('1,500');
  await see('"1,500" is not a number above 0 and up to 1000, such as 1.5.');
  expect(await page.$eval('dialog button[type=submit]', (one) => one.hasAttribute('disabled'))).toBe(true);
  await page.locator('::-p-aria([name="Requests a second"])').fill('0.5');
  await page.locator('::-p-aria([name="Requests at once"])').click({ count: 3 });
  await page.keyboard.press('Backspace');
  await press('Set');
  await expect
    .poll(limitsOf, { timeout: PAGE_MS_MAX })
    .toEqual({ requests_per_second: 0.5, max_concurrent_requests: null });
});

test('a refusal of every proxy, a pause and other hosts are shown; a key that reads may not act, and axe finds nothing', async () => {
  const { db, url } = await createDashboardServer({
    async fill(given) {
      await stopTarget(given, 'blaze', 'contract ended');
      await setLimits(given, 'images.example', { requestsPerSecond: 2 });
      await sql`
        insert into target_breakers (target, opened_at, open_until, openings)
        values ('dutchie', now() - interval '5 minutes', now() + interval '10 minutes', 2)
      `.execute(given);
    },
  });
  const { text } = await addKey(db, 'read');
  const { page, see } = await openPlatforms(url, text);
  await see(
    /refuses[^]*It began to refuse every proxy 5 min ago: 2 pauses so far\. A single request tries it in \d+ min/,
  );
  await see('contract ended');
  await see(/images\.example\s+as usual\s+2 a second \(set by an operator\)/);
  await see('This needs the scope operate, and the key the read key has the scope read.');
  expect(await page.$eval('#dutchie button', (one) => one.getAttribute('aria-disabled'))).toBe('true');
  await expectFitToRead(page);
});
