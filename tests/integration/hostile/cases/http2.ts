import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Expected, HostileCase } from '../hostile-case.ts';
import { flood } from '../flood.ts';
import { answerOf, goodSite, idsOf, products } from '../menu.ts';
import { http2, secure } from '../site.ts';

const THREE = products(3);
const BODY = JSON.stringify(answerOf(THREE));
const ACCEPTED: Expected = { ids: idsOf(THREE) };
const UPSTREAM: Expected = { kind: 'UpstreamError' };
const HEAD = { ':status': 200, 'content-type': 'application/json' };

/** Sites that speak HTTP/2 badly. */
export const HTTP2_CASES: HostileCase[] = [
  row(
    'good',
    'The menu comes over HTTP/2',
    (stream) => {
      stream.respond(HEAD);
      stream.end(BODY);
    },
    ACCEPTED,
  ),
  row(
    'refused-stream',
    'The stream is refused',
    (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
    UPSTREAM,
  ),
  row(
    'internal-error',
    'The stream ends with an error',
    (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
    UPSTREAM,
  ),
  row(
    'enhance-your-calm',
    'The stream ends because we ask too much',
    (stream) => {
      stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    },
    UPSTREAM,
  ),
  row(
    'needs-http-1',
    'The stream ends because HTTP/1.1 is wanted',
    (stream) => {
      stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED);
    },
    UPSTREAM,
  ),
  ...(['CANCEL', 'INTERNAL_ERROR'] as const).map((name) =>
    row(
      `reset-${name.toLowerCase()}`,
      `The stream is reset in the body: ${name}`,
      resetInBody(name),
      UPSTREAM,
    ),
  ),
  // The client takes this reset for the end of the body. Only the JSON parser notices that the body is cut off.
  row('reset-no_error', 'The stream is reset in the body: NO_ERROR', resetInBody('NO_ERROR'), {
    kind: 'ContractBroken',
  }),
  row(
    'goaway',
    'The connection is told to go away',
    (stream) => {
      stream.session?.goaway(constants.NGHTTP2_PROTOCOL_ERROR);
      stream.session?.destroy();
    },
    UPSTREAM,
  ),
  row(
    'connection-lost',
    'The connection is lost in the middle of the body',
    (stream) => {
      stream.respond({ ...HEAD, 'content-length': BODY.length });
      stream.write(BODY.slice(0, 100), () => stream.session?.socket.destroy());
    },
    UPSTREAM,
  ),
  row(
    'length-longer',
    'The length is longer than the body',
    (stream) => {
      stream.respond({ ...HEAD, 'content-length': BODY.length + 10 });
      stream.end(BODY);
    },
    UPSTREAM,
  ),
  {
    ...row('silent', 'The stream is never answered', () => undefined, {
      kind: 'UpstreamError',
      evidence: { fault: 'headers-timeout' },
    }),
    deadlines: { answerMs: 500 },
  },
  {
    id: 'http2-garbage',
    says: 'HTTP/2 is agreed upon and garbage comes',
    site: secure((socket) => socket.write('garbage that is no frame at all, and long enough\n'), {
      protocol: 'h2',
    }),
    expected: UPSTREAM,
  },
  {
    id: 'http2-http1-inside',
    says: 'HTTP/2 is agreed upon and HTTP/1.1 comes',
    site: secure((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), {
      protocol: 'h2',
    }),
    expected: UPSTREAM,
  },
  {
    id: 'http2-settings-flood',
    says: 'Settings come without end',
    site: secure(
      (socket) => {
        const settings = Buffer.from('000000040000000000', 'hex');
        const many = Buffer.concat(Array.from({ length: 500 }, () => settings));
        flood(socket, many);
      },
      { protocol: 'h2' },
    ),
    deadlines: { answerMs: 1_000 },
    expected: UPSTREAM,
  },
  {
    id: 'http2-headers-without-end',
    says: 'The head of the answer is continued without end',
    site: secure(
      (socket) => {
        socket.resume();
        socket.write(Buffer.from('000000040000000000', 'hex'));
        // The HEADERS of stream 1 lack END_HEADERS, and no CONTINUATION frame after them has it.
        socket.write(Buffer.from('00000101000000000188', 'hex'));
        const frame = Buffer.concat([Buffer.from('004000090000000001', 'hex'), literalHeaders(0x4000)]);
        flood(socket, frame);
      },
      { protocol: 'h2' },
    ),
    deadlines: { answerMs: 2_000 },
    expected: UPSTREAM,
  },
  {
    id: 'http2-not-spoken',
    says: 'HTTP/2 is offered by the client and the site speaks HTTP/1.1',
    site: goodSite(3),
    expected: ACCEPTED,
  },
];

function resetInBody(name: 'CANCEL' | 'INTERNAL_ERROR' | 'NO_ERROR') {
  return (stream: ServerHttp2Stream): void => {
    // Waiting for trailers delays the end of the stream, so that the reset comes before it.
    stream.respond(HEAD, { waitForTrailers: true });
    stream.write(BODY.slice(0, 100), () => stream.close(constants[`NGHTTP2_${name}`]));
  };
}

/** Returns exactly this many bytes, which HPACK reads as literal headers, each with a name and a value of one letter. */
function literalHeaders(bytes: number): Buffer {
  const header = Buffer.from('0001780179', 'hex');
  const whole = Buffer.concat(Array.from({ length: Math.ceil(bytes / header.length) }, () => header));
  return whole.subarray(0, bytes);
}

function row(
  id: string,
  says: string,
  ...[answer, expected]: [(stream: ServerHttp2Stream) => void, Expected]
): HostileCase {
  return { id: `http2-${id}`, says, site: http2(answer), expected };
}
