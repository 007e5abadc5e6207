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
import { freePort, returnPort, type PreferredPorts } from './ports.ts';

/** Hop-by-hop headers, which a proxy must not forward (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

interface WebUiDoorOptions {
  /** The namespace whose workflows the first page shows. */
  namespace: string;
  /** The address of the Web UI itself; null: not known yet. */
  upstream: () => { hostname: string; port: number } | null;
}

/**
 * Creates a guard proxy that refuses requests from pages of other sites. The Web UI accepts any `Host` and forwards requests to
 * Temporal, so otherwise every page in a browser on this machine could start and end workflows.
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
  // Ignores a connection that could not be accepted for lack of file descriptors: the next one may be.
  return server.on('error', () => undefined);
}

/** A running guard proxy on 127.0.0.1. */
export interface LocalWebUiDoor {
  url: string;
  /** Sets the local port of the Web UI itself. */
  setUpstreamPort: (port: number) => void;
  close(): Promise<void>;
}

/**
 * Starts a guard proxy on 127.0.0.1, which does not keep the process running.
 * @param preferredPort used if it is free
 */
export async function openWebUiDoor({
  namespace,
  preferredPort,
}: {
  namespace: string;
  preferredPort: PreferredPorts | undefined;
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

async function listenOnFreePort(
  server: Server,
  preferred: PreferredPorts | undefined,
  attempt = 1,
): Promise<number> {
  const port = await freePort({ preferred });
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return port;
  } catch (error) {
    returnPort(port);
    // Another process took the port first.
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
      // Both sides see an error here as a connection that ended early.
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
