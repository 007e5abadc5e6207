import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { LocalProxy } from './chaining-proxy.ts';

/**
 * Opens a second entrance to a local proxy: a socket in a folder, which processes reach from a network of their own.
 * @returns closes it, and what came in by it
 */
export async function openProxySocket({ address }: LocalProxy, path: string): Promise<() => void> {
  const [host = '', port = ''] = address.split(':');
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const proxy = connect(Number(port), host);
    clients.add(client);
    client.pipe(proxy).pipe(client);
    client.on('error', () => proxy.destroy());
    client.on('close', () => void (proxy.destroy(), clients.delete(client)));
    proxy.on('error', () => client.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  // Ignored: a connection could not be accepted because file descriptors ran out; the next one may succeed.
  server.on('error', () => undefined);
  return () => {
    server.close();
    for (const client of clients) client.destroy();
  };
}
