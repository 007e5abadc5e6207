import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BROWSER_PROFILES,
  chooseProfile,
  type BrowserProfile,
  type Proxy,
} from '../../../domain/identity.ts';
import { browserHeaders } from '../../../egress/browser-headers.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';
import { FailingWorld, makeAuthority, PROXY_PASSWORD, proxyAt, type TestAuthority } from './failing-world.ts';
import { menu, misbehave } from './misbehaving-site.ts';

const world = new FailingWorld();
const folder = mkdtempSync(join(tmpdir(), 'transport-'));
const loopback = { allowHttp: true, allowPrivateHosts: true };

let authority: TestAuthority;
let site: string;
let secureSite: string;
let strangerSite: string;
let modernSite: string;
let proxyPort: number;
let securePort: number;
let deadPort: number;

beforeAll(async () => {
  authority = await makeAuthority();
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, authority.caPem);
  // Read by the native client once, before the first request of this process.
  process.env['SSL_CERT_FILE'] = caFile;
  site = `http://127.0.0.1:${await world.http(misbehave)}`;
  secureSite = `https://localhost:${await world.https(misbehave, authority.leaf)}`;
  strangerSite = `https://localhost:${await world.https(misbehave, authority.stranger)}`;
  modernSite = `https://localhost:${await world.http2(misbehave, authority.leaf)}`;
  proxyPort = await world.proxy();
  securePort = await world.proxy(authority.leaf);
  deadPort = await world.closedPort();
});

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

type Through = { proxy?: Proxy; profile?: BrowserProfile; connectTimeoutMs?: number };

async function open({ proxy = proxyAt(proxyPort), profile = chooseProfile(0), ...rest }: Through = {}) {
  return createWreqTransport({ identity: { proxy, profile }, addressPolicy: loopback, ...rest });
}

async function ask(
  url: string,
  request: Partial<HttpRequest> = {},
  through: Through = {},
): Promise<HttpResponse> {
  const transport = await open(through);
  try {
    return await transport.send({ method: 'GET', url, headers: [['accept', '*/*']], ...request });
  } finally {
    await transport.close();
  }
}

describe('a good answer', () => {
  test('comes with its size, time and address', async () => {
    const response = await ask(`${site}/menu`);
    expect(response).toMatchObject({ status: 200, wireBytes: menu.length, url: `${site}/menu` });
    expect(response.body.equals(menu)).toBe(true);
    expect(Object.fromEntries(response.headers)['content-type']).toBe('application/json');
    expect(Number.isInteger(response.durationMs)).toBe(true);
  });

  test.each(['gzip', 'br', 'zstd'])('is decoded from %s', async (encoding) => {
    const response = await ask(`${secureSite}/${encoding}`);
    expect(response.body.equals(menu)).toBe(true);
    expect(response.wireBytes).toBeLessThan(menu.length);
  });

  test('passes through a SOCKS5 proxy, which resolves the name', async () => {
    const askedHosts: string[] = [];
    const proxy = proxyAt(await world.socks(askedHosts), { protocol: 'socks5' });
    expect((await ask(`${secureSite}/menu`, {}, { proxy })).status).toBe(200);
    expect(askedHosts).toEqual(['localhost']);
  });

  test('may be empty', async () => {
    expect((await ask(`${site}/nothing`)).body).toHaveLength(0);
    expect((await ask(`${site}/empty`)).body).toHaveLength(0);
  });

  test('passes through an https proxy too', async () => {
    const proxy = proxyAt(securePort, { protocol: 'https', host: 'localhost' });
    expect((await ask(`${secureSite}/menu`, {}, { proxy })).status).toBe(200);
  });

  test('any status is an answer, also with a damaged body', async () => {
    expect(await ask(`${site}/damaged-403`)).toMatchObject({ status: 403, body: Buffer.alloc(0) });
    expect((await ask(`${site}/unknown`)).status).toBe(404);
  });
});

