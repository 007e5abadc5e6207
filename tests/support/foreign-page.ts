import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launch, type Browser, type Page } from 'puppeteer';
import { onTestFinished } from 'vitest';
import { hasSandbox, testBrowser } from './open-browser.ts';

/** Globals of scripts in a page. They are declared here, because the tests are compiled without browser types. */
declare const document: { cookie: string; adoptedStyleSheets: unknown[] };
declare const CSSStyleSheet: new () => { replaceSync(rules: string): void };

/** A request that a page sends to a port of this machine. */
export interface PageRequest {
  method?: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** A browser on this machine that shows a page of another site. */
export interface ForeignPage {
  browser: Browser;
  /** Sends a request of the kind that a page may send to any address without a preflight. The page cannot see whether a response came. */
  sendTo: (port: number, request: PageRequest) => Promise<string>;
  /**
   * Sends a request after DNS rebinding: the page's own domain now leads to this machine, so the browser takes the page and the port for
   * one site.
   * @returns the status and the text, or why the browser did not connect
   */
  sendRebound: (port: number, request: PageRequest) => Promise<string>;
}

/** Opens `http://evil.example` in a browser, which is closed when the test ends. */
export async function openForeignPage(): Promise<ForeignPage> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launch({
    executablePath: testBrowser.executable,
    env: { ...process.env, ...testBrowser.env },
    args: [
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      ...(hasSandbox ? [] : ['--no-sandbox', '--no-zygote']),
    ],
  });
  onTestFinished(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const evil = await browser.newPage();
  await evil.goto(`http://evil.example:${(server.address() as AddressInfo).port}/`);
  return {
    browser,
    sendTo: (port, request) => sendBlindly(evil, `http://127.0.0.1:${port}`, request),
    sendRebound: async (port, request) => {
      const page = await openHiddenPage(browser);
      try {
        await page.goto(`http://rebound.example:${port}/`);
        return await sendFromOwnPage(page, request);
      } catch (error) {
        return (error as Error).message;
      } finally {
        await page.close();
      }
    },
  };
}

function sendBlindly(
  page: Page,
  origin: string,
  { method = 'POST', path, body }: PageRequest,
): Promise<string> {
  return page.evaluate(
    async (url, init) => {
      try {
        await fetch(url, { ...init, mode: 'no-cors', credentials: 'include' });
        return 'sent';
      } catch (error) {
        return (error as Error).message;
      }
    },
    `${origin}${path}`,
    { method, ...(body === undefined ? {} : { body }) },
  );
}

/**
 * Opens a page that draws nothing. The packaged browser has only one font, and aborts when it has to draw a character that the font
 * lacks.
 */
export async function openHiddenPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { display: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
  return page;
}

/** Sends a request from a page to the page's own site, with the token that Temporal's Web UI gives to its own pages. */
export function sendFromOwnPage(page: Page, { method = 'POST', path, body }: PageRequest): Promise<string> {
  return page.evaluate(
    async (url, init) => {
      await fetch('/api/v1/settings');
      const token = /_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch(url, { ...init, headers: { 'x-csrf-token': token } });
      return `${response.status} ${await response.text()}`;
    },
    path,
    { method, ...(body === undefined ? {} : { body }) },
  );
}
