import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrawlError } from '../domain/errors.ts';
import { assertAllowedAddress, resolvePublicHost, type AddressPolicy } from './address-guard.ts';
import type { LocalProxy } from './chaining-proxy.ts';

/** How many failures are known at a time: a tool may try any number of hosts. */
const FAILURES_MAX = 100;

/** A local proxy without another one behind it: it opens tunnels from this machine's own address. */
export interface DirectProxy extends LocalProxy {
  /** Returns why the last tunnel to the host of this URL could not be opened; undefined if it could. */
  failureAt(url: string): CrawlError | undefined;
}

/**
 * Starts a proxy on loopback that resolves each host itself, refuses it if one of its addresses is private, and connects to exactly the
 * addresses that it has checked. A name that changes between the check and the connection reaches nothing private. The proxy also refuses
 * clients without its password, which is new for each start.
 */
export async function startDirectProxy(policy: AddressPolicy): Promise<DirectProxy> {
  const [username, password] = [randomBytes(12).toString('hex'), randomBytes(24).toString('hex')];
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const failures = new Map<string, CrawlError>();
  const clients = new Set<Duplex>();
  const passed = countBytes();
  // Plain requests are refused: only tunnels hide what is sent.
  const server = createServer((_, response) => void response.writeHead(405).end());
  server.on('connect', (request, client, head) => {
    client.unshift(head);
    client.on('error', () => undefined);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    if (request.headers['proxy-authorization'] !== expected) return void client.end(REFUSAL);
    const target = request.url ?? '';
    failures.delete(target);
    openTunnel(client, target, { policy, onOpen: passed.count }).catch((error: unknown) => {
      failures.set(target, failureOf(error, target));
      const [oldest = ''] = failures.keys();
      if (failures.size > FAILURES_MAX) failures.delete(oldest);
      client.end(REFUSAL);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Ignored: a connection could not be accepted because file descriptors ran out; the next one may succeed.
  server.on('error', () => undefined);
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    bytes: passed.bytes,
    failureAt: (url) => failures.get(targetOf(new URL(url))),
    async close() {
      for (const client of clients) client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const REFUSAL = 'HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Settles once the tunnel is open. @throws CrawlError InvalidInput for a private address; the error of the lookup or the connection */
async function openTunnel(
  client: Duplex,
  target: string,
  { policy, onOpen }: { policy: AddressPolicy; onOpen: (site: Socket) => void },
): Promise<void> {
  const { hostname, port } = assertAllowedAddress(`https://${target}/`, policy);
  const addresses = await resolvePublicHost(hostname, policy);
  if (client.destroyed) return;
  const site = connect({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port === '' ? 443 : port),
    // The name is not looked up again, and an address not at all.
    lookup: (_host, _options, callback) => callback(null, addresses),
    autoSelectFamily: true,
  });
  site.on('error', () => undefined);
  // Also ends a connection that is being opened, and a transfer that nobody reads any more.
  for (const end of ['end', 'close']) client.on(end, () => site.destroy());
  await once(site, 'connect');
  onOpen(site);
  client.write(ESTABLISHED);
  void passOn(client, site);
}

/** Passes bytes on in both directions until one side ends. */
async function passOn(client: Duplex, site: Socket): Promise<void> {
  try {
    await pipeline(client, site, client);
  } catch {
    // The other side sees the end of its connection, and says what it means.
  } finally {
    site.destroy();
    client.destroy();
  }
}

/** Counts the bytes of connections, in both directions. */
function countBytes(): { count: (site: Socket) => void; bytes: () => number } {
  const open = new Set<Socket>();
  let closedBytes = 0;
  const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
  return {
    count(site) {
      open.add(site);
      site.on('close', () => {
        open.delete(site);
        closedBytes += bytesOf(site);
      });
    },
    bytes: () => [...open].reduce((sum, site) => sum + bytesOf(site), closedBytes),
  };
}

function failureOf(error: unknown, target: string): CrawlError {
  if (error instanceof CrawlError) return error;
  const { syscall, code = 'unknown' } = Object(error) as NodeJS.ErrnoException;
  const isLookup = syscall === 'getaddrinfo';
  const meaning = isLookup ? 'the name of the site does not resolve' : 'the connection to the site fails';
  return new CrawlError('UpstreamError', `Expected an answer from ${target}: ${meaning}`, {
    evidence: { fault: isLookup ? 'dns' : 'connect', detail: code },
  });
}

/** Returns the target of a tunnel as wreq-js writes it. */
function targetOf({ hostname, port }: URL): string {
  return `${hostname}:${port === '' ? '443' : port}`;
}