describe('what is sent', () => {
  test.each(
    BROWSER_PROFILES.flatMap((profile) =>
      ['HTTP/1.1', 'HTTP/2'].map((protocol) => [profile.name, protocol, profile] as const),
    ),
  )('is for %s over %s exactly its headers in their order', async (_, protocol, profile) => {
    const body = '{"query":"{ménu}"}';
    const headers = browserHeaders(
      { profile, acceptLanguage: 'en-US,en;q=0.9' },
      { contentType: 'application/json', bodyBytes: Buffer.byteLength(body), origin: 'https://store.test' },
    );
    const url = `${protocol === 'HTTP/2' ? modernSite : secureSite}/echo`;
    const response = await ask(url, { method: 'POST', headers, body }, { profile });
    const echo = JSON.parse(response.body.toString()) as { version: string; headers: string[]; body: string };
    expect(`HTTP/${echo.version}`).toContain(protocol);
    expect(echo.body).toBe(body);
    const pairs = echo.headers.flatMap((name, at) => (at % 2 === 0 ? [[name, echo.headers[at + 1]]] : []));
    // The address travels as `host` or as names with a colon; the transport derives both.
    expect(pairs.filter(([name]) => name !== 'host' && !name?.startsWith(':'))).toEqual(headers);
  });

  test('carries the cookies that the site gave this identity, and no other identity has them', async () => {
    const transport = await open();
    const request = { method: 'GET', headers: [] } as const;
    await transport.send({ ...request, url: `${secureSite}/cookies` });
    const own = await transport.send({ ...request, url: `${secureSite}/echo` });
    await transport.close();
    expect(own.body.toString()).toMatch(/"(a=1; b=2|b=2; a=1)"/);
    expect((await ask(`${secureSite}/echo`)).body.toString()).not.toContain('a=1');
  });
});

describe('redirects', () => {
  test('are followed with the same checks', async () => {
    const response = await ask(`${site}/once`, { method: 'POST', body: '{}' });
    expect(response.url).toBe(`${site}/echo`);
    expect(JSON.parse(response.body.toString())).toMatchObject({ method: 'GET', body: '' });
  });

  test.each(['/away', '/loop'])('%s breaks the contract', async (path) => {
    await expect(ask(`${site}${path}`)).rejects.toMatchObject({ kind: 'ContractBroken' });
  });

  test('without a policy only https to public hosts is asked', async () => {
    const transport = await createWreqTransport({
      identity: { proxy: proxyAt(proxyPort), profile: chooseProfile(0) },
    });
    for (const url of [`${site}/menu`, `${secureSite}/menu`]) {
      await expect(transport.send({ method: 'GET', url, headers: [] })).rejects.toMatchObject({
        kind: 'InvalidInput',
      });
    }
    await transport.close();
  });
});

const DAMAGED: [path: string, kind: string, fault: string, limits?: Partial<HttpRequest>][] = [
  ['/cut-gzip', 'UpstreamError', 'damaged-body'],
  ['/two-members', 'UpstreamError', 'damaged-body'],
  ['/wrong-crc', 'UpstreamError', 'damaged-body'],
  ['/short', 'UpstreamError', 'truncated'],
  ['/cut-chunks', 'UpstreamError', 'truncated'],
  ['/reset', 'UpstreamError', 'reset'],
  ['/silent', 'UpstreamError', 'headers-timeout', { timeoutMs: 300 }],
  ['/slow-body', 'UpstreamError', 'body-timeout', { bodyTimeoutMs: 300 }],
  ['/bomb', 'ContractBroken', 'body-too-large', { maxBodyBytes: 1_000_000 }],
  ['/407', 'ProxyFault', 'proxy-auth'],
];

