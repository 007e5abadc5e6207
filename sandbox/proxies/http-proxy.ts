import { EventEmitter } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
import type { PrepareRequestFunction } from 'proxy-chain';
import type { KeyPair } from '../test-authority.ts';
import type { ExitAddresses } from './exit-addresses.ts';
import { isWelcome } from './proxy-access.ts';
import type { ProxyRule } from './proxy-access.ts';

export interface RunningProxy {
  port: number;
  close: () => Promise<void>;
}

export interface ProxyTools {
  port: number;
  exits: ExitAddresses;
  onAuthFailure: () => void;
}

/** Starts a proxy over plain HTTP, or over TLS if a key pair is given. */
export async function startHttpProxy(
  rule: ProxyRule,
  tools: ProxyTools,
  tls?: KeyPair,
): Promise<RunningProxy> {
  const prepareRequestFunction = createGate(rule, tools);
  const common = { port: tools.port, host: '127.0.0.1', prepareRequestFunction };
  const server = tls ? new Server({ ...common, serverType: 'https', httpsOptions: tls }) : new Server(common);
  await server.listen();
  // A connection may fail, for example because there are no file descriptors left; the next one may succeed.
  server.server.on('error', () => undefined);
  return { port: server.port, close: () => server.close(true) };
}

function createGate(rule: ProxyRule, tools: ProxyTools): PrepareRequestFunction {
  // proxy-chain hands the socket of a client that sent CONNECT to this "server", which only connects it to the storefront.
  const door = new EventEmitter();
  door.on('connection', (client: Socket) => tools.exits.tunnel(client, rule.exitAddress));
  return ({ username, password, isHttp, request }) => {
    const refusal = tools.exits.refusalOf(rule.exitAddress);
    if (refusal !== null) throw new RequestError('The sandbox was told to refuse this.\n', refusal);
    if (!isWelcome(rule, username, password)) {
      // A client's first request comes without credentials and gets a challenge, which is no failure.
      if (request.headers['proxy-authorization'] !== undefined) tools.onAuthFailure();
      return { requestAuthentication: true };
    }
    if (isHttp)
      return {
        customResponseFunction: () => ({ statusCode: 502, body: 'The sandbox has no plain-HTTP sites.\n' }),
      };
    return { customConnectServer: door as HttpServer };
  };
}
