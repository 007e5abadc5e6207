import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer';

/**
 * Speaks the DevTools protocol over a browser's two pipes. A port would be open to every process of the machine; pipes
 * are open to us alone, and the browser sees them close when we die.
 */
export function createPipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  // Messages end with a NUL; one may come in many pieces, and a piece may hold many.
  let pieces: Buffer[] = [];
  const transport: ConnectionTransport = {
    send(message) {
      toBrowser.write(`${message}\0`);
    },
    close() {
      toBrowser.end();
    },
  };
  // A browser that has just died: that the other pipe closes says so.
  toBrowser.on('error', () => undefined);
  fromBrowser.on('error', () => undefined);
  fromBrowser.on('data', (piece: Buffer) => {
    let start = 0;
    for (let end = piece.indexOf(0); end !== -1; end = piece.indexOf(0, start)) {
      const message = Buffer.concat([...pieces, piece.subarray(start, end)]).toString('utf8');
      pieces = [];
      start = end + 1;
      // Later, so that a listener that throws does not lose the messages behind it.
      setImmediate(() => transport.onmessage?.(message));
    }
    if (start < piece.length) pieces.push(piece.subarray(start));
  });
  fromBrowser.once('close', () => setImmediate(() => transport.onclose?.()));
  return transport;
}
