import type { HostileCase } from '../hostile-case.ts';
import { drip } from '../flood.ts';
import { answerOf, idsOf, pageOf, products } from '../menu.ts';
import { bare, http1, reply, secure } from '../site.ts';

const TLS_ALERT = Buffer.from('15030300020228', 'hex');
const TLS_RECORD_BEGUN = Buffer.from('160303004a0200', 'hex');
const HURRY = { answerMs: 500, bodyMs: 500 };

const menu = products(150);

/** Connections that misbehave before a response, or instead of one. */
export const CONNECTION_CASES: HostileCase[] = [
  {
    id: 'reset-before-tls',
    says: 'The connection is reset as soon as the tunnel is open',
    site: bare((socket) => socket.resetAndDestroy()),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'closed-before-tls',
    says: 'The connection is closed as soon as the tunnel is open',
    site: bare((socket) => socket.end()),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'silent-before-tls',
    says: 'The tunnel opens and nobody shakes hands',
    site: bare(() => undefined),
    deadlines: { connectMs: 1_500 },
    expected: { kind: 'UpstreamError', evidence: { fault: 'connect-timeout' } },
  },
  {
    id: 'another-protocol',
    says: 'Another protocol answers in the place of TLS',
    // Waits until the client has sent data. Bytes in the same segment as the proxy's answer to CONNECT might be taken for a part of it.
    site: bare((socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))),
    expected: { kind: 'UpstreamError', evidence: { fault: 'tls' } },
  },
  {
    id: 'plain-http-at-tls-port',
    says: 'Plain HTTP answers the handshake',
    site: bare((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    ),
    expected: { kind: 'UpstreamError', evidence: { fault: 'tls' } },
  },
  {
    id: 'tls-alert',
    says: 'The handshake is refused by an alert',
    site: bare((socket) => socket.once('data', () => socket.end(TLS_ALERT))),
    expected: { kind: 'UpstreamError', evidence: { fault: 'tls' } },
  },
  {
    id: 'handshake-stalls',
    says: 'The handshake stops in the middle of a record',
    site: bare((socket) => socket.write(TLS_RECORD_BEGUN)),
    deadlines: { connectMs: 1_500 },
    expected: { kind: 'UpstreamError', evidence: { fault: 'connect-timeout' } },
  },
  {
    id: 'handshake-cut',
    says: 'The connection closes in the middle of the handshake',
    site: bare((socket) => socket.end(TLS_RECORD_BEGUN)),
    expected: { kind: 'UpstreamError' },
  },
  ...(['otherName', 'expired', 'notYet', 'selfSigned', 'strangerSigned'] as const).map(
    (certificate): HostileCase => ({
      id: `certificate-${certificate}`,
      says: `The site's certificate is wrong: ${certificate}`,
      site: secure(() => undefined, { certificate }),
      expected: { kind: 'UpstreamError', evidence: { fault: 'certificate' } },
    }),
  ),
  {
    id: 'reset-after-tls',
    says: 'The connection is reset once the handshake is over',
    site: secure((_, reset) => reset()),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'reset-at-request',
    says: 'The connection is reset when the request has come',
    site: http1(({ reset }) => reset()),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'closed-at-request',
    says: 'The connection is closed without an answer',
    site: http1(({ socket }) => socket.end()),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'silent',
    says: 'The request is taken and never answered',
    site: http1(() => undefined),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'headers-timeout' } },
  },
  {
    id: 'head-stalls',
    says: 'The head of the answer stops in the middle of a name',
    site: http1(({ socket }) => socket.write('HTTP/1.1 200 OK\r\nconte')),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'headers-timeout' } },
  },
  {
    id: 'head-cut',
    says: 'The connection closes in the middle of the head',
    site: http1(({ socket }) => socket.end('HTTP/1.1 200 OK\r\nconte')),
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'head-drips',
    says: 'The head comes at a byte a second',
    site: http1(({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
    deadlines: { answerMs: 2_500 },
    expected: { kind: 'UpstreamError', evidence: { fault: 'headers-timeout' } },
  },
  {
    id: 'body-stalls',
    says: 'The head comes, then half of the body, then nothing',
    site: http1(({ socket }) => socket.write(headOf(3_000_000) + '{"data":')),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'body-timeout' } },
  },
  {
    id: 'body-never-begins',
    says: 'The head comes and the body does not',
    site: http1(({ socket }) => socket.write(headOf(3_000_000))),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'body-timeout' } },
  },
  {
    id: 'small-body-stalls',
    says: 'A small body, which the client reads together with the head, stops half-way',
    site: http1(({ socket }) => socket.write(headOf(1_000) + '{"data":')),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'headers-timeout' } },
  },
  {
    id: 'body-drips',
    says: 'The body comes at a byte a second, so that something always moves',
    site: http1(({ socket }) => {
      socket.write(headOf(3_000_000));
      drip(socket, ' '.repeat(1_000));
    }),
    deadlines: { bodyMs: 2_500 },
    expected: { kind: 'UpstreamError', evidence: { fault: 'body-timeout' } },
  },
  {
    id: 'body-reset',
    says: 'The connection is reset in the middle of the body',
    site: http1(({ socket, reset }) => socket.write(headOf(3_000_000) + '{"data":', reset)),
    expected: { kind: 'UpstreamError', evidence: { fault: 'truncated' } },
  },
  {
    id: 'reset-at-second-page',
    says: 'The first page comes, and the connection is reset at the second',
    site: http1(({ socket, page, reset }) => {
      if (page > 0) reset();
      else reply(socket, { body: JSON.stringify(answerOf(pageOf(menu, 0), menu.length)) });
    }),
    menuSize: 150,
    expected: { kind: 'UpstreamError' },
  },
  {
    id: 'closes-between-pages',
    says: 'Every answer is whole and said to be the last on its connection',
    site: http1(({ socket, page }) => {
      const body = JSON.stringify(answerOf(pageOf(menu, page), menu.length));
      reply(socket, { headers: { connection: 'close' }, body });
      socket.end();
    }),
    menuSize: 150,
    expected: { ids: idsOf(menu) },
  },
];

function headOf(length: number): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}
