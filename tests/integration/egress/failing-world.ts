import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { Socks5Server } from '@pondwader/socks5-server';
import { Server as ProxyServer } from 'proxy-chain';
import { generate } from 'selfsigned';
import type { Proxy } from '../../../domain/identity.ts';

/** Credentials that contain every character that must be encoded in a URL. */
const PROXY_USER = 'user@home';
export const PROXY_PASSWORD = 'p@ss:w/rd#?%';

/** A set of loopback servers, which are closed together. */
export class FailingWorld {
  #closers: (() => Promise<unknown> | void)[] = [];

  async http(listener: RequestListener): Promise<number> {
    return this.#listen(createHttpServer(listener));
  }

  async https(listener: RequestListener, tls: { key: string; cert: string }): Promise<number> {
    return this.#listen(createHttpsServer(tls, listener));
  }

  /** Starts the same site over HTTP/2, for pages that only send responses. */
  async http2(listener: RequestListener, tls: { key: string; cert: string }): Promise<number> {
    const onRequest = (request: Http2ServerRequest, response: Http2ServerResponse): void =>
      listener(request as unknown as IncomingMessage, response as never);
    return this.#listen(createSecureServer(tls, onRequest));
  }

  /** Starts a TCP server that handles each connection with `act`. */
  async tcp(act: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      act(socket);
    });
    this.#closers.push(() => sockets.forEach((socket) => socket.destroy()));
    return this.#listen(server);
  }

  /** Starts a working proxy that requires credentials. */
  async proxy(tls?: { key: string; cert: string }): Promise<number> {
    const server = new ProxyServer({
      port: 0,
      host: '127.0.0.1',
      ...(tls ? { serverType: 'https', httpsOptions: tls } : { serverType: 'http' }),
      prepareRequestFunction: ({ username, password }) => ({
        requestAuthentication: username !== PROXY_USER || password !== PROXY_PASSWORD,
      }),
    });
    await server.listen();
    this.#closers.push(() => server.close(true));
    return server.port;
  }

  /** Starts a working SOCKS5 proxy that records the requested hosts. */
  async socks(requestedHosts: string[]): Promise<number> {
    const server = new Socks5Server();
    server.setAuthHandler(({ username, password }) => username === PROXY_USER && password === PROXY_PASSWORD);
    server.setRulesetValidator(({ destAddress }) => requestedHosts.push(destAddress) > 0);
    // The library's own `listen` does not return the port.
    // oxlint-disable-next-line no-underscore-dangle -- the library names it so
    return this.tcp((socket) => void server._handleConnection(socket));
  }

  async close(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
  }

  async #listen(server: HttpServer | TcpServer): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#closers.push(() => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
    return (server.address() as AddressInfo).port;
  }
}

export function proxyAt(port: number, facts: Partial<Proxy> = {}): Proxy {
  const credentials = { username: PROXY_USER, password: PROXY_PASSWORD };
  return { id: 7, protocol: 'http', host: '127.0.0.1', port, ...credentials, ...facts };
}

export type TestAuthority = {
  caPem: string;
  leaf: { key: string; cert: string };
  stranger: { key: string; cert: string };
};

/** Creates a certificate authority, a certificate for localhost that it signed, and a self-signed certificate. */
export async function makeAuthority(): Promise<TestAuthority> {
  const name = [{ name: 'commonName', value: 'localhost' }];
  const altName = {
    name: 'subjectAltName',
    altNames: [
      { type: 2, value: 'localhost' },
      { type: 7, ip: '127.0.0.1' },
    ],
  } as const;
  const ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const extensions = [
    { name: 'basicConstraints', cA: false } as const,
    { ...altName, altNames: [...altName.altNames] },
  ];
  const leaf = await generate(name, { keySize: 2048, ca: { key: ca.private, cert: ca.cert }, extensions });
  const stranger = await generate(name, { keySize: 2048, extensions });
  return {
    caPem: ca.cert,
    leaf: { key: leaf.private, cert: leaf.cert },
    stranger: { key: stranger.private, cert: stranger.cert },
  };
}
