import { EventEmitter, once } from 'node:events';
import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Server } from 'proxy-chain';
import { onTestFinished } from 'vitest';
import type { Proxy } from '../../domain/identity.ts';
import { openTestAuthority } from '../../sandbox/test-authority.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SeenByServer {
  method: string;
  host: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
}

/** A simulated web: every host name leads to one server, behind one proxy with a password. */
export interface BrowserSite {
  proxy: Proxy;
  seen: SeenByServer[];
  /** The tunnels that clients requested from the proxy, as `host:port`. */
  tunnels: string[];
  caSpkiSha256: string;
}

/** Starts a server that answers as the calling test says. `https://echo.test/` returns an exit address. */
export async function startBrowserSite(answer: RequestListener): Promise<BrowserSite> {
  const folder = await temporaryFolder('browser-site-');
  const authority = await openTestAuthority(folder);
  const seen: SeenByServer[] = [];
  const tunnels: string[] = [];
  const server = createServer(
    {
      ...(await authority.issue(['localhost'])),
      SNICallback: (host, done) => void authority.contextFor(host).then((context) => done(null, context)),
    },
    (request, response) => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const host = headers.host ?? '';
      seen.push({ method, host, url, headers, rawHeaders });
      if (host === 'echo.test') response.end('203.0.113.77');
      else answer(request, response);
    },
  );
  const port = await listen(server);
  const door = new EventEmitter();
  door.on('connection', (client: Socket) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  const password = 'p@ss:w/rd%#?';
  const proxy = new Server({
    host: '127.0.0.1',
    port: 0,
    prepareRequestFunction: (requested) => {
      if (requested.username !== 'user' || requested.password !== password)
        return { requestAuthentication: true };
      tunnels.push(`${requested.hostname}:${requested.port}`);
      return { customConnectServer: door as HttpServer };
    },
  });
  await proxy.listen();
  onTestFinished(async () => {
    await proxy.close(true);
    server.closeAllConnections();
    server.close();
  });
  return {
    proxy: { id: 1, protocol: 'http', host: '127.0.0.1', port: proxy.port, username: 'user', password },
    seen,
    tunnels,
    caSpkiSha256: authority.caSpkiSha256,
  };
}

/** Starts a plain server on loopback that counts its connections: a test expects none. */
export async function startTripwire(): Promise<{ port: number; visits(): number }> {
  let visits = 0;
  const server = createHttp((_request, response) => response.end('caught'));
  server.on('connection', () => (visits += 1));
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, visits: () => visits };
}

async function listen(server: HttpServer | ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
