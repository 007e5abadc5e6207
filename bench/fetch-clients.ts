import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ProxyAgent, request } from 'undici';
import { createTransport, fetch as wreqFetch } from 'wreq-js';
import type { Db } from '../db/connect.ts';
import {
  endRequest,
  keepPermit,
  returnPermit,
  readGate,
  saveCrawlDelay,
  acquirePermit,
} from '../db/queries/pace.ts';
import type { LeasedIdentity, Proxy } from '../domain/identity.ts';
import { browserHeaders } from '../egress/browser-headers.ts';
import { fetchJson } from '../egress/fetch-json.ts';
import { createHttpSessions } from '../egress/http-session.ts';
import { makeIdentity } from '../egress/make-identity.ts';
import { createPacing } from '../egress/pacing.ts';
import { proxyUrl } from '../egress/proxy-url.ts';
import { createRobots } from '../egress/robots.ts';
import type { RequestPacing, SessionPurpose } from '../egress/session.ts';
import { createWreqTransport } from '../egress/wreq-transport.ts';

export const CLIENTS = ['undici', 'wreq-js alone', 'wreq-js with checks', 'wreq-js whole request'] as const;

export type ClientName = (typeof CLIENTS)[number];

/** The addresses of the site and the proxy. */
export interface FetchServers {
  sitePort: number;
  proxyPort: number;
  caFile: string;
  gzipBytes: number;
}

/** One session: fetches a page of the menu, and returns the JSON. */
export interface Client {
  ask(page: number): Promise<unknown>;
  close(): Promise<void>;
}

/** A menu page is smaller than this, so zlib decompresses the page in one chunk. */
const ONE_PIECE = { chunkSize: 2 ** 20 };
const gunzipBytes = promisify<Buffer, { chunkSize: number }, Buffer>(gunzip);

const PLAIN_HEADERS: [name: string, value: string][] = [
  ['accept', '*/*'],
  ['accept-encoding', 'gzip'],
];

/** Opens a session of a client; its first request opens the connection. @param db stores the pace */
export async function openClient(name: ClientName, servers: FetchServers, db: Db): Promise<Client> {
  switch (name) {
    case 'undici':
      return openUndici(servers);
    case 'wreq-js alone':
      return openWreq(servers);
    case 'wreq-js with checks':
      return openChecked(servers);
    case 'wreq-js whole request':
      return openSession(servers, db);
  }
}

function pageUrl({ sitePort }: FetchServers, page: number): string {
  return `https://localhost:${sitePort}/graphql?page=${page}`;
}

async function parseGzip(body: ArrayBuffer): Promise<unknown> {
  return JSON.parse((await gunzipBytes(Buffer.from(body), ONE_PIECE)).toString('utf8'));
}

function openUndici(servers: FetchServers): Client {
  const dispatcher = new ProxyAgent({
    uri: `http://127.0.0.1:${servers.proxyPort}`,
    requestTls: { ca: readFileSync(servers.caFile) },
  });
  return {
    async ask(page) {
      const headers = Object.fromEntries(PLAIN_HEADERS);
      const { body } = await request(pageUrl(servers, page), { dispatcher, headers });
      return parseGzip(await body.arrayBuffer());
    },
    close: () => dispatcher.close(),
  };
}

async function openWreq(servers: FetchServers): Promise<Client> {
  const { proxy, profile } = identityOf(servers);
  const transport = await createTransport({
    ...profile.tls,
    proxy: proxyUrl(proxy),
    trustStore: 'combined',
  });
  return {
    async ask(page) {
      const response = await wreqFetch(pageUrl(servers, page), {
        transport,
        headers: PLAIN_HEADERS,
        disableDefaultHeaders: true,
        compress: false,
      });
      return parseGzip(await response.arrayBuffer());
    },
    close: () => transport.close(),
  };
}

async function openChecked(servers: FetchServers): Promise<Client> {
  const identity = identityOf(servers);
  const opened = await openTransport(identity);
  const headers = browserHeaders(identity, { referer: `https://localhost:${servers.sitePort}/` });
  return {
    ask: async (page) =>
      (await fetchJson(opened, { method: 'GET', url: pageUrl(servers, page), headers })).json,
    close: () => opened.close(),
  };
}

/** Opens a session as a worker does, with its pace in PostgreSQL and a robots.txt that it obeys. */
async function openSession(servers: FetchServers, db: Db): Promise<Client> {
  const pacing = pacingOn(db);
  const open = createHttpSessions({
    openTransport,
    pacing,
    robots: createRobots({
      pacing,
      saveCrawlDelay: (target, crawlDelayMs) => saveCrawlDelay(db, target, crawlDelayMs),
      platforms: { dutchie: { obeysRobots: true }, blaze: { obeysRobots: true } },
    }),
    exitAddressUrl: `https://localhost:${servers.sitePort}/ip`,
  });
  const session = await open(PURPOSE, { number: 0, proxy: proxyOf(servers) });
  return {
    ask: (page) => session.askJson({ method: 'GET', url: pageUrl(servers, page), headers: [] }),
    close: () => session.close(),
  };
}

function openTransport(identity: Pick<LeasedIdentity, 'proxy' | 'profile'>) {
  return createWreqTransport({ identity, addressPolicy: { allowedPrivateHosts: ['localhost'] } });
}

const PURPOSE: SessionPurpose = {
  platform: 'dutchie',
  target: 'dutchie',
  stateCode: 'AZ',
  countryCode: 'US',
  timeZone: null,
  pageUrl: 'https://localhost/',
  attemptKey: 'bench/1/1',
  signal: new AbortController().signal,
};

/** Returns the identity of all clients: they use the same browser profile. */
function identityOf(servers: FetchServers) {
  return makeIdentity(PURPOSE, { number: 0, proxy: proxyOf(servers) });
}

function proxyOf({ proxyPort }: FetchServers): Proxy {
  return { id: 1, protocol: 'http', host: '127.0.0.1', port: proxyPort, username: null, password: null };
}

/** Creates a worker's pacing, with limits that are never reached: only the cost of pacing is measured. */
function pacingOn(db: Db): RequestPacing {
  const limits = { requestsPerSecond: 100_000, maxConcurrentRequests: 10_000 };
  return createPacing(
    {
      acquirePermit: (turn) => acquirePermit(db, turn),
      keepPermit: (permitId) => keepPermit(db, permitId),
      returnPermit: (permitId) => returnPermit(db, permitId),
      endRequest: (permitId, follow) => endRequest(db, permitId, follow),
      readGate: (target) => readGate(db, target),
    },
    { platforms: { dutchie: limits, blaze: limits }, otherHosts: limits },
  );
}
