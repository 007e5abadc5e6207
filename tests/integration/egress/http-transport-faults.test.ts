import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Proxy } from '../../../domain/identity.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';
import { PROXY_PASSWORD, proxyAt } from './failing-world.ts';
import { openTransport, type Through } from './open-transport.ts';
import { startTransportWorld, type TransportWorld } from './transport-world.ts';

let world: TransportWorld;

beforeAll(async () => {
  world = await startTransportWorld();
});

afterAll(() => world.close());

const DAMAGED: [path: string, kind: string, fault: string, limits?: Partial<HttpRequest>][] = [
  ['/cut-gzip', 'UpstreamError', 'damaged-body'],
  ['/cut-br', 'UpstreamError', 'damaged-body'],
  ['/cut-zstd', 'UpstreamError', 'damaged-body'],
  ['/cut-deflate', 'UpstreamError', 'damaged-body'],
  ['/wrong-crc', 'UpstreamError', 'damaged-body'],
  ['/two-members', 'UpstreamError', 'damaged-body'],
  ['/bytes-after-gzip', 'UpstreamError', 'damaged-body'],
  ['/bytes-after-br', 'UpstreamError', 'damaged-body'],
  ['/bytes-after-deflate', 'UpstreamError', 'damaged-body'],
  ['/bytes-after-zstd', 'UpstreamError', 'damaged-body'],
  ['/unknown-encoding', 'UpstreamError', 'damaged-body'],
  ['/two-encodings', 'UpstreamError', 'damaged-body'],
  ['/short', 'UpstreamError', 'truncated'],
  ['/cut-chunks', 'UpstreamError', 'truncated'],
  ['/reset', 'UpstreamError', 'reset'],
  ['/not-http', 'UpstreamError', 'not-http'],
  ['/silent', 'UpstreamError', 'headers-timeout', { timeoutMs: 300 }],
  ['/slow-body', 'UpstreamError', 'body-timeout', { bodyTimeoutMs: 300 }],
  ['/drip', 'UpstreamError', 'body-timeout', { bodyTimeoutMs: 300 }],
  ['/bomb', 'ContractBroken', 'body-too-large', { maxBodyBytes: 1_000_000 }],
  ['/endless', 'ContractBroken', 'body-too-large'],
];

