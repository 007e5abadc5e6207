import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { browserFlags } from '../../../../egress/browser/browser-flags.ts';
import { chooseTraits, claimOf } from '../../../../egress/browser/browser-identity.ts';
import { startChainingProxy } from '../../../../egress/browser/chaining-proxy.ts';
import { fetchInPage } from '../../../../egress/browser/fetch-in-page.ts';
import { launchBrowser } from '../../../../egress/browser/launch-browser.ts';
import { openPage } from '../../../../egress/browser/open-page.ts';
import { gatePage } from '../../../../egress/browser/page-gate.ts';
import type { JsonRequest } from '../../../../egress/session.ts';
import { startBrowserSite } from '../../../support/browser-site.ts';
import { hasSandbox, testBrowser } from '../../../support/open-browser.ts';

/** A page that is open in a browser; the site answers by path. */
async function openedPage() {
  const site = await startBrowserSite((request, response) => {
    if (request.url === '/menu') {
      response.setHeader('set-cookie', 'pass=1; Path=/; Secure; HttpOnly');
      response.end('<!DOCTYPE html><title>Menu</title>');
    }
    if (request.url === '/long') response.end('x'.repeat(50_000));
    if (request.url === '/echo') {
      response.writeHead(201, { 'content-type': 'application/json', 'x-own': 'yes' });
      request.pipe(response);
    }
    if (request.url === '/trickle') response.write('{');
  });
  const root = await mkdtemp(join(tmpdir(), 'fetch-in-page-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const proxy = await startChainingProxy(site.proxy, { allowedPrivateHosts: ['*.test'] });
  onTestFinished(() => proxy.close());
  const traits = chooseTraits(1, 'en-US');
  const browser = await launchBrowser({
    ...testBrowser,
    root,
    timeZone: 'UTC',
    flags: (folder) =>
      browserFlags({
        folder,
        proxyAddress: proxy.address,
        traits,
        hasSandbox,
        trustedSpki: site.caSpkiSha256,
      }),
  });
  onTestFinished(() => browser.kill());
  const claim = claimOf(browser.product, browser.userAgent);
  await gatePage(browser.page, { proxy, traits, claim, beforeRequest: async () => undefined });
  await openPage(browser.page, { url: 'https://store.test/menu', timeoutMs: 20_000 });
  return { site, page: browser.page };
}

const get = (url: string): JsonRequest => ({ method: 'GET', url, headers: [] });

test('a request leaves as it was described, with the page’s cookies, and its answer comes back whole', async () => {
  const { site, page } = await openedPage();
  const answer = await fetchInPage(page, {
    method: 'POST',
    url: 'https://store.test/echo',
    headers: [
      ['content-type', 'application/json'],
      ['apollographql-client-name', 'Menu (web)'],
    ],
    body: '{"name":"Grün 🌿"}',
  });
  expect(answer).toMatchObject({ status: 201, url: 'https://store.test/echo' });
  expect(answer.body.toString('utf8')).toBe('{"name":"Grün 🌿"}');
  expect(Object.fromEntries(answer.headers)['x-own']).toBe('yes');
  const sent = site.seen.find(({ url }) => url === '/echo')!;
  expect(sent.method).toBe('POST');
  expect(sent.headers).toMatchObject({ cookie: 'pass=1', 'apollographql-client-name': 'Menu (web)' });
});

test('an answer that is too long, or never ends, is given up, and the page serves on', async () => {
  const { page } = await openedPage();
  await expect(fetchInPage(page, get('https://store.test/long'), { maxChars: 10_000 })).rejects.toMatchObject(
    {
      kind: 'ContractBroken',
    },
  );
  await expect(
    fetchInPage(page, get('https://store.test/trickle'), { timeoutMs: 300 }),
  ).rejects.toMatchObject({
    kind: 'UpstreamError',
  });
  await expect(fetchInPage(page, get('https://10.0.0.1/'))).rejects.toMatchObject({ kind: 'UpstreamError' });
  expect((await fetchInPage(page, get('https://store.test/long'))).body).toHaveLength(50_000);
});
