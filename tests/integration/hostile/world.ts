import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server as ProxyServer } from 'proxy-chain';
import { closedPort } from '../../support/closed-port.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import type { Connect, ProxyAct, ProxyBehaviour, Site } from './hostile-case.ts';
import { always } from './site.ts';

/** Names that look public. Only the proxies of these tests know where they lead. */
export const SITE_HOST = 'menus.hostile-world.com';
export const ECHO_HOST = 'echo.hostile-world.com';
export const CROSS_HOST = 'api.hostile-world.com';
/** A public name that resolves to a private address. */
export const INWARD_HOST = 'inward.hostile-world.com';
export const EXIT_ADDRESS = '203.0.113.7';

/** Everything outside the crawler: proxies, the service that echoes addresses, and the site as the case defines it. */
export class HostileWorld {
  readonly certificates: Certificates;
  #toSite: Connect = () => undefined;
  #toEcho: Connect;
  #goodPorts: number[] = [];
  #closers: (() => unknown)[] = [];

  private constructor(certificates: Certificates) {
    this.certificates = certificates;
    this.#toEcho = always({ body: JSON.stringify({ ip: EXIT_ADDRESS }) })(certificates);
  }

  static async start(): Promise<HostileWorld> {
    const world = new HostileWorld(await makeCertificates([SITE_HOST, ECHO_HOST, CROSS_HOST]));
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
    world.#closers.push(() => rmSync(folder, { recursive: true }));
    const authorityFile = join(folder, 'authority.pem');
    writeFileSync(authorityFile, world.certificates.authorityPem);
    // The native client reads this variable only once, before the first request of the process.
    process.env['SSL_CERT_FILE'] = authorityFile;
    return world;
  }

  /** Replaces the site's behaviour. */
  serve(site: Site): void {
    this.#toSite = site(this.certificates);
  }

  /** Returns the ports of proxies with these behaviours. Working proxies are created only once, and all cases share them. */
  async proxyPorts(behaviours: ProxyBehaviour[]): Promise<number[]> {
    const ports: number[] = [];
    let good = 0;
    for (const behaviour of behaviours) {
      if (behaviour !== 'good') ports.push(await this.#badProxy(behaviour));
      else ports.push((this.#goodPorts[good++] ??= await this.#goodProxy()));
    }
    return ports;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
  }

  #open(host: string, socket: Socket): void {
    if (host === ECHO_HOST) this.#toEcho(socket);
    else this.#toSite(socket);
  }

  async #goodProxy(): Promise<number> {
    const server = new ProxyServer({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: ({ hostname }) => {
        // The library hands a tunnel to this "server" by emitting its connection event.
        const door = new EventEmitter();
        door.on('connection', (socket: Socket) => this.#open(hostname, socket));
        return { customConnectServer: door as HttpServer };
      },
    });
    await server.listen();
    this.#closers.push(() => server.close(true));
    return server.port;
  }

  async #badProxy(behaviour: Exclude<ProxyBehaviour, 'good'>): Promise<number> {
    if (behaviour === 'closed') return closedPort();
    const server =
      'connection' in behaviour ? createTcpServer(behaviour.connection) : this.#tunnels(behaviour.connect);
    const port = await listen(server);
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined));
    });
    this.#closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return port;
  }

  #tunnels(act: ProxyAct): Server {
    return createHttpServer().on('connect', ({ url = '' }, stream) => {
      const socket = stream as Socket;
      const host = url.split(':', 1)[0] ?? '';
      const open = (): void => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n', () => this.#open(host, socket));
      };
      act({ host, socket, open });
    });
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
