import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Proxy } from '../../../../domain/identity.ts';
import { createDutchiePlatform } from '../../../../platforms/dutchie/dutchie.ts';
import { NOTHING_KNOWN } from '../../../../platforms/platform.ts';
import { startSandbox, type SandboxInfo } from '../../../../sandbox/start-sandbox.ts';
import { startBrowserSite } from '../../../support/browser-site.ts';
import { openBrowser } from '../../../support/open-browser.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const control = async (info: SandboxInfo, path: string, body?: object): Promise<unknown> =>
  (
    await fetch(`${info.controlUrl}${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})
  ).json();

/** Starts a sandbox whose menu API requires the cookie that its pages set, and builds the request for a page of its only menu. */
async function closedStorefront() {
  const stateDir = await temporaryFolder('browser-sandbox-');
  const sandbox = await startSandbox({ stateDir, seed: 7, dispensaries: 1, products: 130 });
  onTestFinished(() => sandbox.close());
  const { info } = sandbox;
  await control(info, '/control/gate', { closed: true });
  process.env['SSL_CERT_FILE'] = info.caFile;
  const truth = (await control(info, '/control/truth')) as {
    dispensaries: { isTestShop: boolean; platformId: string; slug: string; products: unknown[] }[];
  };
  const store = truth.dispensaries.find(({ isTestShop }) => !isTestShop)!;
  const platform = createDutchiePlatform({ graphqlUrl: info.graphqlUrl, hashes: info.hashes });
  const fetchPage = (page: number) =>
    platform.requestMenuPage(
      { platformDispensaryId: store.platformId, page, order: 'ascending', apiUrl: null },
      NOTHING_KNOWN,
    );
  const proxies = info.proxies.map((proxy, index): Proxy => ({ ...proxy, id: index + 1 }));
  return {
    info,
    platform,
    store,
    fetchPage: fetchPage,
    proxies,
    pageUrl: `${info.menuBaseUrl}/embedded-menu/${store.slug}`,
  };
}

test('a session in a browser passes a gate that only the page’s script opens, through each kind of proxy', async () => {
  const { info, platform, fetchPage, proxies, pageUrl } = await closedStorefront();
  for (const proxy of proxies) {
    const { session, turns, learned, root } = await openBrowser(proxy, {
      pageUrl,
      exitAddressUrl: info.echoUrl,
      trustedSpki: info.caSpkiSha256,
    });
    expect(session.exitAddress).toBe(info.proxies[proxy.id - 1]!.exitAddress);
    expect(session.identity.profile.name).toMatch(/^chrome-\d+-(linux|macos|windows)$/);
    const { products, totalCount } = platform.parseMenuPage(await session.askJson(fetchPage(0)));
    expect(products.length).toBeGreaterThan(40);
    expect(totalCount).toBeGreaterThanOrEqual(products.length);
    // One permit for the page, one for the request of its script, and one for the session's own request. All have ended with an outcome.
    expect(turns.map(({ request, result }) => [new URL(request.url).pathname, result?.outcome])).toEqual([
      [new URL(pageUrl).pathname, 'answered'],
      [new URL(info.graphqlUrl).pathname, 'answered'],
      [new URL(info.graphqlUrl).pathname, 'answered'],
    ]);
    expect(learned.map((request) => platform.learnQuery(request))).toEqual([
      { operation: 'FilteredProducts', hash: info.hashes.FilteredProducts },
    ]);
    const { bytes, responseTimeMs } = session.usage();
    expect(bytes).toBeGreaterThan(20_000);
    expect(responseTimeMs).toBeGreaterThan(0);
    expect(await readdir(root)).toHaveLength(1);
    await session.close();
    expect(await readdir(root)).toEqual([]);
  }
});

test('a block page instead of the menu page is Blocked, with a sample of it', async () => {
  const { info, proxies, pageUrl } = await closedStorefront();
  await control(info, '/control/faults', {
    rules: [{ match: { pathPrefix: '/embedded-menu' }, action: { type: 'status', status: 403 } }],
  });
  const opening = openBrowser(proxies[0]!, {
    pageUrl,
    exitAddressUrl: info.echoUrl,
    trustedSpki: info.caSpkiSha256,
  });
  await expect(opening).rejects.toMatchObject({
    kind: 'Blocked',
    evidence: { status: 403, sample: expect.stringContaining('Checking your browser') },
  });
});

test('a block page whose script lets the browser through is passed', async () => {
  const { info, platform, fetchPage, proxies, pageUrl } = await closedStorefront();
  const body =
    '<!DOCTYPE html><title>Just a moment...</title><script>onload = () => location.reload()</script>';
  await control(info, '/control/faults', {
    rules: [
      {
        match: { pathPrefix: '/embedded-menu' },
        times: 1,
        action: { type: 'status', status: 403, body, contentType: 'text/html' },
      },
    ],
  });
  const { session } = await openBrowser(proxies[0]!, {
    pageUrl,
    exitAddressUrl: info.echoUrl,
    trustedSpki: info.caSpkiSha256,
  });
  expect(platform.parseMenuPage(await session.askJson(fetchPage(0))).products.length).toBeGreaterThan(40);
});

test('answers are judged as those of any session', async () => {
  const { info, fetchPage, proxies, pageUrl } = await closedStorefront();
  const { session, turns } = await openBrowser(proxies[0]!, {
    pageUrl,
    exitAddressUrl: info.echoUrl,
    trustedSpki: info.caSpkiSha256,
  });
  const answers: [action: object, expected: object][] = [
    [{ type: 'status', status: 403 }, { kind: 'Blocked' }],
    [
      { type: 'status', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'RateLimited', retryAfterMs: 7000 },
    ],
    [{ type: 'status', status: 500 }, { kind: 'UpstreamError' }],
    [{ type: 'cut' }, { kind: 'UpstreamError' }],
    [{ type: 'truncate' }, { kind: 'ContractBroken' }],
    [{ type: 'body', body: '<html></html>', contentType: 'text/html' }, { kind: 'Blocked' }],
    [{ type: 'body', body: '{"data":', contentType: 'application/json' }, { kind: 'ContractBroken' }],
  ];
  for (const [action, expected] of answers) {
    await control(info, '/control/faults', {
      rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action }],
    });
    await expect(session.askJson(fetchPage(0)), JSON.stringify(action)).rejects.toMatchObject(expected);
  }
  expect(turns.slice(2).map(({ result }) => result?.outcome)).toEqual([
    'blocked',
    'limited',
    'failed',
    'failed',
    'failed',
    'blocked',
    'failed',
  ]);
  await expect(session.askJson(fetchPage(0))).resolves.toBeDefined();
});

test('a menu page or an exit address that does not end is given up at its limit', async () => {
  const site = await startBrowserSite((_request, response) => {
    response.setHeader('content-type', 'text/html');
    const more = (): void => {
      while (response.write('<p>'.padEnd(500_000, 'x')));
    };
    response.on('drain', more);
    more();
  });
  const opening = (exitAddressUrl: string) =>
    openBrowser(site.proxy, {
      pageUrl: 'https://store.test/menu',
      exitAddressUrl,
      trustedSpki: site.caSpkiSha256,
    });
  await expect(opening('https://echo.test/')).rejects.toMatchObject({
    kind: 'ContractBroken',
    message: 'Expected a page of at most 20000000 bytes, got more',
  });
  await expect(opening('https://store.test/menu')).rejects.toMatchObject({
    kind: 'ProxyFault',
    evidence: { because: 'ContractBroken' },
  });
});

test('a proxy that is away or refuses is the proxy’s fault, and nothing is left of the browser', async () => {
  const { info, proxies, pageUrl } = await closedStorefront();
  for (const proxy of proxies) {
    for (const broken of [
      { ...proxy, password: 'wrong' },
      { ...proxy, port: 1 },
    ]) {
      const opening = openBrowser(broken, {
        pageUrl,
        exitAddressUrl: info.echoUrl,
        trustedSpki: info.caSpkiSha256,
      });
      await expect(opening, `${proxy.protocol} ${broken.port}`).rejects.toMatchObject({ kind: 'ProxyFault' });
    }
  }
});
