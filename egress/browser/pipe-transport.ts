import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer';

/**
 * Speaks the DevTools protocol over a browser's two pipes. Any process on the machine could use a port; the pipes are ours alone,
 * and close when we die.
 */
export function createPipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  // Messages end with a NUL. A chunk may hold several messages, and a message may span several chunks.
  let pieces: Buffer[] = [];
  const transport: ConnectionTransport = {
    send(message) {
      toBrowser.write(`${message}\0`);
    },
    close() {
      toBrowser.end();
    },
  };
  // Errors are ignored: they mean that the browser has just died, which the close of the other pipe reports.
  toBrowser.on('error', () => undefined);
  fromBrowser.on('error', () => undefined);
  fromBrowser.on('data', (piece: Buffer) => {
    let start = 0;
    for (let end = piece.indexOf(0); end !== -1; end = piece.indexOf(0, start)) {
      const message = Buffer.concat([...pieces, piece.subarray(start, end)]).toString('utf8');
      pieces = [];
      start = end + 1;
      // Deferred, so that a listener that throws does not lose the following messages.
      setImmediate(() => transport.onmessage?.(message));
    }
    if (start < piece.length) pieces.push(piece.subarray(start));
  });
  fromBrowser.once('close', () => setImmediate(() => transport.onclose?.()));
  return transport;
}
