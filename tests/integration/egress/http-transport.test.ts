import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BROWSER_PROFILES } from '../../../domain/browser-profiles.ts';
import { browserHeaders } from '../../../egress/browser-headers.ts';
import { headerOf, type HttpRequest, type HttpResponse } from '../../../egress/http-transport.ts';
import { proxyAt } from './failing-world.ts';
import { menu } from './misbehaving-site.ts';
import { openTransport, type Through } from './open-transport.ts';
import { startTransportWorld, type TransportWorld } from './transport-world.ts';

let world: TransportWorld;

beforeAll(async () => {
  world = await startTransportWorld();
});

afterAll(() => world.close());

describe('a transport', () => {
  const open = (through: Partial<Through> = {}) =>
    openTransport({ proxy: proxyAt(world.proxyPort), ...through });

  async function ask(
    url: string,
    request: Partial<HttpRequest> = {},
    through: Partial<Through> = {},
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
      const response = await ask(`${world.site}/menu`);
      expect(response).toMatchObject({ status: 200, wireBytes: menu.length, url: `${world.site}/menu` });
      expect(response.body.equals(menu)).toBe(true);
      expect(headerOf(response, 'content-type')).toBe('application/json');
      expect(Number.isInteger(response.durationMs)).toBe(true);
    });

    test.each(['gzip', 'br', 'zstd', 'deflate'])(
      'is decoded from %s, over HTTP/1.1 and HTTP/2',
      async (encoding) => {
        for (const origin of [world.secureSite, world.modernSite]) {
          const response = await ask(`${origin}/${encoding}`);
          expect(response.body.equals(menu)).toBe(true);
          expect(response.wireBytes).toBe(Number(headerOf(response, 'content-length')));
          expect(response.wireBytes).toBeLessThan(menu.length);
        }
      },
    );

    test('of no announced length is counted as it came', async () => {
      const response = await ask(`${world.modernSite}/gzip-without-length`);
      expect(response.body.equals(menu)).toBe(true);
      expect(response.wireBytes).toBeLessThan(menu.length);
    });

    test.each([
      ['http', () => proxyAt(world.proxyPort)],
      ['https', () => proxyAt(world.securePort, { protocol: 'https', host: 'localhost' })],
      ['socks5', () => proxyAt(world.socksPort, { protocol: 'socks5' })],
    ] as const)(
      'passes through a proxy that speaks %s and asks for odd credentials',
      async (protocol, proxy) => {
        for (const origin of [world.site, world.secureSite, world.modernSite])
          expect((await ask(`${origin}/menu`, {}, { proxy: proxy() })).body.equals(menu)).toBe(true);
        expect(proxy().protocol).toBe(protocol);
      },
    );

    test('leaves the resolving of names to a SOCKS5 proxy', async () => {
      world.socksHosts.length = 0;
      await ask(`${world.secureSite}/menu`, {}, { proxy: proxyAt(world.socksPort, { protocol: 'socks5' }) });
      expect(world.socksHosts).toEqual(['localhost']);
    });

    test('may be empty', async () => {
      expect((await ask(`${world.site}/nothing`)).body).toHaveLength(0);
      expect((await ask(`${world.site}/empty`)).body).toHaveLength(0);
    });

    test('has any status, also with a damaged body', async () => {
      expect(await ask(`${world.site}/damaged-403`)).toMatchObject({ status: 403, body: Buffer.alloc(0) });
      expect((await ask(`${world.site}/unknown`)).status).toBe(404);
    });
  });

  describe('what is sent', () => {
    test.each(BROWSER_PROFILES.map((profile) => [profile.name, profile] as const))(
      'is for %s exactly its headers, over HTTP/1.1 and HTTP/2',
      async (_name, profile) => {
        const body = '{"query":"{ménu}"}';
        const headers = browserHeaders(
          { profile, acceptLanguage: 'en-US,en;q=0.9' },
          {
            contentType: 'application/json',
            bodyBytes: Buffer.byteLength(body),
            origin: 'https://store.com',
            own: [['apollographql-client-name', 'menus']],
          },
        );
        for (const [origin, version] of [
          [world.secureSite, '1.1'],
          [world.modernSite, '2.0'],
        ]) {
          const response = await ask(`${origin}/echo`, { method: 'POST', headers, body }, { profile });
          const echo = JSON.parse(response.body.toString()) as Echo;
          expect(echo).toMatchObject({ method: 'POST', version, body });
          expect(pairsOf(echo)).toEqual(headers);
        }
      },
    );

    test('carries the cookies that the site gave this identity, and no other identity has them', async () => {
      const transport = await open();
      const request = { method: 'GET', headers: [] } as const;
      await transport.send({ ...request, url: `${world.secureSite}/cookies` });
      const own = await transport.send({ ...request, url: `${world.secureSite}/echo` });
      const elsewhere = await transport.send({ ...request, url: `${world.site}/echo` });
      await transport.close();
      expect(own.body.toString()).toMatch(/"(a=1; b=2|b=2; a=1)"/);
      expect(elsewhere.body.toString()).not.toContain('a=1');
      expect((await ask(`${world.secureSite}/echo`)).body.toString()).not.toContain('a=1');
    });
  });

  describe('redirects', () => {
    test('are followed three times, and a POST becomes a GET where the status says so', async () => {
      const response = await ask(`${world.site}/three-times`, { method: 'POST', body: '{}' });
      expect(response.url).toBe(`${world.site}/echo`);
      expect(JSON.parse(response.body.toString())).toMatchObject({ method: 'GET', body: '' });
    });

    test('take no secrets to another host', async () => {
      const headers = (target: string) =>
        [
          ['authorization', 'secret'],
          ['x-target', target],
        ] as const;
      const same = await ask(`${world.site}/to`, { headers: headers('/echo') });
      expect(same.body.toString()).toContain('secret');
      const other = await ask(`${world.site}/to`, { headers: headers(`${world.secureSite}/echo`) });
      expect(other.url).toBe(`${world.secureSite}/echo`);
      expect(other.body.toString()).not.toContain('secret');
    });

    test.each([
      ['/away', 'redirect'],
      ['/inward', 'redirect'],
      ['/inward-by-name', 'redirect'],
      ['/loop', 'too-many-redirects'],
    ])('%s breaks the contract: %s', async (path, fault) => {
      await expect(ask(`${world.site}${path}`)).rejects.toMatchObject({
        kind: 'ContractBroken',
        evidence: { fault },
      });
    });

    test('without a policy only https to public hosts is asked', async () => {
      const transport = await open({ addressPolicy: {} });
      for (const origin of [world.site, world.secureSite])
        await expect(
          transport.send({ method: 'GET', url: `${origin}/menu`, headers: [] }),
        ).rejects.toMatchObject({
          kind: 'InvalidInput',
        });
      await transport.close();
    });
  });

  test('an abort rejects with its own reason, before and during the body', async () => {
    for (const path of ['/silent', '/slow-body']) {
      const reason = new Error('the run was cancelled');
      const control = new AbortController();
      const arrived = world.nextRequest();
      const requested = ask(`${world.site}${path}`, { signal: control.signal });
      await arrived;
      control.abort(reason);
      await expect(requested).rejects.toBe(reason);
    }
  });

  test('closing ends the connections', async () => {
    const opened = Promise.withResolvers<Socket>();
    const proxyPort = await world.world.tcp((socket) => {
      opened.resolve(socket);
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    });
    const transport = await open({ proxy: proxyAt(proxyPort) });
    await transport.send({ method: 'GET', url: `${world.site}/menu`, headers: [] });
    const socket = await opened.promise;
    expect(socket.readyState).toBe('open');
    await transport.close();
    await vi.waitFor(() => expect(socket.readableEnded || socket.destroyed).toBe(true), 5_000);
  });

  test('a closed transport sends nothing, and closing twice is nothing', async () => {
    const transport = await open();
    await transport.close();
    await transport.close();
    const request = { method: 'GET', url: `${world.site}/menu`, headers: [] } as const;
    await expect(transport.send(request)).rejects.toMatchObject({ kind: 'InvalidInput' });
  });
});

type Echo = { method: string; version: string; headers: string[]; body: string };

/** Returns the headers as pairs, without `host` and pseudo-headers, which the transport derives from the URL. */
function pairsOf({ headers }: Echo): [string, string][] {
  return headers
    .flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
    .filter(([name]) => name !== 'host' && !name.startsWith(':'));
}
