import { expect, onTestFinished, test } from 'vitest';
import { browserFlags } from '../../../../egress/browser/browser-flags.ts';
import { chooseTraits, claimOf } from '../../../../egress/browser/browser-identity.ts';
import { startChainingProxy } from '../../../../egress/chaining-proxy.ts';
import { fetchInPage } from '../../../../egress/browser/fetch-in-page.ts';
import { launchBrowser } from '../../../../egress/browser/launch-browser.ts';
import { openPage } from '../../../../egress/browser/open-page.ts';
import { gatePage } from '../../../../egress/browser/page-gate.ts';
import { judgeAnswer } from '../../../../egress/judge-answer.ts';
import type { JsonRequest } from '../../../../egress/session.ts';
import { startBrowserSite } from '../../../support/browser-site.ts';
import { hasSandbox, testBrowser } from '../../../support/open-browser.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Bodies that a lenient decoder would repair, by path. */
const BAD_BODIES: Record<string, Buffer> = {
  '/not-utf-8': Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]),
  '/mark': Buffer.from('\u{FEFF}{"name":"a"}'),
  '/empty': Buffer.alloc(0),
};

/** Returns a body of this size in which every byte value occurs again and again. */
const largeBody = (size: number): Buffer =>
  Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));

/** Opens a page in a browser. What the site answers depends on the path. */
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
    const size = /^\/large\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (size !== undefined) response.end(largeBody(Number(size)));
    if (request.url === '/asks') {
      response.setHeader('content-type', 'text/html');
      response.end('<script>document.title = confirm("Are you 21?") ? "in" : "out"</script>');
    }
    if (request.url === '/trickle') response.write('{');
    // The site never answers requests for `/silence`.
    const bytes = BAD_BODIES[request.url ?? ''];
    if (bytes !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
    const hop = /^\/hop\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (hop === '0') response.end('{}');
    else if (hop !== undefined) response.writeHead(302, { location: `/hop/${Number(hop) - 1}` }).end();
  });
  const root = await temporaryFolder('fetch-in-page-');
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
  await expect(
    fetchInPage(page, get('https://store.test/long'), { maxBodyBytes: 10_000 }),
  ).rejects.toMatchObject({
    kind: 'ContractBroken',
  });
  await expect(
    fetchInPage(page, get('https://store.test/trickle'), { bodyTimeoutMs: 300 }),
  ).rejects.toMatchObject({
    kind: 'UpstreamError',
  });
  await expect(
    fetchInPage(page, get('https://store.test/silence'), { timeoutMs: 300 }),
  ).rejects.toMatchObject({
    kind: 'UpstreamError',
  });
  await expect(fetchInPage(page, get('https://10.0.0.1/'))).rejects.toMatchObject({ kind: 'UpstreamError' });
  expect((await fetchInPage(page, get('https://store.test/long'))).body).toHaveLength(50_000);
});

test('bytes that are no clean UTF-8 come back as they are, and are judged as without a browser', async () => {
  const { page } = await openedPage();
  for (const [path, reason] of [
    ['/not-utf-8', 'the body is not UTF-8'],
    ['/mark', 'the body begins with a byte order mark'],
    ['/empty', 'the body is empty'],
  ] as const) {
    const answer = await fetchInPage(page, get(`https://store.test${path}`));
    expect(answer.body.equals(BAD_BODIES[path]!), path).toBe(true);
    expect(() => judgeAnswer(answer)).toThrow(
      expect.objectContaining({ kind: 'ContractBroken', message: expect.stringContaining(reason) }),
    );
  }
});

test('twenty million bytes come back whole, and one more is too long', async () => {
  const { page } = await openedPage();
  const { body } = await fetchInPage(page, get('https://store.test/large/20000000'));
  expect(body.equals(largeBody(20_000_000))).toBe(true);
  await expect(fetchInPage(page, get('https://store.test/large/20000001'))).rejects.toMatchObject({
    kind: 'ContractBroken',
    evidence: { fault: 'too-long' },
  });
});

test('a page that asks its visitor something is told yes, and does not wait', async () => {
  const { page } = await openedPage();
  await openPage(page, { url: 'https://store.test/asks', timeoutMs: 20_000 });
  expect(await page.title()).toBe('in');
});

test('three redirects are followed, and no more', async () => {
  const { site, page } = await openedPage();
  const hops = () => site.seen.filter(({ url }) => url.startsWith('/hop/')).length;
  expect((await fetchInPage(page, get('https://store.test/hop/3'))).url).toBe('https://store.test/hop/0');
  expect(hops()).toBe(4);
  await expect(fetchInPage(page, get('https://store.test/hop/4'))).rejects.toMatchObject({
    kind: 'UpstreamError',
  });
  await expect(openPage(page, { url: 'https://store.test/hop/9', timeoutMs: 20_000 })).rejects.toMatchObject({
    kind: 'UpstreamError',
  });
  expect(hops()).toBe(12);
});
