import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificates } from './certificates.ts';
import type { Connect, Site } from './hostile-case.ts';

/** A request as the site sees it. */
export interface Visit {
  method: string;
  host: string;
  path: string;
  /** The number of earlier requests to this site. */
  number: number;
  /** The page of the menu, counted from 0. */
  page: number;
  dispensaryId: string;
  socket: TLSSocket;
  /** Resets the TCP connection under the TLS connection. */
  reset: () => void;
}

export interface Reply {
  status?: number;
  type?: string;
  /** Headers in addition to content-type and content-length. null removes one of these two. */
  headers?: Record<string, string | null>;
  body?: string | Buffer;
}

type Certificate = Exclude<keyof Certificates, 'authorityPem'>;

/** Creates a site that answers each HTTP/1.1 request by hand, byte by byte if needed. */
export function http1(answer: (visit: Visit) => void, certificate?: Certificate): Site {
  let visits = 0;
  return secure(
    (socket, reset) =>
      readRequests(socket, (request) => {
        answer({ ...request, number: visits++, socket, reset });
      }),
    certificate === undefined ? {} : { certificate },
  );
}

/** Creates a site that handles each TLS connection with `act`, before anything has been read from the connection. */
export function secure(
  act: (socket: TLSSocket, reset: () => void) => void,
  { certificate = 'good', protocol = 'http/1.1' }: { certificate?: Certificate; protocol?: string } = {},
): Site {
  return (certificates) =>
    tolerant((raw) => {
      const options = { ...certificates[certificate], isServer: true, ALPNProtocols: [protocol] };
      const socket = new TLSSocket(raw, options).on('error', ignore);
      socket.once('secure', () => act(socket, () => raw.resetAndDestroy()));
    });
}

/** Creates a site that speaks HTTP/2. */
export function http2(answer: (stream: ServerHttp2Stream) => void): Site {
  return (certificates) => {
    const server = createSecureServer({ ...certificates.good });
    server.on('sessionError', ignore);
    server.on('stream', (stream) => {
      stream.on('error', ignore);
      answer(stream);
    });
    return tolerant((socket) => server.emit('connection', socket));
  };
}

/** Creates a site that handles each connection with `act` instead of TLS. */
export function bare(act: (socket: Socket) => void): Site {
  return () => tolerant(act);
}

/** Sends a regular JSON response with its content-length. */
export function reply(socket: TLSSocket, { status = 200, type, headers = {}, body = '' }: Reply): void {
  const bytes = Buffer.from(body);
  const all = {
    'content-type': type ?? 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  socket.write(`HTTP/1.1 ${status} Text\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(bytes);
}

/** Creates a site that always sends the same response. */
export function always(answer: Reply): Site {
  return http1(({ socket }) => reply(socket, answer));
}

function tolerant(connect: Connect): Connect {
  return (socket) => connect(socket.on('error', ignore));
}

function ignore(): void {
  // Ignores errors: the tests check the client, not the misbehaving site.
}

type Request = Omit<Visit, 'number' | 'socket' | 'reset'>;

function readRequests(socket: TLSSocket, onRequest: (request: Request) => void): void {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = received.slice(0, headEnd);
      const bodyBytes = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      const end = headEnd + 4 + bodyBytes;
      if (received.length < end) return;
      onRequest(requestOf(head, received.slice(headEnd + 4, end)));
      received = received.slice(end);
    }
  });
}

function requestOf(head: string, body: string): Request {
  const [method = '', path = ''] = head.split(' ', 2);
  const host = /^host: (.+)$/im.exec(head)?.[1] ?? '';
  const requested = new URL(path, `https://${host}`).searchParams.get('variables');
  const variables = (requested === null ? bodyVariables(body) : JSON.parse(requested)) as {
    page?: number;
    productsFilter?: { dispensaryId?: string };
  };
  return {
    method,
    host,
    path,
    page: variables.page ?? 0,
    dispensaryId: variables.productsFilter?.dispensaryId ?? '',
  };
}

function bodyVariables(body: string): unknown {
  return body === '' ? {} : (JSON.parse(body) as { variables: unknown }).variables;
}
