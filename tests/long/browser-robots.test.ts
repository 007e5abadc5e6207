import { expect, test } from 'vitest';
import type { JsonRequest } from '../../egress/session.ts';
import { startBrowserSite } from '../support/browser-site.ts';
import { openBrowser, type OpenBrowserOptions } from '../support/open-browser.ts';

const OBEYS = { robots: { dutchie: { obeysRobots: true } } };

/** Starts a storefront whose page sends requests to an API on another host. Every host serves these rules as its robots.txt. */
async function storefront(rules: string) {
  const site = await startBrowserSite((request, response) => {
    if (request.url === '/robots.txt') response.end(rules);
    else if (request.url === '/menu') {
      response.setHeader('content-type', 'text/html');
      response.end('<!DOCTYPE html><title>Menu</title><script>fetch("/api/of-the-page")</script>');
    } else {
      response.setHeader('content-type', 'application/json');
      response.setHeader('access-control-allow-origin', 'https://store.test');
      response.setHeader('access-control-allow-credentials', 'true');
      response.end('{}');
    }
  });
  const open = (options: Partial<OpenBrowserOptions> = {}) =>
    openBrowser(site.proxy, {
      pageUrl: 'https://store.test/menu',
      exitAddressUrl: 'https://echo.test/',
      trustedSpki: site.caSpkiSha256,
      ...options,
    });
  const requested = () =>
    site.seen.map(({ host, url }) => `${host}${url}`).filter((url) => url !== 'echo.test/');
  return { site, open, requested };
}

const get = (url: string): JsonRequest => ({ method: 'GET', url, headers: [] });

test('what the platform’s robots.txt disallows is not asked from inside a page when its setting says so', async () => {
  const { site, open, requested } = await storefront('User-agent: *\nDisallow: /api/\n');
  const { session, turns } = await open(OBEYS);
  await expect(session.askJson(get('https://store.test/api/menu'))).rejects.toMatchObject({
    kind: 'InvalidInput',
    message:
      'robots.txt of store.test does not allow /api/menu; DUTCHIE_OBEY_ROBOTS=false requests it anyway.',
    evidence: { fault: 'robots' },
  });
  // The rules also apply to an API on another host, although the page could not read that host's responses.
  await expect(session.askJson(get('https://api.test/api/menu'))).rejects.toMatchObject({
    evidence: { fault: 'robots', host: 'api.test' },
  });
  expect(await session.askJson(get('https://api.test/open'))).toEqual({});
  // The requests of the page to its own site are not checked. Each robots.txt is requested once, at the allowed pace, and the page stays
  // open.
  expect(requested()).toEqual([
    'store.test/robots.txt',
    'store.test/menu',
    'api.test/robots.txt',
    'api.test/open',
  ]);
  expect(turns.map(({ request }) => request.url)).toEqual(requested().map((url) => `https://${url}`));
  const agents = new Set(site.seen.map(({ headers }) => headers['user-agent']));
  expect([...agents]).toEqual([expect.stringMatching(/ Chrome\/\d+\.0\.0\.0 /)]);
});

test('the platform is asked without a robots.txt when its setting says so, as it does by default', async () => {
  const { open, requested } = await storefront('User-agent: *\nDisallow: /\n');
  const { session } = await open();
  expect(await session.askJson(get('https://store.test/api/menu'))).toEqual({});
  expect(requested()).toEqual(['store.test/menu', 'store.test/api/of-the-page', 'store.test/api/menu']);
});

test('a menu page at a host that is not the platform’s is opened only when its robots.txt allows it', async () => {
  const { open, requested } = await storefront('User-agent: *\nDisallow: /menu\n');
  await expect(open({ homeUrl: 'https://platform.test/' })).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'robots.txt of store.test does not allow /menu.',
  });
  expect(requested()).toEqual(['store.test/robots.txt']);
});

test('a robots.txt beyond its limit is not read, and nothing is asked of its site', async () => {
  const { open, requested } = await storefront('#'.repeat(600 * 1024));
  await expect(open(OBEYS)).rejects.toMatchObject({ evidence: { fault: 'robots-unreadable' } });
  expect(requested()).toEqual(['store.test/robots.txt']);
});
