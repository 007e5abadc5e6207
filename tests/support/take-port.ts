import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Occupies a port until the test ends, if it is free, so that a start finds it taken. */
export async function takePort(port: number): Promise<void> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.once('listening', resolve).once('error', () => resolve());
  server.listen(port, '127.0.0.1');
  await promise;
  onTestFinished(() => void server.close());
}
