import { expect, test } from 'vitest';
import { findPayload } from '../../../db/queries/payload-pages.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { refreshPayloadId } from '../../../temporal-config/workflow-ids.ts';
import { addKey, enterKey } from '../../support/dashboard-server.ts';
import { makeDoubted } from '../../support/doubted-menus.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { suspicion as EMPTY } from '../db/make-quarantined.ts';
import { SUSPICION } from '../db/make-unconfirmed.ts';
import { createQuarantine } from '../../support/open-quarantine.ts';

const dashboard = keepDashboardBrowser('dashboard-quarantine');

/** Returns how many pixels of an element's content overflow on its right. */
const hiddenPx = (part: object): number => {
  const { scrollWidth, clientWidth } = part as { scrollWidth: number; clientWidth: number };
  return scrollWidth - clientWidth;
};

test('what is doubted stands beside the last menu that went in, with what believing it changes', async () => {
  const { page, see, url, db, root, doubted } = await createQuarantine(dashboard, [{}]);
  await page.goto(url);
  await see('1 menu is doubted');
  await page.locator('a ::-p-text(1 menu is doubted)').click();
  await see('Menus that wait');
  await page.goBack();
  await page.locator('#quarantine ::-p-text(Compare and decide)').click();
  await see('60 of 90 products of the last menu are gone. And 1 more reason.');
  await see('Believed by itself at the next crawl, if the store shows the same then.');
  await see('1 in all');
  await page.locator('tbody a').click();
  await see('What believing it would change');
  expect(new URL(page.url()).searchParams.get('payload')).toBe(String(doubted[0]!.suspect));
  await see('The platform sends the same fields as in payload');
  await see('Missed again: still in stock');
  await see('Change their price');
  const changes = await page.$$eval('[data-change]', (all) =>
    all.map((one) => [...one.children].map((part) => part.textContent)),
  );
  expect(changes).toEqual([
    ['Go out of stock', '2', 'Strain 3, Strain 4'],
    ['Gone from the menu', '3', 'Strain 0, Strain 1, Strain 2'],
    ['Missed 3 times: out of stock', '1', 'Strain 11'],
    ['Missed again: still in stock', '1', 'Strain 12 (2 times)'],
    ['New', '1', 'Strain 10'],
    ['Change their price', '2', ''],
    ['Options with another quantity', '2', ''],
  ]);
  await see('goes out of stock once 3 in a row have missed it, over long enough');
  await see(
    '2 products change their price, 3 products go out of stock, 3 products are gone from the menu and 1 product is new.',
  );
  await see(
    `The catalog keeps the previous menu (payload ${doubted[0]!.accepted}). This one cannot be believed later`,
  );
  const table = '[aria-label="Prices that would change"] tbody tr';
  const prices = await page.$$eval(table, (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(prices).toEqual([
    ['Strain 5', '1/8oz', 'rec', 'from 35.00 to 3.50'],
    ['Strain 6', '1/8oz', 'rec', 'from 35.00 to 30.00'],
  ]);
  // Another store appears without a reload. The file of its last menu is on a disk that the API does not have.
  const other = await makeDoubted(db, root, { name: 'Mesa Leaf' });
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

test('a field that the platform has renamed is named with its new name', async () => {
  const edit = ({ Prices, recPrices, ...product }: { Prices?: unknown; recPrices?: unknown }) => ({
    ...product,
    price_list: Prices,
    recPrices,
  });
  const { page, see, url, doubted } = await createQuarantine(dashboard, [{ edit }]);
  await page.goto(`${url}/quarantine?payload=${doubted[0]!.suspect}`);
  await see('How its fields changed');
  await see('Prices was probably renamed to price_list.');
  const rows = await page.$$eval('[aria-label="Fields that are gone or new"] tbody tr', (all) =>
    all.map((row) => row.children[0]?.textContent),
  );
  expect(rows).toEqual(['Prices', 'price_list']);
});

test('by keyboard alone a menu is confirmed with a reason: the database has it, the audit too, and its ingest is started', async () => {
  const { page, see, url, db, client, doubted } = await createQuarantine(dashboard, [{}]);
  const { suspect } = doubted[0]!;
  const operator = await addKey(db, 'operate');
  await page.goto(`${url}/quarantine`);
  await enterKey(page, operator.text);
  await see('1 in all');
  await (await page.waitForSelector('tbody a'))!.press('Enter');
  await see('What believing it would change');
  // Opening the details moves the focus there. Its first elements are links; buttons come after them.
  for (const _ of ['tasks of the crawl', 'tasks of the store', 'close', 'Believe it'])
    await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Believe it');
  await page.keyboard.press('Enter');
  await see('confirmed and ingested now');
  await page.keyboard.press('Enter');
  expect((await findPayload(db, suspect))!.verdict).toBe('suspect');
  await page.keyboard.type('the owner says they move');
  await page.keyboard.press('Enter');
  await see('1 of 1 decided');
  const workflowId = refreshPayloadId(suspect);
  const { runId, status } = await client.workflow.getHandle(workflowId).describe();
  expect(status.name).toBe('RUNNING');
  const path = `/tasks/refresh~${suspect}~${runId}`;
  expect(await page.$eval('dialog li a[href^="/tasks/"]', (link) => link.getAttribute('href'))).toBe(path);
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
  await see(/It was confirmed by the operate key .* the owner says they move It has not been ingested\./);
  await page.locator('#decided a[href^="/tasks/"]').click();
  await see('Requested by');
  expect(new URL(page.url()).pathname).toBe(path);
});

test('several are rejected for one reason; one that somebody else has decided meanwhile says so, the others are done', async () => {
  const { page, see, url, db, doubted, press } = await createQuarantine(dashboard, [
    { name: 'Mesa Leaf' },
    { name: 'Blue Sage' },
    { name: 'Red Rock' },
  ]);
  const [first, second, third] = doubted.map(({ suspect }) => suspect);
  await page.goto(`${url}/quarantine`);
  await see('3 in all');
  await see('3 stores of dutchie are doubted alike (shrunk): dutchie may have changed what it sends.');
  await page.locator('tbody a ::-p-text(Mesa Leaf)').click();
  await see('2 other stores of dutchie show the same (shrunk).');
  await page.locator('#payload .button ::-p-text(Select these 3 rows)').click();
  await see('3 selected');
  // On a phone no part of a row overflows the screen, and the checkbox that selects all rows is visible.
  await page.setViewport({ width: 380, height: 900 });
  expect(await page.$eval('[aria-label="Payloads that wait"]', hiddenPx)).toBe(0);
  const labels = `[...document.querySelectorAll('[data-label]')].map((one) => getComputedStyle(one, '::before').content)`;
  expect(new Set((await page.evaluate(labels)) as string[])).toEqual(
    new Set(['"Why"', '"Products"', '"Fetched"', '"By itself"', '"Platform"']),
  );
  await see('Select all');
  await page.setViewport({ width: 1440, height: 900 });
  await press('Reject selected');
  await see('Reject 3 payloads');
  await see('Mesa Leaf: 60 of 90 products of the last menu are gone.');
  await see('they cannot be believed later');
  await decideQuarantined(db, second!, { verdict: 'confirmed', decidedBy: 'ada' });
  await page.type('dialog input', 'the site was down');
  await page.keyboard.press('Enter');
  await see('2 of 3 decided');
  const refused = `Expected a doubted payload, got ${second}, which is confirmed.`;
  expect(
    await page.$eval(`dialog [data-decided="${second}"] [role=alert]`, (text) => text.textContent),
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
  // A rejected payload stays rejected, as the dialog says.
  await page.goto(`${url}/quarantine?payload=${first}`);
  await see('It was rejected by');
  await see('Why it was doubted');
  expect(await page.$$('#payload .button')).toEqual([]);
  // The menu that is in the catalog is not compared with another one.
  await page.goto(`${url}/quarantine?payload=${doubted[0]!.accepted}`);
  await see('This menu, the last ingested one');
  expect(await findPayload(db, second!)).toMatchObject({ verdict: 'confirmed', decided_by: 'ada' });
});

test('menus of a store that agree are one row and rejected together, by keyboard alone; the focus goes back to where details were opened, and on to the next row', async () => {
  const { page, see, url, db, doubted } = await createQuarantine(dashboard, [
    { name: 'Mesa Leaf', before: [SUSPICION] },
    { name: 'Deeply Rooted', before: [SUSPICION, EMPTY, SUSPICION] },
  ]);
  const [mesa, rooted] = [doubted[0]!, doubted[1]!];
  const [second, other, first] = rooted.earlier;
  const inFocus = () => page.evaluate('document.activeElement.textContent');
  const whereTo = () => page.evaluate('document.activeElement.dataset.opens');
  const press = async (...keys: Parameters<typeof page.keyboard.press>[0][]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${url}/quarantine`);
  await see('6 in all, in 3 rows');
  await see(`seen 3 times, also as ${second} and ${first}`);
  await see(`seen 2 times, also as ${mesa.earlier[0]}`);
  // Opens and closes the details of the newest row, then opens those of an earlier menu.
  await press('j', 'Enter');
  await see('What believing it would change');
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect.poll(whereTo).toBe(String(rooted.suspect));
  await press('Tab', 'Enter');
  await see(`payload ${second} on dutchie`);
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect.poll(whereTo).toBe(String(second));
  // The dialog says what a confirmation would decide. Escape closes it without a decision.
  await press('k', 'Enter');
  await see(`payload ${rooted.suspect} on dutchie`);
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await see(`Confirmed too, because they agree: payloads ${second} and ${first}.`);
  await see(`Rejected, because they differ: payload ${other}.`);
  await press('Escape');
  // The dialog disappears a moment after the focus has returned.
  await page.waitForSelector('dialog', { hidden: true });
  expect(await inFocus()).toBe('Believe it');
  await press('Tab', 'Enter');
  await see(`Also reject payloads ${second} and ${first}, which agree with it.`);
  await page.keyboard.type('the site was down');
  await press('Enter');
  await see('3 of 3 decided');
  await see(`Rejected payloads ${rooted.suspect}, ${second} and ${first} of Deeply Rooted`);
  await press('Escape');
  await expect.poll(whereTo).toBe(String(mesa.suspect));
  await see('3 in all, in 2 rows');
  expect((await findPayload(db, other!))!.verdict).toBe('suspect');
  // Rejects only the newest of the two menus, so that the earlier one becomes the next row.
  await press('Enter');
  await see(`payload ${mesa.suspect} on dutchie`);
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await see('Also reject payload');
  await page.keyboard.type('it was cut');
  await press('Tab', 'Space', 'Tab', 'Tab', 'Enter');
  await see('1 of 1 decided');
  await press('Escape');
  await expect.poll(whereTo).toBe(String(mesa.earlier[0]));
  await see('2 in all');
  // Decides both remaining menus at once, so that the list becomes empty.
  await press('x', 'j', 'x');
  await see('2 selected');
  await page.keyboard.down('Shift');
  for (let steps = 0; steps < 20 && (await inFocus()) !== 'Believe selected'; steps += 1) await press('Tab');
  await page.keyboard.up('Shift');
  await press('Enter');
  await see('Believe 2 payloads');
  await page.keyboard.type('they are right');
  await press('Enter');
  await see('2 of 2 decided');
  await press('Escape');
  await see('Nothing waits for a decision');
  await expect.poll(inFocus, { timeout: PAGE_MS_MAX }).toBe('Quarantine');
});

test('a confirmation names what was decided with it; pages and the CSV have each payload', async () => {
  const { page, see, url, db, doubted, press, call } = await createQuarantine(dashboard, [
    { name: 'Deeply Rooted', before: [SUSPICION, EMPTY] },
  ]);
  const { suspect, earlier } = doubted[0]!;
  const { text } = await call('GET', '/api/payloads/quarantine', { headers: { Accept: 'text/csv' } });
  expect(
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line, 10)),
  ).toEqual([suspect, ...earlier]);
  const { body } = await call('GET', '/api/payloads/quarantine?limit=1');
  expect(body).toMatchObject({ total: 3, items: [{ id: suspect }], next_cursor: expect.any(String) });
  await page.goto(`${url}/quarantine?payload=${suspect}`);
  await see('What believing it would change');
  await press('Believe it');
  await see('confirmed and ingested now');
  await page.type('dialog input', 'they moved');
  await page.keyboard.press('Enter');
  await see(
    `Confirmed payloads ${suspect} and ${earlier[0]} of Deeply Rooted, ingested by the task of ${suspect}`,
  );
  await see(`Rejected payload ${earlier[1]} of Deeply Rooted`);
  await page.keyboard.press('Escape');
  await see('Nothing waits for a decision');
  expect((await findPayload(db, earlier[0]!))!.verdict).toBe('confirmed');
});

test('a key that may only read sees everything, and why it may not decide', async () => {
  const { page, see, url, db, doubted } = await createQuarantine(dashboard, [{}]);
  const reader = await addKey(db, 'read');
  await page.goto(`${url}/quarantine?payload=${doubted[0]!.suspect}`);
  await enterKey(page, reader.text);
  await page.waitForSelector('[data-change]');
  await page.locator('tbody input').click();
  await see('1 selected');
  const buttons = await page.$$eval('#payload .button, [aria-label=Actions] [aria-disabled]', (all) =>
    all.map((one) => [one.getAttribute('aria-disabled'), one.getAttribute('title')]),
  );
  const whyNot = 'This needs the scope operate, and the key the read key has the scope read.';
  expect(buttons).toEqual(Array.from({ length: 4 }, () => ['true', whyNot]));
  await page.locator('#payload .button').click();
  expect(await page.$('dialog')).toBe(null);
  await expect
    .poll(async () => (await findPayload(db, doubted[0]!.suspect))!.verdict, { timeout: PAGE_MS_MAX })
    .toBe('suspect');
});
