import { closedPort } from '../../support/closed-port.ts';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FailingWorld, makeAuthority, type TestAuthority } from './failing-world.ts';
import { misbehave } from './misbehaving-site.ts';

/** One site in four forms, one proxy of each kind, and a closed port. */
export type TransportWorld = {
  world: FailingWorld;
  authority: TestAuthority;
  site: string;
  secureSite: string;
  /** A site over HTTP/2. */
  modernSite: string;
  /** A site whose certificate is signed by an unknown authority. */
  strangerSite: string;
  proxyPort: number;
  securePort: number;
  socksPort: number;
  /** The hosts for which clients requested a connection from the SOCKS proxy. */
  socksHosts: string[];
  deadPort: number;
  /** Resolves when the plain site gets its next request. */
  nextRequest(): Promise<void>;
  close(): Promise<void>;
};

export async function startTransportWorld(): Promise<TransportWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'transport-'));
  const world = new FailingWorld();
  const authority = await makeAuthority();
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, authority.caPem);
  // The native clients read this variable only once, before the first request of the process.
  process.env['SSL_CERT_FILE'] = caFile;
  const socksHosts: string[] = [];
  const requested = new EventEmitter();
  const telling: typeof misbehave = (request, response) => {
    misbehave(request, response);
    requested.emit('request');
  };
  return {
    world,
    authority,
    site: `http://127.0.0.1:${await world.http(telling)}`,
    secureSite: `https://localhost:${await world.https(misbehave, authority.leaf)}`,
    modernSite: `https://localhost:${await world.http2(misbehave, authority.leaf)}`,
    strangerSite: `https://localhost:${await world.https(misbehave, authority.stranger)}`,
    proxyPort: await world.proxy(),
    securePort: await world.proxy(authority.leaf),
    socksPort: await world.socks(socksHosts),
    socksHosts,
    deadPort: await closedPort(),
    nextRequest: async () => void (await once(requested, 'request')),
    async close() {
      await world.close();
      rmSync(folder, { recursive: true });
    },
  };
}
