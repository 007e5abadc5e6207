import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetch as fetchDirectly } from 'wreq-js';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { createSandboxClient } from './sandbox-client.ts';
import type { SandboxClient } from './sandbox-client.ts';

let folder: string;
let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox({ stateDir: folder, seed: 11, dispensaries: 3, products: 100 });
  client = createSandboxClient(sandbox.info);
});
afterEach(async () => {
  await client.control('DELETE', '/control/faults');
  for (const { exitAddress } of sandbox.info.proxies)
    await client.control('POST', '/control/proxies', { exitAddress, works: true });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function bigStore() {
  const { body } = await client.control('GET', '/control/truth');
  const [store] = body.dispensaries.toSorted((one, other) => other.products.length - one.products.length);
  if (!store) throw new Error('Expected a store in the truth.');
  return store;
}

describe('the proxies', () => {
  it.each(['http', 'https', 'socks5'] as const)(
    'lead to the storefront with the exit address of the %s proxy',
    async (protocol) => {
      const proxy = client.proxy(protocol);
      const answer = await client.get(sandbox.info.echoUrl, { protocol });
      expect(await answer.json()).toEqual({ ip: proxy.exitAddress });
    },
  );

  it('lead nowhere else: any host is the storefront', async () => {
    const answer = await client.get('https://www.example.com/robots.jpg', { protocol: 'socks5' });
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  it.each(['http', 'https', 'socks5'] as const)(
    'refuse wrong credentials at the %s proxy, and count that',
    async (protocol) => {
      const before = await client.totals();
      await expect(client.get(sandbox.info.echoUrl, { protocol, password: 'guess' })).rejects.toThrow(
        /auth/i,
      );
      expect((await client.totals()).proxyAuthFailures).toBe(before.proxyAuthFailures + 1);
    },
  );

  it('can be broken and repaired one by one', async () => {
    const { exitAddress } = client.proxy('socks5');
    await client.control('POST', '/control/proxies', { exitAddress, works: false });
    await expect(client.get(sandbox.info.echoUrl, { protocol: 'socks5' })).rejects.toThrow(/connect/i);
    expect((await client.get(sandbox.info.echoUrl, { protocol: 'https' })).status).toBe(200);
    await client.control('POST', '/control/proxies', { exitAddress, works: true });
    expect((await client.get(sandbox.info.echoUrl, { protocol: 'socks5' })).status).toBe(200);
  });

  it.each([
    ['http', 407, /auth/i],
    ['https', 502, /tunnel/i],
    ['socks5', 407, /auth/i],
    ['socks5', 502, /SOCKS/i],
  ] as const)('can refuse tunnels: the %s proxy with %i', async (protocol, refuses, error) => {
    const { exitAddress } = client.proxy(protocol);
    await client.control('POST', '/control/proxies', { exitAddress, works: true, refuses });
    await expect(client.get(sandbox.info.echoUrl, { protocol })).rejects.toThrow(error);
    await client.control('POST', '/control/proxies', { exitAddress, works: true });
    expect((await client.get(sandbox.info.echoUrl, { protocol })).status).toBe(200);
  });

  it.each(['http', 'https', 'socks5'] as const)('can slow down: the %s proxy', async (protocol) => {
    const { exitAddress } = client.proxy(protocol);
    const picture = (await bigStore()).products.find((product) => product.imageOk)!.imageUrl!;
    await client.control('POST', '/control/proxies', { exitAddress, works: true, bytesPerSecond: 20_000 });
    const startedAtMs = performance.now();
    const bytes = await (await client.get(picture, { protocol })).arrayBuffer();
    // A little less than the expected duration, because timers may fire early.
    expect(performance.now() - startedAtMs).toBeGreaterThan((bytes.byteLength / 20_000) * 900);
  });

  const broken = /EOF|end of file|connection|body/i;
  it.each([
    ['http', 'cut', { error: broken }],
    ['https', 'cut', { error: broken }],
    ['socks5', 'cut', { error: broken }],
    // The storefront closes the connection, but the client does not notice it.
    ['http', 'stall', { error: /timed out/i, headers: { connection: 'close' }, timeoutMs: 3_000 }],
  ] as const)(
    'can turn bad under an open connection: the %s proxy, %s',
    async (protocol, kind, { error, ...options }) => {
      const { exitAddress } = client.proxy(protocol);
      await client.control('POST', '/control/faults', {
        rules: [{ match: { exitAddress }, times: 1, action: { type: 'hold' } }],
      });
      const { body: start } = await client.control('GET', '/control/requests');
      const answer = client.get(sandbox.info.echoUrl, { protocol, ...options });
      answer.catch(() => undefined);
      await client.control('GET', `/control/wait?held=1&since=${start.last}`);
      const breaks = { kind, afterBytes: 10 };
      await client.control('POST', '/control/proxies', { exitAddress, works: true, breaks });
      await client.control('POST', '/control/release');
      await expect(answer).rejects.toThrow(error);
      await client.control('POST', '/control/proxies', { exitAddress, works: true });
      expect((await client.get(sandbox.info.echoUrl, { protocol })).status).toBe(200);
    },
  );

  it('have no plain-HTTP sites', async () => {
    const answer = await client.get('http://dutchie.sandbox.test/', { protocol: 'http' });
    expect(answer.status).toBe(502);
  });
});

describe('the storefront', () => {
  it('refuses and counts direct connections', async () => {
    const before = await client.totals();
    await expect(fetchDirectly(`${sandbox.info.storefrontUrl}/`, { browser: 'chrome_131' })).rejects.toThrow(
      /connection/i,
    );
    const after = await client.totals();
    expect(after.directRefused).toBeGreaterThan(before.directRefused);
    expect(after.requests).toBe(before.requests);
  });

  it('serves the whole menu in pages, as the truth has it', async () => {
    const store = await bigStore();
    const ids: string[] = [];
    for (const page of [0, 1, 2]) {
      const { products } = await client.menu(store.platformId, { page });
      ids.push(...products.map((product) => String(product['id'])));
    }
    expect(store.products.length).toBeGreaterThan(200);
    expect(ids.toSorted()).toEqual(store.products.map((product) => product.id).toSorted());
  });

  it('serves real JPEG and PNG pictures, the same bytes each time, with an etag', async () => {
    const formats = new Set<string>();
    const store = await bigStore();
    for (const { imageUrl, imageOk } of store.products.slice(0, 40)) {
      if (imageUrl === null || !imageOk) continue;
      const answer = await client.get(imageUrl);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { format, width } = await sharp(bytes).metadata();
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(width).toBeGreaterThanOrEqual(200);
      formats.add(format);
      const again = await client.get(imageUrl, {
        headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
    expect([...formats].toSorted()).toEqual(['jpeg', 'png']);
  });

  it('has no picture where the truth says so', async () => {
    const broken = (await bigStore()).products.find(
      (product) => product.imageUrl !== null && !product.imageOk,
    );
    expect((await client.get(broken?.imageUrl ?? '')).status).toBe(404);
  });

  it('serves the page of a store, whose script names the store and the hash', async () => {
    const store = await bigStore();
    const page = await (await client.get(`${sandbox.info.menuBaseUrl}/embedded-menu/${store.slug}`)).text();
    expect(page).toContain(store.platformId);
    expect(page).toContain(sandbox.info.hashes.FilteredProducts);
  });

  it('answers at every numbered endpoint, and on any host', async () => {
    const { platformId } = await bigStore();
    for (const base of [
      'https://dutchie.sandbox.test/graphql',
      'https://dutchie.sandbox.test/api-0/graphql',
      'https://shop.some-store.test/api-4/graphql',
    ]) {
      expect((await client.menu(platformId, { page: 0, base })).products).toHaveLength(100);
    }
  });

  it('compresses for those who take gzip', async () => {
    const answer = await client.get(sandbox.info.echoUrl, {
      headers: { 'accept-encoding': 'gzip' },
      compress: false,
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
  });
});

describe('a fault', () => {
  const rule = (action: object, more: object = {}) => ({
    rules: [{ match: { host: 'echo.sandbox.test' }, action, ...more }],
  });
  const echo = () => client.get(sandbox.info.echoUrl);

  it('answers another status with headers, as often as asked, and counts blocks', async () => {
    const before = await client.totals();
    await client.control(
      'POST',
      '/control/faults',
      rule({ type: 'status', status: 429, headers: { 'retry-after': '7' } }, { times: 1 }),
    );
    const answer = await echo();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await echo()).status).toBe(200);
    expect((await client.totals()).blocked).toBe(before.blocked + 1);
  });

  it('answers 403 with a challenge page unless told otherwise', async () => {
    await client.control('POST', '/control/faults', rule({ type: 'status', status: 403 }));
    const answer = await echo();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('Just a moment');
  });

  it('strikes one identity and spares the others', async () => {
    const { exitAddress } = client.proxy('http');
    await client.control('POST', '/control/faults', {
      rules: [{ match: { exitAddress }, action: { type: 'status', status: 403 } }],
    });
    expect((await client.get(sandbox.info.echoUrl, { protocol: 'http' })).status).toBe(403);
    expect((await client.get(sandbox.info.echoUrl, { protocol: 'https' })).status).toBe(200);
  });

  it('cuts the compressed body short behind an honest length', async () => {
    await client.control('POST', '/control/faults', {
      rules: [{ match: { operation: 'FilteredProducts' }, action: { type: 'truncate' } }],
    });
    const answer = await client.fetchMenu((await bigStore()).platformId, { page: 0, compress: false });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect([bytes[0], bytes[1]]).toEqual([0x1f, 0x8b]);
    await expect(client.unzip(bytes)).rejects.toThrow('unexpected end of file');
  });

  it('cuts the connection in the middle of a body', async () => {
    await client.control('POST', '/control/faults', {
      rules: [{ match: { operation: 'FilteredProducts' }, action: { type: 'cut' } }],
    });
    const { platformId } = await bigStore();
    await expect(client.menu(platformId, { page: 0 })).rejects.toThrow(/body|connection|end of file/i);
  });

  it('replaces the body', async () => {
    await client.control(
      'POST',
      '/control/faults',
      rule({ type: 'body', body: '<p>no</p>', contentType: 'text/html' }),
    );
    expect(await (await echo()).text()).toBe('<p>no</p>');
  });

  it('plays a forgotten hash', async () => {
    await client.control('POST', '/control/faults', {
      rules: [{ match: { page: 0 }, action: { type: 'persistedQueryNotFound' } }],
    });
    const answer = await client.fetchMenu((await bigStore()).platformId, { page: 0 });
    expect(await answer.json()).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] });
  });

  it('holds a request until it is released, while a test waits for that moment', async () => {
    await client.control('POST', '/control/faults', rule({ type: 'hold' }));
    const { body: start } = await client.control('GET', '/control/requests');
    const answer = echo();
    const held = await client.control('GET', `/control/wait?held=1&since=${start.last}`);
    expect(held.body.requests).toMatchObject([{ host: 'echo.sandbox.test', held: true, status: null }]);
    expect((await client.control('POST', '/control/release')).body).toEqual({ released: 1 });
    expect((await answer).status).toBe(200);
  });

  it('is refused with one clear error when it is not understood', async () => {
    const { status, body } = await client.control('POST', '/control/faults', {
      rules: [{ match: {}, action: { type: 'flood' } }],
    });
    expect(status).toBe(400);
    expect(body.error).toMatch(/flood.*accepted types are status/s);
  });
});

describe('the control server', () => {
  it('gives up a wait at its timeout with status 408', async () => {
    const { status, body } = await client.control('GET', '/control/wait?operation=Never&timeoutMs=5');
    expect([status, body.error]).toEqual([408, 'Fewer than 1 matching requests within 5 ms.']);
  });

  it('moves the world on, and still tells the passes before', async () => {
    const { body: before } = await client.control('GET', '/control/truth');
    expect((await client.control('POST', '/control/evolve')).body).toEqual({ pass: before.pass + 1 });
    const { body: after } = await client.control('GET', '/control/truth');
    expect(after.dispensaries).not.toEqual(before.dispensaries);
    expect((await client.control('GET', `/control/truth?pass=${before.pass}`)).body).toEqual(before);
    const [store] = after.dispensaries;
    const { totalCount } = await client.menu(store?.platformId ?? '', { page: 0 });
    expect(totalCount).toBe(store?.products.length);
  });

  it('rotates the hashes, after which only a page or the control server tells the new ones', async () => {
    const { platformId } = await bigStore();
    const { body } = await client.control('POST', '/control/rotate-hashes');
    const old = await client.fetchMenu(platformId, { page: 0 });
    expect(await old.json()).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] });
    const { products } = await client.menu(platformId, { page: 0, hash: body.hashes.FilteredProducts });
    expect(products).toHaveLength(100);
  });

  it('shows a person what it is', async () => {
    const page = await (await fetch(sandbox.info.controlUrl)).text();
    expect(page).toContain('three proxies');
  });

  it('names the calls it knows when asked for another', async () => {
    const { status, body } = await client.control('GET', '/control/nothing');
    expect(status).toBe(404);
    expect(body.error).toContain('POST /control/evolve');
  });
});
