import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
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

const world = new FailingWorld();
const folder = mkdtempSync(join(tmpdir(), 'transport-'));
const menu = Buffer.from(
  JSON.stringify({ products: Array.from({ length: 900 }, (_, id) => ({ id, price: id * 1.5 })) }),
);
const loopback = { allowHttp: true, allowPrivateHosts: true };

let authority: TestAuthority;
let site: string;
let secureSite: string;
let strangerSite: string;
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
  proxyPort = await world.proxy();
  securePort = await world.proxy(authority.leaf);
  deadPort = await world.closedPort();
});

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const PAGES: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/menu': (_, response) => response.setHeader('Content-Type', 'application/json').end(menu),
  '/gzip': (_, response) => encoded(response, 'gzip', zlib.gzipSync(menu)),
  '/br': (_, response) => encoded(response, 'br', zlib.brotliCompressSync(menu)),
  '/zstd': (_, response) => encoded(response, 'zstd', zlib.zstdCompressSync(menu)),
  // Its content-length is that of the cut body, so only the decoder can tell.
  '/cut-gzip': (_, response) => encoded(response, 'gzip', zlib.gzipSync(menu).subarray(0, -20)),
  '/two-members': (_, response) =>
    encoded(response, 'gzip', Buffer.concat([zlib.gzipSync('['), zlib.gzipSync(']')])),
  '/wrong-crc': (_, response) => {
    const body = zlib.gzipSync(menu);
    body.writeUInt8(body.readUInt8(body.length - 8) ^ 1, body.length - 8);
    encoded(response, 'gzip', body);
  },
  '/bomb': (_, response) => encoded(response, 'gzip', zlib.gzipSync(Buffer.alloc(30_000_000))),
  '/damaged-403': (_, response) => {
    response.statusCode = 403;
    encoded(response, 'gzip', Buffer.from('not gzip at all'));
  },
  '/empty': (_, response) => encoded(response, 'gzip', Buffer.alloc(0)),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/short': (request, response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('abc', () => request.socket.end());
  },
  '/cut-chunks': (request, response) => {
    response.writeHead(200);
    response.write('abc', () => request.socket.end());
  },
  '/reset': (request) => request.socket.destroy(),
  '/silent': () => undefined,
  // Headers and one chunk at once, the rest never.
  '/slow-body': (_, response) => void response.writeHead(200).write('abc'),
  '/407': (_, response) => response.writeHead(407).end(),
  '/594': (_, response) => response.writeHead(594).end(),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ method: request.method, headers: request.rawHeaders, body }));
    });
  },
  '/once': (_, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/away': (_, response) => response.writeHead(302, { location: 'ftp://elsewhere.test/' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/cookies': (_, response) =>
    response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] }).end('{}'),
};

function misbehave(request: IncomingMessage, response: ServerResponse): void {
  const page = PAGES[request.url ?? ''];
  if (page) page(request, response);
  else response.writeHead(404).end();
}

function encoded(response: ServerResponse, encoding: string, body: Buffer): void {
  response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', body.length);
  response.end(body);
}

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
  test.each(BROWSER_PROFILES.map((profile) => [profile.name, profile] as const))(
    'is for %s exactly its headers in their order',
    async (_, profile) => {
      const body = '{"query":"{ménu}"}';
      const headers = browserHeaders(
        { profile, acceptLanguage: 'en-US,en;q=0.9' },
        { contentType: 'application/json', bodyBytes: Buffer.byteLength(body), origin: 'https://store.test' },
      );
      const response = await ask(`${secureSite}/echo`, { method: 'POST', headers, body }, { profile });
      const echo = JSON.parse(response.body.toString()) as {
        method: string;
        headers: string[];
        body: string;
      };
      expect(echo.method).toBe('POST');
      expect(echo.body).toBe(body);
      const pairs = echo.headers.flatMap((name, at) => (at % 2 === 0 ? [[name, echo.headers[at + 1]]] : []));
      expect(pairs.filter(([name]) => name !== 'host')).toEqual(headers);
    },
  );

  test('carries the cookies that the site gave this identity, and no other identity has them', async () => {
    const transport = await open();
    const request = { method: 'GET', headers: [] } as const;
    await transport.send({ ...request, url: `${secureSite}/cookies` });
    const own = await transport.send({ ...request, url: `${secureSite}/echo` });
    await transport.close();
    expect(own.body.toString()).toContain('a=1; b=2');
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

const DAMAGED: [path: string, kind: string, fault: string][] = [
  ['/cut-gzip', 'UpstreamError', 'damaged-body'],
  ['/two-members', 'UpstreamError', 'damaged-body'],
  ['/wrong-crc', 'UpstreamError', 'damaged-body'],
  ['/short', 'UpstreamError', 'truncated'],
  ['/cut-chunks', 'UpstreamError', 'truncated'],
  ['/reset', 'UpstreamError', 'reset'],
  ['/silent', 'UpstreamError', 'headers-timeout'],
  ['/slow-body', 'UpstreamError', 'body-timeout'],
  ['/bomb', 'ContractBroken', 'body-too-large'],
  ['/407', 'ProxyFault', 'proxy-auth'],
];

describe('a bad answer', () => {
  test.each(DAMAGED)('%s over TLS is %s (%s)', async (path, kind, fault) => {
    const limits = { timeoutMs: 700, bodyTimeoutMs: 300, maxBodyBytes: 1_000_000 };
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
    const outcome = expect(asked).rejects.toBe(reason);
    control.abort(reason);
    await outcome;
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
    const error: unknown = await ask(`${secureSite}/menu`, {}, { proxy, connectTimeoutMs: 600 }).catch(
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
