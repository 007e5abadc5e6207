import { expect, test } from 'vitest';
import { keepDashboardBrowser } from '../../support/open-dashboard.ts';
import { createQuarantine } from '../../support/open-quarantine.ts';
import { SUSPICION } from '../db/make-unconfirmed.ts';

const dashboard = keepDashboardBrowser('dashboard-doubted-store');

test('a store with several menus is one line of the overview, which leads to those of the store alone', async () => {
  const before = [{ ...SUSPICION, measured: [{ rule: 'gone', count: 9, of: 90 }] }];
  const { page, see, url } = await createQuarantine(dashboard, [{ before }, { name: 'Mesa Leaf' }]);
  await page.goto(url);
  await see('2 menus, the newest payload');
  const lines = await page.$$eval('#quarantine li > a', (all) => all.map((one) => one.textContent));
  expect(lines).toEqual(['Mesa Leaf', 'Desert Bloom']);
  await page.locator('#quarantine a ::-p-text(2 menus)').click();
  await see('Only menus of Desert Bloom.');
  await see('2 in all');
  const names = await page.$$eval('[data-payload] [data-opens]', (all) => all.map((one) => one.textContent));
  expect(new Set(names)).toEqual(new Set(['Desert Bloom']));
  await page.locator('tbody a').click();
  await see('How its fields changed');
  await page.locator('#payload a ::-p-text(close)').click();
  await see('Only menus of Desert Bloom.');
  await page.locator('a ::-p-text(Show all stores)').click();
  await see('3 in all');
});
