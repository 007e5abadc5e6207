import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { addFailed, createDashboardServer } from '../../support/dashboard-server.ts';
import { addFleet } from '../../support/dashboard-workers.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';

const dashboard = keepDashboardBrowser('dashboard-print');

/** What the browser would print, as measured in the page. */
interface Printed {
  page: string;
  ink: string;
  link: string;
  /** The number of visible controls and live regions. */
  pressed: number;
  /** The number of elements that cut off their content. */
  cut: number;
  isWide: boolean;
}

/** Measures the page on A4 paper with small margins. */
async function printed(page: Page): Promise<Printed> {
  await page.emulateMediaType('print');
  await page.setViewport({ width: 718, height: 1000 });
  return page.evaluate(`(() => {
    const styleOf = (one) => getComputedStyle(one);
    const isShown = (one) => one.checkVisibility();
    const all = [...document.querySelectorAll('body *')].filter(isShown);
    const link = document.querySelector('main').appendChild(document.createElement('a'));
    return {
      page: styleOf(document.documentElement).backgroundColor,
      ink: styleOf(document.querySelector('main')).color,
      link: styleOf(link).color,
      pressed: all.filter((one) => one.matches('nav, input, dialog, .button, [role=status]')).length,
      cut: all.filter((one) => one.matches('[role=region], table, pre') && one.scrollWidth > one.clientWidth).length,
      isWide: document.documentElement.scrollWidth > innerWidth,
    };
  })()`) as Promise<Printed>;
}

test('pages are printed as dark ink on white paper in a dark theme, without what is pressed, and no table is cut off', async () => {
  const { db, url, call } = await createDashboardServer();
  await addFailed(db, 2);
  await addFleet({ db, call });
  const list = async () => (await fetch(`${url}/api/tasks`)).status;
  await expect.poll(list, { timeout: PAGE_MS_MAX }).toBe(200);
  const { items } = (await (await fetch(`${url}/api/tasks`)).json()) as { items: { id: string }[] };
  const { page, see } = await dashboard.openTab();
  await page.goto(url);
  await (await page.waitForSelector('[aria-label=Theme] button:nth-child(3)'))!.click();
  const pages: [path: string, text: string, heading: string][] = [
    ['/', '2 tasks: Blocked', 'Failures of the last 24 hours'],
    ['/tasks', '2 shown', 'Error, or reason to wait'],
    ['/workers', '3 shown', 'Aethelgard'],
    [`/tasks/${items[0]!.id}`, 'What went wrong?', 'What happened'],
  ];
  for (const [path, text, heading] of pages) {
    await page.emulateMediaType('screen');
    await page.goto(`${url}${path}`);
    await see(text);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect([path, await printed(page)]).toEqual([
      path,
      {
        page: 'rgb(255, 255, 255)',
        ink: 'rgb(23, 32, 26)',
        link: 'rgb(15, 94, 156)',
        pressed: 0,
        cut: 0,
        isWide: false,
      },
    ]);
    await see(heading);
    await page.setViewport({ width: 1440, height: 900 });
  }
  // The task's own heading is printed, although the header of the site is not.
  expect(await page.$eval('h1', (title) => title.checkVisibility())).toBe(true);
});
