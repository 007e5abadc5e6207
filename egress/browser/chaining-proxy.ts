import { randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import { getCACertificates, rootCertificates } from 'node:tls';
import { RequestError, Server, type ConnectionStats } from 'proxy-chain';
import type { Proxy } from '../../domain/identity.ts';
import { assertPublicAddress, type AddressPolicy } from '../address-guard.ts';
import { within } from '../deadline.ts';
import { proxyUrl } from '../proxy-url.ts';

/** A resolver that hangs: the tunnel is refused, as nothing is known of where it would lead. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** The local end of a proxy: what a browser is given instead of the proxy's own address and password. */
export interface ChainingProxy {
  /** `127.0.0.1:<port>`; stands on the browser's command line. */
  address: string;
  /** Given to the browser over its pipe, never on its command line: nobody else on this machine can use the port. */
  username: string;
  password: string;
  /** What went through the proxy, both ways. */
  bytes(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback that passes everything on to a proxy with credentials. What leads to a
 * private address is refused here, by its name and by what the name resolves to here; a name that does not is left to
 * the proxy, which resolves it again. Whoever lacks the password, which is new each time, is refused too.
 */
export async function startChainingProxy(proxy: Proxy, policy: AddressPolicy): Promise<ChainingProxy> {
  const [username, password] = [randomBytes(12).toString('hex'), randomBytes(24).toString('hex')];
  const upstreamProxyUrl = proxyUrl(proxy);
  // Named here, because it would else be taken from the header that names the site.
  const agent = new Agent({ ca: trustedAuthorities(), servername: isIP(proxy.host) === 0 ? proxy.host : '' });
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    async prepareRequestFunction(asked) {
      if (asked.username !== username || asked.password !== password) return { requestAuthentication: true };
      await refusePrivate(asked, policy);
      return { upstreamProxyUrl, httpsAgent: agent };
    },
  });
  let closedBytes = 0;
  server.on('connectionClosed', ({ stats }: { stats: ConnectionStats }) => (closedBytes += bytesOf(stats)));
  await server.listen();
  // A connection that could not be accepted, for want of file descriptors: the next one may be.
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

/** @throws RequestError 403 for what may not be asked, by its name or by where the name leads; 504 when nobody can tell */
async function refusePrivate(
  asked: { hostname: string; port: number; isHttp: boolean },
  policy: AddressPolicy,
): Promise<void> {
  const host =
    asked.hostname.includes(':') && !asked.hostname.startsWith('[') ? `[${asked.hostname}]` : asked.hostname;
  const judged = assertPublicAddress(`${asked.isHttp ? 'http' : 'https'}://${host}:${asked.port}/`, policy);
  const checked = judged.then(
    ({ hostname }) => {
      // The tunnel is asked for as it was written here, so it must be written as it was judged. Browsers do.
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

/** Mozilla's list and the system's, of which the file that SSL_CERT_FILE names is one: as requests without a browser. */
function trustedAuthorities(): string[] {
  return [...rootCertificates, ...getCACertificates('system')];
}
