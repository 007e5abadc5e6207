import { expect, test } from 'vitest';
import { findPayload } from '../../../db/queries/payload-pages.ts';
import { crawlDispensaryId } from '../../../temporal-config/workflow-ids.ts';
import { keepDashboardBrowser } from '../../support/open-dashboard.ts';
import { createQuarantine } from '../../support/open-quarantine.ts';

const dashboard = keepDashboardBrowser('dashboard-many-decisions');

test('decisions that are more than the API takes in a second go on by themselves, and none is made twice', async () => {
  const { page, see, url, db, doubted, press } = await createQuarantine(dashboard, [
    { name: 'Mesa Leaf' },
    { name: 'Blue Sage' },
  ]);
  const keys: (string | undefined)[] = [];
  const refusals: Record<number, { status: number; code: string }> = {
    2: { status: 429, code: 'rate-limited' },
    // Simulates that the answer to the first attempt was lost, and that the API still works on the request.
    3: { status: 409, code: 'idempotency-key-in-use' },
  };
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().endsWith('/decision')) return void request.continue();
    keys.push(request.headers()['idempotency-key']);
    const refused = refusals[keys.length];
    if (refused === undefined) return void request.continue();
    return void request.respond({
      status: refused.status,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '1' },
      body: JSON.stringify({ title: 'Not now', detail: 'Come again.', ...refused }),
    });
  });
  await page.goto(`${url}/quarantine`);
  await see('2 in all');
  await page.locator('[aria-label="Select all that are shown"]').click();
  await press('Reject selected');
  await page.type('dialog input', 'the site was down');
  await page.keyboard.press('Enter');
  await see('2 of 2 decided');
  expect(keys).toEqual([expect.any(String), keys[1], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
  for (const { suspect } of doubted)
    expect(await findPayload(db, suspect)).toMatchObject({ verdict: 'rejected' });
});

test('whoever believes several menus is told what all of them change; stores of rejected menus are crawled again', async () => {
  const { page, see, url, db, client, doubted, press } = await createQuarantine(dashboard, [
    { name: 'Mesa Leaf' },
    { name: 'Blue Sage' },
  ]);
  await page.goto(`${url}/quarantine`);
  await see('2 in all');
  await page.locator('[aria-label="Select all that are shown"]').click();
  await press('Believe selected');
  await see(
    'Compared with the catalog: 4 products change their price, 6 products go out of stock, 6 products are gone from the menu and 2 products are new.',
  );
  await page.keyboard.press('Escape');
  await press('Reject selected');
  await page.type('dialog input', 'prices are gone');
  await page.keyboard.press('Enter');
  await see('2 of 2 decided');
  await page.keyboard.press('Escape');
  // Somebody comes back to the page, after the platform was mended elsewhere.
  await page.locator('nav ::-p-text(Platforms)').click();
  await see('as usual');
  await page.goto(`${url}/quarantine`);
  await see('2 stores keep an older menu');
  await press('Crawl 2 stores again');
  await see('A crawl of each store begins now');
  await page.keyboard.press('Enter');
  await see('2 crawls are started.');
  for (const { suspect } of doubted) {
    const { dispensary_id: store } = (await findPayload(db, suspect))!;
    const { status } = await client.workflow.getHandle(crawlDispensaryId(store)).describe();
    expect(status.name).toBe('RUNNING');
  }
  expect(await page.$$('button ::-p-text(Crawl 2 stores again)')).toEqual([]);
  // What is crawled since, or no longer crawled, needs no crawl.
  await db
    .updateTable('dispensaries')
    .set({ current_payload_fetched_at: new Date() })
    .where('name', '=', 'Mesa Leaf')
    .execute();
  await page.reload();
  await press('Crawl 1 store again');
  await db
    .updateTable('dispensaries')
    .set({ crawl_enabled: false })
    .where('name', '=', 'Blue Sage')
    .execute();
  await page.reload();
  await see('Nothing waits for a decision');
  expect(await page.$$('#rejected')).toEqual([]);
});
