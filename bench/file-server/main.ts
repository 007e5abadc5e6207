import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as ProxyServer } from 'proxy-chain';
import { openTestAuthority } from '../../sandbox/test-authority.ts';

// The servers of the downloads of the bench `jobs`: a TLS site with files such as `/files/500000000.bin?rate=50000000`, and a proxy in
// front of it. A separate process. Sends its parent one message with its addresses.

const PIECE = randomBytes(256 * 1024);
const SMALL: Readonly<Record<string, string>> = { '/ip': '{"ip":"203.0.113.1"}', '/robots.txt': '' };

const authority = await openTestAuthority(process.argv[2] ?? '.');
const site = createServer({ ...(await authority.issue(['localhost'])), keepAliveTimeout: 60_000 });
site.on('request', (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost');
  const small = SMALL[pathname];
  if (small !== undefined) return void response.end(small);
  const bytes = Number(/^\/files\/(\d+)\.bin$/.exec(pathname)?.[1] ?? 0);
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
  const pieces = piecesOf(bytes, Number(searchParams.get('rate') ?? Infinity));
  pipeline(Readable.from(pieces), response).catch(() => undefined);
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const proxy = new ProxyServer({ port: 0, host: '127.0.0.1' });
await proxy.listen();
process.once('disconnect', () => process.exit());
process.send?.({
  sitePort: (site.address() as AddressInfo).port,
  proxyPort: proxy.port,
  caFile: authority.caFile,
});

async function* piecesOf(bytes: number, rate: number): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  for (let at = 0; at < bytes; at += PIECE.length) {
    const dueMs = (at / rate) * 1000 - (performance.now() - startedAt);
    if (dueMs > 0) await wait(dueMs);
    yield PIECE.subarray(0, bytes - at);
  }
}
