import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TestAuthority } from '../test-authority.ts';
import { blockPage, deliver, html, json, spoil } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Lies } from '../lies/lies.ts';
import type { Faults } from './faults.ts';
import { answerFeed, describeFeed, readFeedRequest } from './feed.ts';
import type { FeedRequest } from './feed.ts';
import type { Gate } from './gate.ts';
import { answerGraphql } from './graphql.ts';
import { readGraphqlRequest, isRecord, textOf, withPage } from './graphql-request.ts';
import type { ReadResult } from './graphql-request.ts';
import { readLargeFileRequest, sendLargeFile } from './large-files.ts';
import { NOT_FOUND, menuPage } from './menu-pages.ts';
import type { ProductImages } from './product-images.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { answerRest, describeRest, onPage, readRestRequest } from './rest.ts';
import type { RestRequest } from './rest.ts';
import type { RobotsFiles } from './robots-files.ts';
import { ECHO_HOST, IMAGE_HOST, MENU_HOST } from './site.ts';
import type { Site } from './site.ts';

export interface StorefrontTools {
  port: number;
  authority: TestAuthority;
  site: Site;
  images: ProductImages;
  log: RequestLog;
  faults: Faults;
  lies: Lies;
  gate: Gate;
  robots: RobotsFiles;
  /** Returns the exit address of the proxy that a connection came through; null for a direct connection. */
  exitOf: (remotePort: number | undefined) => string | null;
}

export interface Storefront {
  port: number;
  close: () => Promise<void>;
}

const GRAPHQL_PATH = /^(?:\/api-[0-4])?\/graphql$/;
const BODY_BYTES_MAX = 1024 * 1024;

/** Starts the HTTPS server that serves every site of the sandbox. */
export async function startStorefront(tools: StorefrontTools): Promise<Storefront> {
  const exits = new WeakMap<TLSSocket, string>();
  const server = createServer({
    ...(await tools.authority.issue(['localhost', '127.0.0.1'])),
    ALPNProtocols: ['http/1.1'],
    SNICallback: (host, done) => {
      tools.authority.contextFor(host).then(
        (context) => done(null, context),
        (error: Error) => done(error),
      );
    },
  });
  server.on('secureConnection', (socket) => {
    const exitAddress = tools.exitOf(socket.remotePort);
    if (exitAddress !== null) return exits.set(socket, exitAddress);
    tools.log.totals.directRefused++;
    return socket.destroy();
  });
  // A client that rejects the certificate or speaks no TLS is disconnected. The client reports its own error.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('request', (request, response) => {
    const exitAddress = exits.get(request.socket as TLSSocket);
    if (exitAddress === undefined) return request.socket.destroy();
    serve(tools, { request, response, exitAddress }).catch((error: unknown) => {
      process.stderr.write(
        `sandbox: ${String(request.url)} failed: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      response.destroy();
    });
    return undefined;
  });
  server.listen(tools.port, '127.0.0.1');
  await once(server, 'listening');
  // A connection may fail, for example because there are no file descriptors left; the next one may succeed.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  exitAddress: string;
}

async function serve(tools: StorefrontTools, { request, response, exitAddress }: Exchange): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const url = new URL(request.url ?? '/', `https://${host || 'localhost'}`);
  const body = await readText(request);
  const rest = readRestRequest(request, url);
  const feed = readFeedRequest(url);
  const graphql =
    rest === null &&
    feed === null &&
    GRAPHQL_PATH.test(url.pathname) &&
    host !== IMAGE_HOST &&
    host !== ECHO_HOST
      ? readGraphqlRequest(request, url, body)
      : null;
  const entry = tools.log.add({
    method: request.method ?? '',
    host,
    path: url.pathname,
    ...describe({ rest, feed, graphql }),
    exitAddress,
    userAgent: request.headers['user-agent'] ?? '',
  });
  response.once('close', () => {
    if (entry.endedAt === null) tools.log.update(entry, { endedAt: new Date().toISOString() });
  });
  const verdict = await tools.faults.strike(entry, goneSignal(response));
  if (response.destroyed) return;
  const file = verdict === null ? readLargeFileRequest(url) : null;
  if (file !== null) {
    const status = await sendLargeFile(file, request, response);
    return tools.log.update(entry, { status, endedAt: new Date().toISOString() });
  }
  const honest = await answerHonestly(tools, {
    rest,
    feed,
    graphql,
    entry,
    etag: request.headers['if-none-match'],
    cookies: request.headers.cookie,
  });
  const answer = spoil(honest, verdict);
  await deliver({ request, response, answer, verdict });
  tools.log.update(entry, { status: answer.status, endedAt: new Date().toISOString() });
}

interface Asked {
  rest: RestRequest | null;
  feed: FeedRequest | null;
  graphql: ReadResult | null;
  entry: LoggedRequest;
  etag: string | undefined;
  cookies: string | undefined;
}

async function answerHonestly(
  { site, images, lies, gate, robots }: StorefrontTools,
  { rest, feed, graphql, entry, etag, cookies }: Asked,
): Promise<Answer> {
  const { host, path, exitAddress } = entry;
  if (path === '/robots.txt') return robots.answer(host);
  const isGated = gate.isClosed() && host === MENU_HOST && graphql !== null;
  if (isGated && !gate.admits(cookies, exitAddress)) return blockPage();
  if (rest) return lies.answer(entry, (seen, page) => answerRest(seen, onPage(rest, page)));
  if (feed) return answerFeed(feed);
  if (graphql && 'refusal' in graphql) return graphql.refusal;
  if (graphql)
    return lies.answer(entry, (seen, page) => answerGraphql(seen, withPage(graphql.request, page)));
  if (host === ECHO_HOST) return json({ ip: entry.exitAddress });
  if (host === IMAGE_HOST) return images.answer({ host, path, etag });
  const page = menuPage(site, path, gate.scriptFor(exitAddress));
  if (page) return page;
  // Captured menus name pictures on real hosts, so a request to any unknown host is taken for a request for a picture.
  return host === MENU_HOST || path === '/' ? html(NOT_FOUND, 404) : images.answer({ host, path, etag });
}

function describe({ rest, feed, graphql }: Pick<Asked, 'rest' | 'feed' | 'graphql'>) {
  if (rest !== null) return describeRest(rest);
  return feed === null ? describeOperation(graphql) : describeFeed(feed);
}

function describeOperation(
  graphql: ReadResult | null,
): Pick<LoggedRequest, 'operation' | 'dispensaryId' | 'page' | 'order'> {
  if (!graphql || 'refusal' in graphql)
    return { operation: null, dispensaryId: null, page: null, order: null };
  const { operationName, variables } = graphql.request;
  const products = isRecord(variables['productsFilter']) ? variables['productsFilter'] : {};
  const stores = isRecord(variables['dispensaryFilter']) ? variables['dispensaryFilter'] : {};
  return {
    operation: operationName,
    dispensaryId: textOf(products['dispensaryId']) ?? textOf(stores['cNameOrID']),
    page: typeof variables['page'] === 'number' ? variables['page'] : null,
    order: orderOf(products['sortDirection']),
  };
}

function orderOf(direction: unknown): LoggedRequest['order'] {
  if (direction === undefined) return null;
  return direction === -1 ? 'descending' : 'ascending';
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX)
      throw new Error(`Expected a request body of at most ${BODY_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
