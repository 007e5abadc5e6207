import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { readClientHello, type ClientHello } from './client-hello.ts';
import { readHttp2Preface, type Http2Preface } from './http2-preface.ts';

/** One request as the client sent it. */
export type Recording = {
  hello: ClientHello;
  /** null if the request came over HTTP/1.1. */
  preface: Http2Preface | null;
  /** The headers with their names in the original spelling and order, including the pseudo-headers of HTTP/2. */
  headers: [name: string, value: string][];
  method: string;
};

export type WireRecorder = {
  port: number;
  /** Returns the recordings since the previous call. */
  take(): Recording[];
  close(): void;
};

/**
 * Starts a site that records what its clients send: the TLS ClientHello, the HTTP/2 frames and the headers. The bytes pass through three
 * loopback servers: the first sees the raw bytes, the second terminates TLS, the third speaks HTTP.
 */
export async function startWireRecorder(
  tls: { key: string; cert: string },
  protocol: 'h2' | 'http/1.1',
): Promise<WireRecorder> {
  const recordings: Recording[] = [];
  const connections = new Map<number, { hello?: ClientHello; plain?: Buffer }>();
  const sockets = new Set<Socket>();

  const tell = (port: number, method: string, rawHeaders: readonly string[]): void => {
    const { hello, plain = Buffer.alloc(0) } = connections.get(port) ?? {};
    if (hello === undefined) throw new Error('Expected a hello before the first request');
    const preface = protocol === 'h2' ? readHttp2Preface(plain) : null;
    const headers = rawHeaders.flatMap((name, at): [string, string][] =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
    );
    recordings.push({ hello, preface, headers, method });
  };

  const http =
    protocol === 'h2'
      ? createHttp2Server().on('stream', (...given) => {
          const [stream, headers, , rawHeaders] = given;
          tell(stream.session?.socket.remotePort ?? 0, String(headers[':method']), rawHeaders);
          stream.respond({ ':status': 200, 'set-cookie': 'seen=1; Path=/' });
          stream.end('{}');
        })
      : createHttpServer((request, response) => {
          tell(request.socket.remotePort ?? 0, request.method ?? '', request.rawHeaders);
          response.setHeader('set-cookie', 'seen=1; Path=/');
          response.end('{}');
        });
  const httpPort = await listening(http);

  // A connection is identified by the local port of the TLS server's connection to the HTTP server.
  const hellos = new Map<number, ClientHello>();
  const plain = createTlsServer({ ...tls, ALPNProtocols: [protocol] }, (socket: TLSSocket) => {
    const inner = track(
      connect(httpPort, '127.0.0.1', () => {
        const connection: { hello?: ClientHello; plain: Buffer } = { plain: Buffer.alloc(0) };
        const hello = hellos.get(socket.remotePort ?? 0);
        if (hello) connection.hello = hello;
        connections.set(inner.localPort ?? 0, connection);
        socket.on('data', (chunk: Buffer) => {
          connection.plain = Buffer.concat([connection.plain, chunk]);
          inner.write(chunk);
        });
        inner.pipe(socket);
      }),
    );
    track(socket);
  });
  const plainPort = await listening(plain);

  const front = createTcpServer((socket) => {
    let first = Buffer.alloc(0);
    const inner = track(
      connect(plainPort, '127.0.0.1', () => {
        track(socket).on('data', (chunk: Buffer) => {
          if (!hellos.has(inner.localPort ?? 0)) {
            first = Buffer.concat([first, chunk]);
            const hello = readClientHello(first);
            if (hello) hellos.set(inner.localPort ?? 0, hello);
          }
          inner.write(chunk);
        });
        inner.pipe(socket);
      }),
    );
  });

  function track<Tracked extends Socket>(socket: Tracked): Tracked {
    sockets.add(socket);
    socket.on('error', () => undefined);
    return socket;
  }

  return {
    port: await listening(front),
    take: () => recordings.splice(0),
    close() {
      for (const server of [front, plain, http]) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function listening(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  return (server.address() as AddressInfo).port;
}
