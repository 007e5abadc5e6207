import type { TLSSocket } from 'node:tls';
import type { HostileCase } from '../hostile-case.ts';
import { flood } from '../flood.ts';
import { answerOf, idsOf, pageOf, products } from '../menu.ts';
import { http1, reply, secure } from '../site.ts';

const THREE = products(3);
const BODY = JSON.stringify(answerOf(THREE));
const TYPE = 'content-type: application/json\r\n';
const ACCEPTED = { ids: idsOf(THREE) };
const UPSTREAM = { kind: 'UpstreamError' } as const;
const TRUNCATED = { kind: 'UpstreamError', evidence: { fault: 'truncated' } } as const;
const BROKEN = { kind: 'ContractBroken' } as const;

const menu = products(150);

/** Responses with a wrong or unusual head or length. */
export const FRAMING_CASES: HostileCase[] = [
  ...LENGTHS(),
  ...CHUNKS(),
  ...HEADS(),
  {
    id: 'second-answer-smuggled',
    says: 'Behind the first page lies a second answer that nobody asked for',
    site: http1(({ socket, page }) => {
      const body = JSON.stringify(answerOf(pageOf(menu, page), menu.length));
      const smuggled = JSON.stringify(answerOf(products(50, 'b'.repeat(24)), menu.length));
      const whole = (text: string): string =>
        `HTTP/1.1 200 OK\r\n${TYPE}content-length: ${text.length}\r\n\r\n${text}`;
      socket.write(page === 0 ? whole(body) + whole(smuggled) : whole(body));
    }),
    menuSize: 150,
    expected: { ids: idsOf(menu) },
  },
  {
    id: 'answer-before-the-request',
    says: 'An answer lies ready before anything was asked',
    site: secure((socket) => socket.write(`HTTP/1.1 200 OK\r\n${TYPE}content-length: 2\r\n\r\n{}`)),
    // The client may take these bytes for the response, or refuse them because they answer no request.
    expected: { ...BROKEN, orKind: 'UpstreamError' },
  },
];

