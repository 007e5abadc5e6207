import type { Browser, Page } from 'puppeteer';
import { quantile, round } from '../measurement.ts';
import { print } from '../start-servers.ts';
import { measureScroll } from './measure-scroll.ts';
import { openPage, SLOW_DOWN, type NotedInteraction } from './open-page.ts';

const ROUNDS = 4;

/** Rows in the list during the measurement. */
const ROWS = 5_000;

/** Faster interactions are not recorded individually. */
const NOTED_MS_MIN = 16;

/** Measures how smoothly the list of tasks scrolls, and the time from interactions in it and between pages to their paint. */
export async function measureInteractions(browser: Browser, url: string): Promise<Record<string, number>> {
  const { page, noted, close } = await openPage(browser, SLOW_DOWN);
  await page.goto(`${url}/tasks`);
  await showRows(page, ROWS);
  const scroll = await measureScroll(page);
  const before = await countInteractions(page);
  const slowBefore = Object.keys((await noted()).interactions).length;
  for (let number = 0; number < ROUNDS; number += 1) await workWithList(page, number);
  const slow = Object.values((await noted()).interactions).slice(slowBefore);
  printSlowest(slow);
  const count = (await countInteractions(page)) - before;
  await close();
  const times = [
    ...slow.map(({ ms }) => ms),
    ...Array<number>(Math.max(0, count - slow.length)).fill(NOTED_MS_MIN),
  ];
  return {
    interactions: times.length,
    'interactionMs p50': round(quantile(times, 0.5), 0),
    'interactionMs p95': round(quantile(times, 0.95), 0),
    'interactionMs slowest': round(quantile(times, 1), 0),
    ...scroll,
  };
}

const SAID = 8;

/** Prints the slowest interactions: they show where to look. */
function printSlowest(interactions: NotedInteraction[]): void {
  const slowest = interactions.toSorted((one, other) => other.ms - one.ms).slice(0, SAID);
  for (const { ms, handledMs, about } of slowest)
    print(`  ${ms} ms, ${handledMs} of it in scripts: ${about}`);
}

function countInteractions(page: Page): Promise<number> {
  return page.evaluate('performance.interactionCount') as Promise<number>;
}

/** The number of rows as the page states it: rows out of sight may not be rendered. */
const SHOWN = String.raw`Number(/([\d,]+) shown/.exec(document.body.innerText)[1].replaceAll(',', ''))`;

const SHOW_MORE =
  "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more')";

async function showRows(page: Page, rows: number): Promise<void> {
  await page.waitForSelector('tbody tr');
  for (;;) {
    const shown = (await page.evaluate(SHOWN)) as number;
    if (shown >= rows) return;
    // Clicks by script, not by pointer: rows that come into sight on the way down move the button.
    await page.waitForFunction(`${SHOW_MORE}?.disabled === false`);
    await page.evaluate(`${SHOW_MORE}.click()`);
    await page.waitForFunction(`${SHOWN} > ${shown}`);
  }
}

/** Selects rows, moves between them, opens and closes dialogs, searches, sorts, and goes to a task and back. */
async function workWithList(page: Page, number: number): Promise<void> {
  await page.locator('tbody tr:nth-child(2) input').click();
  await page.locator('tbody tr:nth-child(4) input').click();
  for (const key of ['j', 'j', 'j', 'k', 'x'] as const) await page.keyboard.press(key);
  await press(page, 'Clear');
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('dialog');
  await page.keyboard.type('work', { delay: 20 });
  await page.keyboard.press('Escape');
  await page.click('#run-search');
  await page.keyboard.type(`state:${['NV', 'AZ', 'CA', 'CO'][number] ?? 'NV'}`, { delay: 20 });
  await page.keyboard.press('Enter');
  await untilRows(page);
  await press(page, 'Created');
  await untilRows(page);
  await page.locator('tbody tr:nth-child(3) a').click();
  await page.waitForSelector('#facts');
  await page.goBack();
  await untilRows(page);
  await page.click('#run-search', { count: 3 });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await untilRows(page);
}

async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
}

/** Waits until the list has its rows and everything is painted. */
async function untilRows(page: Page): Promise<void> {
  await page.waitForFunction(
    "/\\d shown/.test(document.body.innerText) && document.querySelector('tbody tr')",
  );
  await page.waitForNetworkIdle({ idleTime: 150, concurrency: 1 });
}
