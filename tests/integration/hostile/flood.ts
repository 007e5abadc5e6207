import type { Socket } from 'node:net';

/** Sends the same again and again, as fast as the other side reads. @param bytesMax after so many the end follows */
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

/** Sends a byte a second. */
export function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(text[position++] ?? ' '), 1_000);
  socket.once('close', () => clearInterval(timer));
}