function LENGTHS(): HostileCase[] {
  const length = (
    id: string,
    [says, given]: [string, string],
    more: Partial<HostileCase> = {},
  ): HostileCase => ({
    id: `length-${id}`,
    says: `The content-length is ${says}`,
    site: http1(({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n${TYPE}${given}\r\n\r\n${BODY}`)),
    expected: UPSTREAM,
    ...more,
  });
  const real = BODY.length;
  return [
    length('longer', ['longer than the body', `content-length: ${real + 50}`], { expected: TRUNCATED }),
    length('shorter', ['shorter than the body', `content-length: ${real - 50}`], { expected: BROKEN }),
    length('zero', ['zero though a body follows', 'content-length: 0'], { expected: BROKEN }),
    length('negative', ['negative', 'content-length: -5']),
    length('text', ['a word', 'content-length: many']),
    length('beyond-64-bits', ['beyond 64 bits', `content-length: 1${'0'.repeat(30)}`]),
    length('two-different', ['told twice, differently', `content-length: ${real}\r\ncontent-length: 10`]),
    length('two-equal', ['told twice, equally', `content-length: ${real}\r\ncontent-length: ${real}`], {
      expected: ACCEPTED,
    }),
    length('30-megabytes', ['30 MB', 'content-length: 30000000'], {
      expected: { kind: 'ContractBroken', evidence: { fault: 'body-too-large' } },
    }),
    length('absent', ['absent; the end of the connection ends the body', 'connection: close'], {
      expected: ACCEPTED,
    }),
    length('beside-chunks', ['told beside chunks', `transfer-encoding: chunked\r\ncontent-length: 4`]),
  ];
}

function CHUNKS(): HostileCase[] {
  const chunked = (id: string, says: string, more: Partial<HostileCase> & { sent: Sent }): HostileCase => {
    const { sent, ...rest } = more;
    return {
      id: `chunks-${id}`,
      says,
      site: http1(({ socket }) => {
        socket.write(`HTTP/1.1 200 OK\r\n${TYPE}transfer-encoding: chunked\r\n\r\n`);
        if (typeof sent === 'string') socket.end(sent);
        else sent(socket);
      }),
      expected: UPSTREAM,
      ...rest,
    };
  };
  const chunk = `${BODY.length.toString(16)}\r\n${BODY}\r\n`;
  return [
    chunked('good', 'Chunks are whole', { sent: `${chunk}0\r\n\r\n`, expected: ACCEPTED }),
    chunked('size-no-number', 'A chunk size is no number', { sent: `zz\r\n${BODY}\r\n0\r\n\r\n` }),
    chunked('size-negative', 'A chunk size is negative', { sent: `-5\r\n${BODY}\r\n0\r\n\r\n` }),
    chunked('size-beyond-64-bits', 'A chunk size is beyond 64 bits', {
      sent: `${'f'.repeat(17)}\r\n${BODY}\r\n0\r\n\r\n`,
    }),
    chunked('size-too-small', 'A chunk is longer than its size says', { sent: `10\r\n${BODY}\r\n0\r\n\r\n` }),
    chunked('size-too-large', 'A chunk is shorter than its size says', {
      sent: `${(BODY.length + 9).toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    }),
    chunked('no-end', 'The connection closes before the last chunk', { sent: chunk, expected: TRUNCATED }),
    chunked('endless', 'Chunks never end, as fast as they go', {
      sent: (socket) => flood(socket, `4000\r\n${' '.repeat(0x4000)}\r\n`),
      expected: { kind: 'ContractBroken', evidence: { fault: 'body-too-large' } },
    }),
    chunked('endless-and-tiny', 'Chunks of one byte never end', {
      sent: (socket) => flood(socket, '1\r\n \r\n'.repeat(100)),
      deadlines: { bodyMs: 1_000 },
    }),
    chunked('endless-extension', 'The extension of a chunk never ends', {
      sent: (socket) => {
        socket.write('5;');
        flood(socket, 'x'.repeat(0x4000));
      },
      deadlines: { bodyMs: 1_000 },
    }),
    chunked('endless-trailers', 'Trailers never end', {
      sent: (socket) => {
        socket.write(`${chunk}0\r\n`);
        flood(socket, 'x-trailer: 1\r\n'.repeat(100));
      },
      deadlines: { bodyMs: 1_000 },
    }),
  ];
}

type Sent = string | ((socket: TLSSocket) => void);

function HEADS(): HostileCase[] {
  const head = (id: string, says: string, more: Partial<HostileCase> & { sent: Sent }): HostileCase => {
    const { sent, ...rest } = more;
    return {
      id: `head-${id}`,
      says,
      site: http1(({ socket }) => void (typeof sent === 'string' ? socket.end(sent) : sent(socket))),
      expected: UPSTREAM,
      ...rest,
    };
  };
  const answer = (extra: string, status = '200 OK'): string =>
    `HTTP/1.1 ${status}\r\n${TYPE}${extra}content-length: ${BODY.length}\r\n\r\n${BODY}`;
  return [
    head('endless', 'Headers never end', {
      sent: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, 'x-more: 1\r\n'.repeat(100));
      },
      deadlines: { answerMs: 2_000 },
    }),
    head('of-10000-fields', 'There are ten thousand headers', {
      sent: answer('x-more: 1\r\n'.repeat(10_000)),
    }),
    head('of-4-megabytes', 'One header has four megabytes', {
      sent: answer(`x-long: ${'x'.repeat(4_000_000)}\r\n`),
    }),
    head('without-colon', 'A header has no colon', { sent: answer('nonsense\r\n') }),
    head('with-nul', 'A header holds a NUL', { sent: answer('x-odd: a\0b\r\n') }),
    head('with-latin-1', 'A header is not ASCII', {
      sent: (socket) => void socket.end(Buffer.from(answer('x-odd: caf\u00e9\r\n'), 'latin1')),
      expected: ACCEPTED,
    }),
    head('of-version-0.9', 'The body comes without a head', { sent: BODY }),
    head('of-version-3', 'The version is one that does not exist', {
      sent: `HTTP/3.7 200 OK\r\n${TYPE}content-length: ${BODY.length}\r\n\r\n${BODY}`,
    }),
    head('status-of-two-digits', 'The status has two digits', { sent: answer('', '20 OK') }),
    head('status-999', 'The status is 999', { sent: answer('', '999 Odd'), expected: UPSTREAM }),
    head('status-without-words', 'The status has no words', { sent: answer('', '200'), expected: ACCEPTED }),
    head('100-a-thousand-times', 'A thousand times "continue" comes first', {
      sent: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000) + answer(''),
      expected: ACCEPTED,
    }),
    head('103-without-end', 'Early hints never end', {
      sent: (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50)),
      deadlines: { answerMs: 1_000 },
      expected: { kind: 'UpstreamError', evidence: { fault: 'headers-timeout' } },
    }),
    head('101', 'The protocol is switched', {
      sent: 'HTTP/1.1 101 Switching Protocols\r\nupgrade: chaos\r\nconnection: upgrade\r\n\r\n',
      expected: BROKEN,
    }),
    head('204-with-body', 'There is no content, and then there is', {
      sent: answer('', '204 No Content'),
      expected: BROKEN,
    }),
    head('205', 'The content is to be reset', {
      sent: 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n',
      expected: BROKEN,
    }),
    head('206', 'A part is sent where the whole was asked for', {
      sent: answer(`content-range: bytes 0-${BODY.length - 1}/99999\r\n`, '206 Partial Content'),
      expected: BROKEN,
    }),
    head('304', 'Nothing has changed since an answer that nobody had', {
      sent: 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n',
      expected: BROKEN,
    }),
    head(
      'transfer-encoding-unknown',
      'The transfer-encoding is unknown; the end of the connection ends the body',
      {
        sent: `HTTP/1.1 200 OK\r\n${TYPE}transfer-encoding: chaos\r\n\r\n${BODY}`,
        expected: ACCEPTED,
      },
    ),
    head('keeps-cookies', 'A thousand cookies come with the menu', {
      sent: (socket) => reply(socket, { headers: { 'set-cookie': 'a=1; Domain=test; Path=/' }, body: BODY }),
      expected: ACCEPTED,
    }),
  ];
}