describe('a bad answer', () => {
  test.each(DAMAGED)('%s over TLS is %s (%s)', async (...row) => {
    const [path, kind, fault, limits] = row;
    await expect(ask(`${secureSite}${path}`, limits)).rejects.toMatchObject({ kind, evidence: { fault } });
  });

  test('too many bytes on the wire stop the download', async () => {
    const limited = { maxWireBytes: 1_000 };
    for (const path of ['/menu', '/gzip', '/zstd']) {
      await expect(ask(`${site}${path}`, limited)).rejects.toMatchObject({ kind: 'ContractBroken' });
    }
  });

  test('a proxy that answers in the place of the site is at fault', async () => {
    await expect(ask(`${site}/594`)).rejects.toMatchObject({ kind: 'ProxyFault' });
    expect((await ask(`${secureSite}/594`)).status).toBe(594);
  });

  test('a certificate that nobody trusts is refused', async () => {
    await expect(ask(`${strangerSite}/menu`)).rejects.toMatchObject({
      kind: 'UpstreamError',
      evidence: { fault: 'certificate' },
    });
  });

  test('an abort rejects with its own reason', async () => {
    const reason = new Error('the run was cancelled');
    const control = new AbortController();
    const asked = ask(`${site}/silent`, { signal: control.signal });
    control.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  test('a closed transport sends nothing, and closing twice is nothing', async () => {
    const transport = await open();
    await transport.close();
    await transport.close();
    const request = { method: 'GET', url: `${site}/menu`, headers: [] } as const;
    await expect(transport.send(request)).rejects.toMatchObject({ kind: 'InvalidInput' });
  });
});

describe('a bad proxy', () => {
  const PROXIES: [what: string, fault: string, make: () => Promise<Proxy> | Proxy][] = [
    ['closed port', 'proxy-refused', () => proxyAt(deadPort)],
    ['closed port, https', 'proxy-refused', () => proxyAt(deadPort, { protocol: 'https' })],
    ['closed port, socks5', 'proxy-refused', () => proxyAt(deadPort, { protocol: 'socks5' })],
    ['wrong password', 'proxy-auth', () => proxyAt(proxyPort, { password: 'wrong' })],
    ['no credentials', 'proxy-auth', () => proxyAt(proxyPort, { username: null, password: null })],
    ['unknown host', 'proxy-dns', () => proxyAt(80, { host: 'no-such-proxy.invalid' })],
    [
      'untrusted certificate',
      'proxy-tls',
      async () => proxyAt(await world.proxy(authority.stranger), { protocol: 'https', host: 'localhost' }),
    ],
    ['not TLS', 'proxy-tls', () => proxyAt(proxyPort, { protocol: 'https', host: 'localhost' })],
    [
      '403 to CONNECT',
      'proxy-tunnel',
      async () =>
        proxyAt(
          await world.tcp((socket) =>
            socket.once('data', () => socket.end('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n')),
          ),
        ),
    ],
    ['closes at once', 'proxy-tunnel', async () => proxyAt(await world.tcp((socket) => socket.destroy()))],
    [
      'not a proxy',
      'proxy-tunnel',
      async () =>
        proxyAt(await world.tcp((socket) => socket.once('data', () => socket.end('nonsense\r\n\r\n')))),
    ],
    [
      'not SOCKS',
      'proxy-socks',
      async () =>
        proxyAt(await world.tcp((socket) => socket.once('data', () => socket.end('nonsense'))), {
          protocol: 'socks5',
        }),
    ],
    ['hangs', 'connect-timeout', async () => proxyAt(await world.tcp(() => undefined))],
  ];

  test.each(PROXIES)('%s is the fault of the proxy: %s', async (_, fault, make) => {
    const proxy = await make();
    const connectTimeoutMs = fault === 'connect-timeout' ? 600 : 10_000;
    const error: unknown = await ask(`${secureSite}/menu`, {}, { proxy, connectTimeoutMs }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ kind: 'ProxyFault', evidence: { fault, proxyId: 7 } });
    const { message, stack, cause } = error as Error;
    const everything = JSON.stringify([message, stack, cause ?? null, error]);
    expect(everything).not.toContain(PROXY_PASSWORD);
    expect(everything).not.toContain(encodeURIComponent(PROXY_PASSWORD));
  });

  test('a 407 on plain HTTP, which arrives as an answer, is its fault too', async () => {
    const proxy = proxyAt(proxyPort, { password: 'wrong' });
    await expect(ask(`${site}/menu`, {}, { proxy })).rejects.toMatchObject({ kind: 'ProxyFault' });
  });

  test('a site that a proxy cannot reach counts against the proxy: nothing tells the two apart', async () => {
    await expect(ask(`https://localhost:${deadPort}/`)).rejects.toMatchObject({ kind: 'ProxyFault' });
  });
});
