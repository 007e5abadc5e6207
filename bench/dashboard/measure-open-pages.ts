import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Browser } from 'puppeteer';
import type { Db } from '../../db/connect.ts';
import { round } from '../measurement.ts';
import { print } from '../start-servers.ts';
import { PAGES } from './measure-loads.ts';
import { openPage } from './open-page.ts';

const COST_SECONDS = 30;

/**
 * Measures the cost of one open page per minute while runs begin and end: API requests, and database transactions beyond those
 * without an open page.
 */
export async function measureCosts(browser: Browser, url: string, db: Db): Promise<Record<string, number>> {
  print('Counting what open pages cost…');
  const without = await transactionsAMinute(db);
  const figures: Record<string, number> = {};
  for (const path of [...Object.keys(PAGES), 'hidden']) {
    const { page, requests, close } = await openPage(browser, 1);
    await page.goto(`${url}${path === 'hidden' ? '/' : path}`);
    await page.waitForSelector(PAGES[path === 'hidden' ? '/' : (path as keyof typeof PAGES)]);
    if (path === 'hidden') await hide(page);
    const before = requests();
    const during = await transactionsAMinute(db);
    const perMinute = 60 / COST_SECONDS;
    figures[`requests a minute ${path}`] = round((requests() - before) * perMinute, 0);
    figures[`transactions a minute ${path}`] = round(during - without, 0);
    await close();
  }
  return figures;
}

/** Simulates a background tab: headless Chromium has no tabs that hide each other. */
async function hide(page: { evaluate: (script: string) => Promise<unknown> }): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

async function transactionsAMinute(db: Db): Promise<number> {
  const before = await readTransactions(db);
  await sleep(COST_SECONDS * 1_000);
  return ((await readTransactions(db)) - before) * (60 / COST_SECONDS);
}

async function readTransactions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select xact_commit::float8 as count from pg_stat_database where datname = current_database()
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const EARLY_MINUTES = 5;

/** Measures the heap of pages that stay open while runs begin and end, after five minutes and at the end. */
export async function measureHeaps(
  browser: Browser,
  url: string,
  minutes: number,
): Promise<Record<string, number>> {
  const earlyMinutes = Math.min(EARLY_MINUTES, minutes / 2);
  const opened = await Promise.all(
    ['/', '/tasks'].map(async (path) => {
      const tab = await openPage(browser, 1);
      await tab.page.goto(`${url}${path}`);
      return { path, ...tab };
    }),
  );
  print(`Keeping two pages open for ${minutes} minutes…`);
  await sleep(earlyMinutes * 60_000);
  const early = await Promise.all(opened.map(({ heapMiB }) => heapMiB()));
  await sleep((minutes - earlyMinutes) * 60_000);
  const figures: Record<string, number> = {};
  for (const [number, { path, heapMiB, close }] of opened.entries()) {
    const late = await heapMiB();
    figures[`heapMiB ${path} after ${earlyMinutes} min`] = round(early[number] ?? NaN, 2);
    figures[`heapMiB ${path} after ${minutes} min`] = round(late, 2);
    figures[`heap ${path}, late / early`] = round(late / (early[number] ?? NaN), 3);
    await close();
  }
  return figures;
}
