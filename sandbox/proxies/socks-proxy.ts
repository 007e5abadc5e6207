import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Socks5Server } from '@pondwader/socks5-server';
import type { ProxyTools, RunningProxy } from './http-proxy.ts';
import { isWelcome } from './proxy-access.ts';
import type { ProxyRule } from './proxy-access.ts';

/** Starts a SOCKS5 proxy that requires a user name and a password. */
export async function startSocksProxy(rule: ProxyRule, tools: ProxyTools): Promise<RunningProxy> {
  const protocol = createProtocol(rule, tools);
  const clients = new Set<Socket>();
  // The package's own listener cannot close its clients, so a listener of our own accepts them and passes them to the package.
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.setNoDelay(true);
    // oxlint-disable-next-line no-underscore-dangle -- the package's documented way in for a socket of one's own
    protocol._handleConnection(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(tools.port, '127.0.0.1', () => resolve());
  });
  // A connection may fail, for example because there are no file descriptors left; the next one may succeed.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}

function createProtocol(rule: ProxyRule, tools: ProxyTools): Socks5Server {
  const protocol = new Socks5Server();
  const refusal = () => tools.exits.refusalOf(rule.exitAddress);
  protocol.setAuthHandler(({ username, password }) => {
    const isGood = isWelcome(rule, username, password);
    if (!isGood) tools.onAuthFailure();
    return isGood && refusal() !== 407;
  });
  protocol.setConnectionHandler((connection, sendStatus) => {
    if (refusal() !== null) {
      sendStatus('GENERAL_FAILURE');
      connection.socket.end();
      return;
    }
    const upstream = tools.exits.tunnel(connection.socket, rule.exitAddress);
    upstream.once('connect', () => sendStatus('REQUEST_GRANTED'));
  });
  return protocol;
}
