import type { Socket } from 'node:net';

/** Sends the same bytes again and again, as fast as the peer reads. @param bytesMax ends the connection after this many bytes */
export function flood(socket: Socket, piece: string | Buffer, bytesMax = Infinity): void {
  const bytes = Buffer.from(piece);
  let sent = 0;
  const pour = (): void => {
    while (!socket.destroyed && sent < bytesMax) {
      sent += bytes.length;
      if (!socket.write(bytes)) return;
    }
    if (!socket.destroyed) socket.end();
  };
  socket.on('drain', pour);
  pour();
}

/** Sends one byte per second. */
export function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(text[position++] ?? ' '), 1_000);
  socket.once('close', () => clearInterval(timer));
}
