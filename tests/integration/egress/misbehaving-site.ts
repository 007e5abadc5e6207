import type { IncomingMessage, ServerResponse } from 'node:http';
import zlib from 'node:zlib';

/** The body that well-behaved pages serve. */
export const menu = Buffer.from(
  JSON.stringify({ products: Array.from({ length: 900 }, (_, id) => ({ id, price: id * 1.5 })) }),
);

/** Handles requests to a site on which each page goes wrong in one way. */
export function misbehave(request: IncomingMessage, response: ServerResponse): void {
  const page = PAGES[request.url ?? ''];
  if (page) page(request, response);
  else response.writeHead(404).end();
}

const PAGES: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/menu': (_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(menu);
  },
  '/gzip': (_, response) => encoded(response, 'gzip', zlib.gzipSync(menu)),
  '/br': (_, response) => encoded(response, 'br', zlib.brotliCompressSync(menu)),
  '/zstd': (_, response) => encoded(response, 'zstd', zlib.zstdCompressSync(menu)),
  '/deflate': (_, response) => encoded(response, 'deflate', zlib.deflateSync(menu)),
  '/gzip-without-length': (_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(zlib.gzipSync(menu));
  },
  // The content-length matches the shortened body, so only the decoder can detect that it is incomplete.
  '/cut-gzip': (_, response) => encoded(response, 'gzip', zlib.gzipSync(menu).subarray(0, -20)),
  '/cut-br': (_, response) => encoded(response, 'br', zlib.brotliCompressSync(menu).subarray(0, -20)),
  '/cut-zstd': (_, response) => encoded(response, 'zstd', zlib.zstdCompressSync(menu).subarray(0, -20)),
  '/cut-deflate': (_, response) => encoded(response, 'deflate', zlib.deflateSync(menu).subarray(0, -10)),
  '/bytes-after-gzip': (_, response) => encoded(response, 'gzip', withMore(zlib.gzipSync(menu))),
  '/bytes-after-br': (_, response) => encoded(response, 'br', withMore(zlib.brotliCompressSync(menu))),
  '/bytes-after-zstd': (_, response) => encoded(response, 'zstd', withMore(zlib.zstdCompressSync(menu))),
  '/bytes-after-deflate': (_, response) => encoded(response, 'deflate', withMore(zlib.deflateSync(menu))),
  '/unknown-encoding': (_, response) => encoded(response, 'rot13', menu),
  '/two-encodings': (_, response) => encoded(response, 'gzip, br', zlib.gzipSync(menu)),
  '/two-members': (_, response) =>
    encoded(response, 'gzip', Buffer.concat([zlib.gzipSync('['), zlib.gzipSync(']')])),
  '/wrong-crc': (_, response) => {
    const body = zlib.gzipSync(menu);
    body.writeUInt8(body.readUInt8(body.length - 8) ^ 1, body.length - 8);
    encoded(response, 'gzip', body);
  },
  '/bomb': (_, response) => encoded(response, 'gzip', zlib.gzipSync(Buffer.alloc(30_000_000))),
  '/damaged-403': (_, response) => {
    response.statusCode = 403;
    encoded(response, 'gzip', Buffer.from('not gzip at all'));
  },
  '/empty': (_, response) => encoded(response, 'gzip', Buffer.alloc(0)),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/short': (request, response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('abc', () => request.socket.end());
  },
  '/cut-chunks': (request, response) => {
    response.writeHead(200);
    response.write('abc', () => request.socket.end());
  },
  '/reset': (request) => request.socket.destroy(),
  '/silent': () => undefined,
  // Sends the headers and one chunk at once, and then nothing more.
  '/slow-body': (_, response) => void response.writeHead(200).write('abc'),
  // Sends one byte at a time until the client disconnects.
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/not-http': (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/endless': (_, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(64 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/407': (_, response) => response.writeHead(407).end(),
  '/594': (_, response) => response.writeHead(594).end(),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.end(
        JSON.stringify({
          method: request.method,
          version: request.httpVersion,
          headers: request.rawHeaders,
          body,
        }),
      );
    });
  },
  '/once': (_, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/twice': (_, response) => response.writeHead(307, { location: '/once' }).end(),
  '/three-times': (_, response) => response.writeHead(308, { location: '/twice' }).end(),
  '/inward': (_, response) => response.writeHead(302, { location: 'https://10.0.0.8/latest' }).end(),
  '/inward-by-name': (_, response) => response.writeHead(302, { location: 'https://inside.com/' }).end(),
  '/to': (request, response) =>
    response.writeHead(307, { location: String(request.headers['x-target']) }).end(),
  '/away': (_, response) => response.writeHead(302, { location: 'ftp://elsewhere.test/' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/cookies': (_, response) =>
    response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] }).end('{}'),
};

function encoded(response: ServerResponse, encoding: string, body: Buffer): void {
  response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', body.length);
  response.end(body);
}

function withMore(body: Buffer): Buffer {
  return Buffer.concat([body, Buffer.from('more')]);
}
