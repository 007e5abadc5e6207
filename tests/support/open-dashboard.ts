import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from '../../bench/dashboard/launch-chromium.ts';
import { prepareDashboard } from '../../scripts/dashboard/prepare-dashboard.mjs';
import { PROJECT_ROOT } from '../architecture/source-files.ts';

/** How long a page may take; enough for a busy machine. */
export const PAGE_MS_MAX = 120_000;

/** Builds the dashboard if necessary. The API serves the built files. */
export async function buildDashboard(): Promise<void> {
  const tools = {
    node: process.execPath,
    say: (line: string) => void process.stderr.write(`${line}\n`),
    tick: () => () => undefined,
  };
  await prepareDashboard(PROJECT_ROOT, tools);
}

/** Launches a browser that draws text. */
export function launchDashboardBrowser(folder: string): Promise<Browser> {
  return launchChromium(folder, 2 * PAGE_MS_MAX);
}

/** Keeps a browser for the tests of a file, and a folder for as long. */
export function keepDashboardBrowser(name: string): {
  folder: () => string;
  openTab: () => Promise<OpenedTab>;
} {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `${name}-`));
    await buildDashboard();
    browser = await launchDashboardBrowser(folder);
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder: () => folder, openTab: () => openTab(browser) };
}

/** A tab in a browser context that has no other tabs and no cookies. */
export interface OpenedTab {
  page: Page;
  /** The errors of the page's scripts, and the violations of its content security policy. */
  faults: string[];
  /** Waits until the page shows a text. */
  see: (text: string | RegExp) => Promise<void>;
}

/** Opens a tab. When the test ends, closes the tab, and fails the test if the page had faults. */
export async function openTab(browser: Browser): Promise<OpenedTab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS_MAX);
  page.setDefaultNavigationTimeout(PAGE_MS_MAX);
  await page.setViewport({ width: 1440, height: 900 });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  const see = async (text: string | RegExp): Promise<void> => {
    const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    try {
      await expect.poll(() => textOf(page), { timeout: PAGE_MS_MAX, interval: 200 }).toEqual(wanted);
    } catch (cause) {
      // The matcher's own message shows only the first words of the page.
      throw new Error(`Expected ${String(text)} on ${page.url()}, got:\n${await textOf(page)}`, { cause });
    }
  };
  return { page, faults, see };
}

/** Returns the visible text of the page. */
function textOf(page: Page): Promise<string> {
  return page.evaluate('document.body.innerText') as Promise<string>;
}

/**
 * Returns what axe finds wrong with a page in its present state. The page's content security policy allows only the page's own scripts,
 * so axe is injected through the debugger.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document)')) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Expects that axe finds nothing wrong with a page, light and dark, and that it is no wider than a phone. */
export async function expectFitToRead(page: Page): Promise<void> {
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.setViewport({ width: 380, height: 900 });
  const { scrollWidth, clientWidth } = await page.$eval(
    'html',
    ({ scrollWidth: whole, clientWidth: seen }) => ({
      scrollWidth: whole,
      clientWidth: seen,
    }),
  );
  expect(scrollWidth).toBe(clientWidth);
}
