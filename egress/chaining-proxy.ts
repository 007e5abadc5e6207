import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import { RequestError, Server, type ConnectionStats } from 'proxy-chain';
import type { Proxy } from '../domain/identity.ts';
import { assertPublicAddress, type AddressPolicy } from './address-guard.ts';
import { within } from './deadline.ts';
import { proxyUrl } from './proxy-url.ts';
import { trustedAuthorities } from './trusted-authorities.ts';

/** A tunnel is refused when the resolver does not answer in time, because its target is unknown. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** A proxy on loopback. A browser or a tool gets its address instead of a real proxy's address and password. */
export interface LocalProxy {
  /** `127.0.0.1:<port>`; appears on a browser's command line. */
  address: string;
  /** Never on a command line, so that nobody else on this machine can use the port: a browser gets it over its pipe, a tool in its environment. */
  username: string;
  password: string;
  /** Bytes through the proxy in both directions. */
  bytes(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback that forwards everything to a proxy with credentials. The local proxy refuses private addresses, by name and
 * by what the name resolves to here. A name that does not resolve here is left to the real proxy, which resolves every name again. The
 * local proxy also refuses clients without its password, which is new for each start.
 */
export async function startChainingProxy(proxy: Proxy, policy: AddressPolicy): Promise<LocalProxy> {
  const [username, password] = [randomBytes(12).toString('hex'), randomBytes(24).toString('hex')];
  const upstreamProxyUrl = proxyUrl(proxy);
  // `servername` is set because Node would otherwise take it from the Host header, which names the site.
  const agent = new Agent({ ca: trustedAuthorities(), servername: isIP(proxy.host) === 0 ? proxy.host : '' });
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    async prepareRequestFunction(requested) {
      if (requested.username !== username || requested.password !== password)
        return { requestAuthentication: true };
      await refusePrivate(requested, policy);
      return { upstreamProxyUrl, httpsAgent: agent };
    },
  });
  let closedBytes = 0;
  server.on('connectionClosed', ({ stats }: { stats: ConnectionStats }) => (closedBytes += bytesOf(stats)));
  await server.listen();
  // Ignored: a connection could not be accepted because file descriptors ran out; the next one may succeed.
  server.server.on('error', () => undefined);
  return {
    address: `127.0.0.1:${server.port}`,
    username,
    password,
    bytes: () =>
      server
        .getConnectionIds()
        .reduce((sum, id) => sum + bytesOf(server.getConnectionStats(id)), closedBytes),
    close: () => server.close(true),
  };
}

/**
 * @throws RequestError 403 for an address that is forbidden by its name or by what it resolves to; 504 when the lookup times out
 */
async function refusePrivate(
  requested: { hostname: string; port: number; isHttp: boolean },
  policy: AddressPolicy,
): Promise<void> {
  const host =
    requested.hostname.includes(':') && !requested.hostname.startsWith('[')
      ? `[${requested.hostname}]`
      : requested.hostname;
  const judged = assertPublicAddress(
    `${requested.isHttp ? 'http' : 'https'}://${host}:${requested.port}/`,
    policy,
  );
  const checked = judged.then(
    ({ hostname }) => {
      // The tunnel is requested with the host as the client wrote it, so the client must write the form that was checked. Browsers do.
      if (hostname !== host) throw new RequestError(`Refused: write the host as ${hostname}`, 403);
    },
    () => {
      throw new RequestError('Refused: not a public https address', 403);
    },
  );
  const failure = (): Error => new RequestError('Refused: the name could not be looked up in time', 504);
  await within({ timeoutMs: LOOKUP_TIMEOUT_MS, failure }, checked);
}

function bytesOf(stats: ConnectionStats | undefined): number {
  return (stats?.trgRxBytes ?? 0) + (stats?.trgTxBytes ?? 0);
}
