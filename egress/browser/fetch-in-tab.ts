import type { Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import type { HttpRequest, HttpResponse } from '../http-transport.ts';
import type { RobotsFetch } from '../robots.ts';
import { browserFailure } from './browser-failure.ts';
import { openPage } from './open-page.ts';
import { gatePage, type PageGate } from './page-gate.ts';

const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Makes a `RobotsFetch` that opens a separate tab for each robots.txt: the page must not read another origin's answer, and must not be
 * navigated away.
 * @param gate the identity of the page, which the tab shares
 */
export function fetchInTab(page: Page, gate: Omit<PageGate, 'beforeRequest'>): RobotsFetch {
  const fetch = async ({ url, signal, maxBodyBytes }: HttpRequest): Promise<HttpResponse> => {
    const tab = await page.browser().newPage({ background: true });
    try {
      await gatePage(tab, { ...gate, beforeRequest: async () => undefined });
      return await openPage(tab, { url, timeoutMs: ANSWER_TIMEOUT_MS, signal, maxBodyBytes });
    } finally {
      // Not awaited, because a hung browser never closes its tab.
      tab.close().catch(() => undefined);
    }
  };
  return {
    // Empty, because the browser sends its own headers.
    headers: [],
    async send(request) {
      const { host } = new URL(request.url);
      const failure = (): Error =>
        new CrawlError('BrowserFault', `Expected the page of ${host}: the browser opened no tab for it`);
      try {
        return await within(
          { timeoutMs: ANSWER_TIMEOUT_MS + 5_000, signal: request.signal, failure },
          fetch(request),
        );
      } catch (error) {
        request.signal?.throwIfAborted();
        throw browserFailure(error, host);
      }
    },
  };
}
