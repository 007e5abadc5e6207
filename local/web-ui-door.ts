import { once } from 'node:events';
import {
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { foreignRequest } from '../http-guard/foreign-request.ts';
import { freePort, returnPort } from './ports.ts';

/** Hop-by-hop headers, which a proxy must not forward (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

interface WebUiDoorOptions {
  /** The first page is that of its workflows. */
  namespace: string;
  /** Where the Web UI itself listens; null: not known yet. */
  upstream: () => { hostname: string; port: number } | null;
}

/**
 * A server in front of the Web UI that refuses what pages of other sites send. The Web UI takes any `Host` and passes what
 * it is sent on to Temporal, so that otherwise every page in a browser of this machine could start and end workflows.
 */
export function createWebUiDoor({ namespace, upstream }: WebUiDoorOptions): Server {
  const server = createServer((request, response) => {
    const refusal = foreignRequest(request);
    if (refusal !== null) return sendText(response, 403, refusal);
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(302, { location: `/namespaces/${encodeURIComponent(namespace)}/workflows` }).end();
      return;
    }
    const target = upstream();
    if (target === null) return sendText(response, 502, 'The Web UI is starting.');
    forward(request, { response, target });
  });
  // A connection that could not be accepted, for want of file descriptors: the next one may be.
  return server.on('error', () => undefined);
}

/** A guard proxy on 127.0.0.1. */
export interface LocalWebUiDoor {
  url: string;
  /** Sets the port of this machine at which the Web UI itself listens. */
  setUpstreamPort: (port: number) => void;
  close(): Promise<void>;
}

/**
 * Starts a guard proxy on 127.0.0.1, which does not keep the process running.
 * @param preferredPort taken when it is free
 */
export async function openWebUiDoor({
  namespace,
  preferredPort,
}: {
  namespace: string;
  preferredPort: number | undefined;
}): Promise<LocalWebUiDoor> {
  let upstream: { hostname: string; port: number } | null = null;
  const server = createWebUiDoor({ namespace, upstream: () => upstream });
  const port = await listenOnFreePort(server, preferredPort);
  server.unref();
  return {
    url: `http://127.0.0.1:${port}`,
    setUpstreamPort: (uiPort) => {
      upstream = { hostname: '127.0.0.1', port: uiPort };
    },
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      returnPort(port);
    },
  };
}

const ATTEMPTS_MAX = 5;

async function listenOnFreePort(server: Server, preferred: number | undefined, attempt = 1): Promise<number> {
  const port = await freePort({ preferred });
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return port;
  } catch (error) {
    returnPort(port);
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === ATTEMPTS_MAX) throw error;
    return listenOnFreePort(server, undefined, attempt + 1);
  }
}

function forward(
  request: IncomingMessage,
  { response, target }: { response: ServerResponse; target: { hostname: string; port: number } },
): void {
  const { method, url: path, headers } = request;
  const onward = sendRequest(
    { ...target, method, path, headers: endToEnd(headers), agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      // What breaks here is seen by both sides as a connection that ended early.
      pipeline(answer, response, () => undefined);
    },
  );
  onward.once('error', (error) => {
    if (response.headersSent) response.destroy();
    else sendText(response, 502, `The Web UI does not answer: ${error.message}`);
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