describe('a transport', () => {
  async function ask(
    url: string,
    request: Partial<HttpRequest> = {},
    through: Partial<Through> = {},
  ): Promise<HttpResponse> {
    const transport = await openTransport({ proxy: proxyAt(world.proxyPort), ...through });
    try {
      return await transport.send({ method: 'GET', url, headers: [['accept', '*/*']], ...request });
    } finally {
      await transport.close();
    }
  }

  describe('a bad answer', () => {
    test.each(DAMAGED)('%s over TLS is %s (%s)', async (...row) => {
      const [path, kind, fault, limits] = row;
      await expect(ask(`${world.secureSite}${path}`, limits)).rejects.toMatchObject({
        kind,
        evidence: { fault },
      });
    });

    test('too many bytes on the wire stop the download', async () => {
      for (const path of ['/menu', '/gzip', '/zstd'])
        await expect(ask(`${world.site}${path}`, { maxWireBytes: 1_000 })).rejects.toMatchObject({
          kind: 'ContractBroken',
        });
    });

    test('a proxy that answers in the place of the site is at fault', async () => {
      await expect(ask(`${world.site}/594`)).rejects.toMatchObject({ kind: 'ProxyFault' });
      await expect(ask(`${world.site}/407`)).rejects.toMatchObject({ kind: 'ProxyFault' });
    });

    test('within a tunnel nothing but the site can have answered', async () => {
      expect((await ask(`${world.secureSite}/594`)).status).toBe(594);
      expect((await ask(`${world.secureSite}/407`)).status).toBe(407);
    });

    test('a certificate that nobody trusts is refused', async () => {
      await expect(ask(`${world.strangerSite}/menu`)).rejects.toMatchObject({
        kind: 'UpstreamError',
        evidence: { fault: 'certificate' },
      });
    });
  });

  describe('a bad proxy', () => {
    test.each(PROXIES)('%s is the fault of the proxy: %s', async (_what, fault, make) => {
      const error: unknown = await ask(`${world.secureSite}/menu`, {}, { proxy: await make(world) }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ kind: 'ProxyFault', evidence: { fault, proxyId: 7 } });
      const { message, stack, cause } = error as Error;
      const everything = JSON.stringify([message, stack, cause ?? null, error]);
      expect(everything).not.toContain(PROXY_PASSWORD);
      expect(everything).not.toContain(encodeURIComponent(PROXY_PASSWORD));
    });

    test('that hangs is its fault, at the deadline for connecting', async () => {
      const proxy = proxyAt(await world.world.tcp(() => undefined));
      const requested = ask(
        `${world.secureSite}/menu`,
        { timeoutMs: 1_500 },
        { proxy, connectTimeoutMs: 500 },
      );
      await expect(requested).rejects.toMatchObject({
        kind: 'ProxyFault',
        evidence: { fault: 'connect-timeout' },
      });
    });

    test('a 407 on plain HTTP, which arrives as an answer, is its fault too', async () => {
      const proxy = proxyAt(world.proxyPort, { password: 'wrong' });
      await expect(ask(`${world.site}/menu`, {}, { proxy })).rejects.toMatchObject({ kind: 'ProxyFault' });
    });

    test('a site that a proxy cannot reach counts against the proxy: nothing tells the two apart', async () => {
      for (const proxy of [proxyAt(world.proxyPort), proxyAt(world.socksPort, { protocol: 'socks5' })])
        await expect(ask(`https://localhost:${world.deadPort}/`, {}, { proxy })).rejects.toMatchObject({
          kind: 'ProxyFault',
        });
    });
  });
});

const PROXIES: [what: string, fault: string, make: (world: TransportWorld) => Promise<Proxy> | Proxy][] = [
  ['closed port', 'proxy-refused', ({ deadPort }) => proxyAt(deadPort)],
  ['closed port, https', 'proxy-refused', ({ deadPort }) => proxyAt(deadPort, { protocol: 'https' })],
  ['closed port, socks5', 'proxy-refused', ({ deadPort }) => proxyAt(deadPort, { protocol: 'socks5' })],
  ['wrong password', 'proxy-auth', ({ proxyPort }) => proxyAt(proxyPort, { password: 'wrong' })],
  ['no credentials', 'proxy-auth', ({ proxyPort }) => proxyAt(proxyPort, { username: null, password: null })],
  [
    'wrong password, socks5',
    'proxy-auth',
    ({ socksPort }) => proxyAt(socksPort, { protocol: 'socks5', password: 'wrong' }),
  ],
  ['unknown host', 'proxy-dns', () => proxyAt(80, { host: 'no-such-proxy.invalid' })],
  [
    'untrusted certificate',
    'proxy-tls',
    async ({ world: servers, authority }) =>
      proxyAt(await servers.proxy(authority.stranger), { protocol: 'https', host: 'localhost' }),
  ],
  ['not TLS', 'proxy-tls', ({ proxyPort }) => proxyAt(proxyPort, { protocol: 'https', host: 'localhost' })],
  [
    '403 to CONNECT',
    'proxy-tunnel',
    (it) => proxyThatSays(it, 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n'),
  ],
  ['not a proxy', 'proxy-tunnel', (it) => proxyThatSays(it, 'nonsense\r\n\r\n')],
  ['not SOCKS', 'proxy-socks', (it) => proxyThatSays(it, 'nonsense', { protocol: 'socks5' })],
  [
    'closes at once',
    'proxy-tunnel',
    async ({ world: servers }) => proxyAt(await servers.tcp((socket) => socket.destroy())),
  ],
];

async function proxyThatSays(
  { world: servers }: TransportWorld,
  text: string,
  facts: Partial<Proxy> = {},
): Promise<Proxy> {
  return proxyAt(await servers.tcp((socket) => socket.once('data', () => socket.end(text))), facts);
}
