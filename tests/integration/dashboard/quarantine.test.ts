import { expect, test } from 'vitest';
import { findPayload } from '../../../db/queries/payload-pages.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { refreshPayloadId } from '../../../temporal-config/workflow-ids.ts';
import { addKey, createDashboardServer, enterKey } from '../../support/dashboard-server.ts';
import { makeDoubted } from '../../support/doubted-menus.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dashboard = keepDashboardBrowser('dashboard-quarantine');

/** An API with these stores, whose last menus are doubted, and a tab. */
async function createQuarantine(stores: string[]) {
  const root = await temporaryFolder('quarantine-');
  const server = await createDashboardServer({ STORAGE_ROOT: root });
  const doubted: Awaited<ReturnType<typeof makeDoubted>>[] = [];
  for (const name of stores) doubted.push(await makeDoubted(server.db, root, name));
  const tab = await dashboard.openTab();
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  return { ...server, ...tab, root, doubted, press };
}

test('what is doubted stands beside the last menu that went in, with what believing it changes', async () => {
  const { page, see, url, db, root, doubted } = await createQuarantine(['Desert Bloom']);
  await page.goto(url);
  await see('1 menu is not believed');
  await page.locator('a ::-p-text(1 menu is not believed)').click();
  await see('Menus that wait');
  await page.goBack();
  await page.locator('#quarantine ::-p-text(Compare and decide)').click();
  await see('60 of 90 products of the last menu are gone. And 1 more reason.');
  await see('1 in all');
  await page.locator('tbody a').click();
  await see('What confirming would change');
  expect(new URL(page.url()).searchParams.get('payload')).toBe(String(doubted[0]!.suspect));
  await page.waitForSelector('[data-change]');
  const changes = await page.$$eval('[data-change]', (all) =>
    all.map((one) => [...one.children].map((part) => part.textContent)),
  );
  expect(changes).toEqual([
    ['Go out of stock', '2', 'Strain 3, Strain 4'],
    [
      'Gone from the menu',
      '3',
      'Strain 0, Strain 1, Strain 2. They go out of stock once they have been missed three times over long enough; those that were missed before are not counted here.',
    ],
    ['New', '1', 'Strain 10'],
    ['Change their price', '2', ''],
    ['Options with another quantity', '2', ''],
  ]);
  const table = '[aria-label="Prices that would change"] tbody tr';
  const prices = await page.$$eval(table, (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(prices).toEqual([
    ['Strain 5', '1/8oz', 'rec', 'from 35.00 to 3.50'],
    ['Strain 6', '1/8oz', 'rec', 'from 35.00 to 30.00'],
  ]);
  // Another store comes without a reload; the file of its last menu is on another disk.
  const other = await makeDoubted(db, root, 'Mesa Leaf');
  await see('2 in all');
  await db
    .updateTable('raw_crawl_payloads')
    .set({ held_by: 'worker-7' })
    .where('id', '=', other.suspect)
    .execute();
  await page.locator('tbody a ::-p-text(Mesa Leaf)').click();
  await see('The two menus cannot be compared');
  await see('worker-7 alone has its file');
});

test('by keyboard alone a menu is confirmed with a reason: the database has it, the audit too, and its ingest is started', async () => {
  const { page, see, url, db, client, doubted } = await createQuarantine(['Desert Bloom']);
  const { suspect } = doubted[0]!;
  const operator = await addKey(db, 'operate');
  await page.goto(`${url}/quarantine`);
  await enterKey(page, operator.text);
  await see('1 in all');
  await (await page.waitForSelector('tbody a'))!.press('Enter');
  await see('What confirming would change');
  // Whoever opened it is there: the links come first, then the buttons.
  for (const _ of ['tasks of the crawl', 'tasks of the store', 'close', 'Confirm'])
    await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Confirm');
  await page.keyboard.press('Enter');
  await see('believed and ingested now');
  await page.keyboard.press('Enter');
  expect((await findPayload(db, suspect))!.verdict).toBe('suspect');
  await page.keyboard.type('the owner says they move');
  await page.keyboard.press('Enter');
  await see('1 of 1 decided');
  const workflowId = refreshPayloadId(suspect);
  const { runId, status } = await client.workflow.getHandle(workflowId).describe();
  expect(status.name).toBe('RUNNING');
  const path = `/tasks/refresh~${suspect}~${runId}`;
  expect(await page.$eval('dialog li a:last-of-type', (link) => link.getAttribute('href'))).toBe(path);
  expect(await findPayload(db, suspect)).toMatchObject({
    verdict: 'confirmed',
    decided_by: `the operate key (${operator.id})`,
    decided_because: 'the owner says they move',
  });
  const audited = await db
    .selectFrom('api_audit')
    .select(['actor', 'status'])
    .where('path', '=', `/api/payloads/${suspect}/decision`)
    .execute();
  expect(audited).toEqual([{ actor: operator.id, status: 202 }]);
  await page.keyboard.press('Escape');
  await see('Nothing waits for a decision');
  await see(/It was confirmed by the operate key .* the owner says they move It has not gone in\./);
  await page.locator('#decided a[href^="/tasks/"]').click();
  await see('Requested by');
  expect(new URL(page.url()).pathname).toBe(path);
});

test('several are rejected for one reason; one that somebody else has decided meanwhile says so, the others are done', async () => {
  const { page, see, url, db, doubted, press } = await createQuarantine([
    'Mesa Leaf',
    'Blue Sage',
    'Red Rock',
  ]);
  const [first, second, third] = doubted.map(({ suspect }) => suspect);
  await page.goto(`${url}/quarantine`);
  await see('3 in all');
  await page.locator('thead input').click();
  await see('3 selected');
  await press('Reject selected');
  await see('Reject 3 payloads');
  await decideQuarantined(db, second!, { verdict: 'confirmed', decidedBy: 'ada' });
  await page.type('dialog input', 'the site was down');
  await page.keyboard.press('Enter');
  await see('2 of 3 decided');
  const refused = `Expected a payload in quarantine, got ${second}, which is confirmed.`;
  expect(
    await page.$eval(`dialog [data-decided="${second}"] [role=alert]`, (words) => words.textContent),
  ).toContain(refused);
  expect(await page.$eval('dialog input', (field) => (field as unknown as { value: string }).value)).toBe(
    'the site was down',
  );
  await page.keyboard.press('Escape');
  await see('2 decided, 1 not');
  await see(refused);
  await see('Reject 1 again');
  for (const id of [first, third])
    expect(await findPayload(db, id!)).toMatchObject({
      verdict: 'rejected',
      decided_because: 'the site was down',
    });
  expect(await findPayload(db, second!)).toMatchObject({ verdict: 'confirmed', decided_by: 'ada' });
});

test('a key that may only read sees everything, and why it may not decide', async () => {
  const { page, see, url, db, doubted } = await createQuarantine(['Desert Bloom']);
  const reader = await addKey(db, 'read');
  await page.goto(`${url}/quarantine?payload=${doubted[0]!.suspect}`);
  await enterKey(page, reader.text);
  await page.waitForSelector('[data-change]');
  await page.locator('tbody input').click();
  await see('1 selected');
  const buttons = await page.$$eval('#payload .button, [aria-label=Actions] [aria-disabled]', (all) =>
    all.map((one) => [one.getAttribute('aria-disabled'), one.getAttribute('title')]),
  );
  const whyNot = 'This takes the scope operate, and the key the read key has read.';
  expect(buttons).toEqual(Array.from({ length: 4 }, () => ['true', whyNot]));
  await page.locator('#payload .button').click();
  expect(await page.$('dialog')).toBe(null);
  await expect
    .poll(async () => (await findPayload(db, doubted[0]!.suspect))!.verdict, { timeout: PAGE_MS_MAX })
    .toBe('suspect');
});
