import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ProxyAgent, request } from 'undici';
import { chooseProfile, type TransportName } from '../domain/browser-profiles.ts';
import type { Proxy } from '../domain/identity.ts';
import { browserHeaders } from '../egress/browser-headers.ts';
import { fetchJson } from '../egress/fetch-json.ts';
import { createTransportOpener } from '../egress/open-transport.ts';
import { median, round, type Measurement } from './measurement.ts';

const ROUNDS = 9;
const PAGES_A_ROUND = 120;
/** Sessions at once: one shows the way of a single page, eight what a worker does. */
const SESSIONS = [1, 8];
const CLIENTS = ['undici', 'wreq-js', 'impit'] as const;

type ClientName = (typeof CLIENTS)[number];

/**
 * Pages a second and CPU a page of our transports, beside plain undici: the same pages of the same HTTPS site through
 * the same proxy, in one process and in turns, each with connections that are kept. All read the whole body, undo gzip
 * and parse the JSON; ours also verifies what came. The servers are another process, whose CPU does not count.
 */
export async function benchFetch(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fetch-'));
  const servers = fork(fileURLToPath(new URL('./fetch-servers/main.ts', import.meta.url)), [folder]);
  try {
    const [place] = (await once(servers, 'message')) as [Servers];
    // Read by the native clients once, before their first request.
    process.env['SSL_CERT_FILE'] = place.caFile;
    const figures: Record<string, number> = { 'compressed page, KB': round(place.gzipBytes / 1000) };
    const ratios: Record<string, number> = {};
    for (const sessions of SESSIONS) Object.assign(figures, await measure(place, sessions, ratios));
    return { figures, ratios };
  } finally {
    servers.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Servers {
  sitePort: number;
  proxyPort: number;
  caFile: string;
  gzipBytes: number;
}

async function measure(
  place: Servers,
  sessions: number,
  ratios: Record<string, number>,
): Promise<Record<string, number>> {
  const rounds = new Map<ClientName, Round[]>(CLIENTS.map((client) => [client, []]));
  // The first round warms up and does not count; whoever begins changes with each.
  for (let number = 0; number <= ROUNDS; number += 1) {
    const turn = number % CLIENTS.length;
    for (const client of [...CLIENTS.slice(turn), ...CLIENTS.slice(0, turn)]) {
      const measured = await runRound(place, client, sessions);
      if (number > 0) rounds.get(client)?.push(measured);
    }
  }
  const at = sessions === 1 ? 'one session' : `${sessions} sessions`;
  const speedOf = (client: ClientName): number =>
    median((rounds.get(client) ?? []).map(({ pagesPerSec }) => pagesPerSec));
  const cpuOf = (client: ClientName): number =>
    median((rounds.get(client) ?? []).map(({ cpuMsPerPage }) => cpuMsPerPage));
  const figures: Record<string, number> = {};
  for (const client of CLIENTS) {
    figures[`${client}, ${at}, pages/s`] = round(speedOf(client));
    figures[`${client}, ${at}, CPU a page, ms`] = round(cpuOf(client), 2);
  }
  const suffix = sessions === 1 ? '' : `Of${sessions}Sessions`;
  ratios[`vsUndici${suffix}`] = round(speedOf('wreq-js') / speedOf('undici'), 2);
  ratios[`impitVsUndici${suffix}`] = round(speedOf('impit') / speedOf('undici'), 2);
  return figures;
}

interface Round {
  pagesPerSec: number;
  cpuMsPerPage: number;
}

async function runRound(place: Servers, client: ClientName, sessions: number): Promise<Round> {
  const opened = await Promise.all(Array.from({ length: sessions }, () => open(place, client)));
  // The first page opens the connection, as it does once in a session.
  await Promise.all(opened.map(({ ask }) => ask(0)));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const pagesEach = PAGES_A_ROUND / sessions;
  await Promise.all(
    opened.map(async ({ ask }) => {
      for (let page = 0; page < pagesEach; page += 1) await ask(page);
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  await Promise.all(opened.map(({ close }) => close()));
  return {
    pagesPerSec: (PAGES_A_ROUND / elapsedMs) * 1000,
    cpuMsPerPage: (user + system) / 1000 / PAGES_A_ROUND,
  };
}

interface Client {
  ask: (page: number) => Promise<void>;
  close: () => Promise<void>;
}

function open(place: Servers, client: ClientName): Promise<Client> {
  return client === 'undici' ? openUndici(place) : openOurs(place, client);
}

const gunzipped = promisify(gunzip);

async function openUndici({ sitePort, proxyPort, caFile }: Servers): Promise<Client> {
  const dispatcher = new ProxyAgent({
    uri: `http://127.0.0.1:${proxyPort}`,
    requestTls: { ca: readFileSync(caFile) },
  });
  return {
    async ask(page) {
      const { statusCode, body } = await request(`https://localhost:${sitePort}/graphql?page=${page}`, {
        dispatcher,
        headers: { 'accept-encoding': 'gzip', accept: '*/*' },
      });
      const json = await gunzipped(Buffer.from(await body.arrayBuffer()));
      assertPage(statusCode === 200 ? JSON.parse(json.toString('utf8')) : null);
    },
    close: () => dispatcher.close(),
  };
}

async function openOurs(
  { sitePort, proxyPort }: Servers,
  name: Exclude<ClientName, 'undici'>,
): Promise<Client> {
  const transport: TransportName = name;
  const proxy: Proxy = {
    id: 1,
    protocol: 'http',
    host: '127.0.0.1',
    port: proxyPort,
    username: null,
    password: null,
  };
  const identity = { proxy, profile: chooseProfile(0, transport), acceptLanguage: 'en-US,en;q=0.9' };
  const addressPolicy = { allowedPrivateHosts: ['localhost'] };
  const opened = await createTransportOpener({ transport, addressPolicy })(identity);
  const headers = browserHeaders(identity, { referer: `https://localhost:${sitePort}/` });
  return {
    async ask(page) {
      const url = `https://localhost:${sitePort}/graphql?page=${page}`;
      assertPage((await fetchJson(opened, { method: 'GET', url, headers })).json);
    },
    close: () => opened.close(),
  };
}

function assertPage(answer: unknown): void {
  const { data } = (answer ?? {}) as { data?: { filteredProducts?: { products: unknown[] } } };
  if (data?.filteredProducts?.products.length !== 100) throw new Error('Expected a page of 100 products');
}
