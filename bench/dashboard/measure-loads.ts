import type { Browser, Page } from 'puppeteer';
import { quantile, round, spreadOf, type Spread } from '../measurement.ts';
import { openPage, SLOW_DOWN } from './open-page.ts';

const LOADS = 9;

const READY_MS_MAX = 30_000;

/** The pages, and the element that shows that a page is usable. */
export const PAGES = {
  '/': '#verdict',
  '/tasks': 'tbody tr',
  '/workers': 'tbody tr',
  '/quarantine': 'tbody tr',
} as const;

/** Measures the largest contentful paint of each page with an empty cache, and the bytes of the first one. */
export async function measureLoads(browser: Browser, url: string): Promise<Record<string, number | Spread>> {
  const figures: Record<string, number | Spread> = {};
  for (const [path, ready] of Object.entries(PAGES)) {
    const times: number[] = [];
    for (let number = 0; number <= LOADS; number += 1) {
      const { page, noted, bytes, close } = await openPage(browser, SLOW_DOWN);
      await page.goto(`${url}${path}`);
      await untilThere(page, ready);
      // By then, fonts are loaded, and later paints are not larger.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
      // The first load warms up the API.
      if (number > 0) times.push((await noted()).lcpMs);
      if (path === '/') figures['firstLoadKb'] = round(bytes() / 1_000);
      await close();
    }
    const name = path === '/' ? 'lcpMs' : `lcpMs ${path}`;
    figures[name] = spreadOf(times, 0);
    figures[`${name}, slowest of ${LOADS}`] = round(quantile(times, 1), 0);
  }
  return figures;
}

/** Waits for the element that shows that the page is usable. @throws with the page's text when it does not appear */
async function untilThere(page: Page, ready: string): Promise<void> {
  try {
    await page.waitForSelector(ready, { timeout: READY_MS_MAX });
  } catch (cause) {
    const text = String(await page.evaluate('document.body.innerText'));
    throw new Error(`${page.url()} has no ${ready}:\n${text}`, { cause });
  }
}
