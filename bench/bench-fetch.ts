import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type Db } from '../db/connect.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { CLIENTS, openClient, type ClientName, type FetchServers } from './fetch-clients.ts';
import { joinMeasurements, round, spreadOf, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { startDatabase } from './start-servers.ts';
import { takeTurns, type Rounds, type Ways } from './take-turns.ts';

const ROUNDS = 9;
const PAGES_A_ROUND = 120;
/** Concurrent sessions: one shows the cost of a single page, eight a worker's load. */
const SESSIONS = [1, 8];

/** What our clients do that undici does not. */
const NOTES: Record<Exclude<ClientName, 'undici'>, string> = {
  'wreq-js alone':
    "both read the body, undo gzip in one piece and parse; neither checks; a browser's TLS on our side",
  'wreq-js with checks':
    "undici checks nothing; ours checks address, length, checksum, UTF-8, depth and kind of answer, and sends a browser's headers",
  'wreq-js whole request':
    'also takes and ends a turn of the pace in PostgreSQL, whose own CPU is not counted, and obeys robots.txt',
};

/**
 * Measures pages a second and CPU a page, compared with plain undici: of our transport's library alone, with the response checks,
 * and of the whole request as a worker sends it. All fetch the same pages of the same HTTPS site through the same proxy, over
 * kept-alive connections, alternating in one process. The servers are other processes, whose CPU does not count.
 */
export async function benchFetch({ rounds = ROUNDS }: BenchOptions): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fetch-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  const site = fork(fileURLToPath(new URL('./fetch-servers/main.ts', import.meta.url)), [folder]);
  try {
    const [servers] = (await once(site, 'message')) as [FetchServers];
    // The native clients read this variable once, before their first request.
    process.env['SSL_CERT_FILE'] = servers.caFile;
    const { url } = await startDatabase({ folder, group });
    const db = connectDatabase({
      url,
      poolSize: 10,
      applicationName: 'bench',
      onLostConnection: () => undefined,
    });
    const parts: Measurement[] = [
      { figures: { 'compressed page, KB': round(servers.gzipBytes / 1000) }, ratios: {} },
    ];
    for (const sessions of SESSIONS)
      parts.push(report(await measure({ servers, db, sessions }, rounds), sessions));
    await db.destroy();
    return joinMeasurements(parts);
  } finally {
    site.kill();
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

interface World {
  servers: FetchServers;
  db: Db;
  sessions: number;
}

interface Turn {
  pagesPerSec: number;
  cpuMsPerPage: number;
}

function measure(world: World, rounds: number): Promise<Rounds<ClientName, Turn>> {
  const ways = Object.fromEntries(
    CLIENTS.map((client) => [client, () => fetchPages(world, client)]),
  ) as unknown as Ways<ClientName, Turn>;
  return takeTurns(ways, { rounds });
}

async function fetchPages({ servers, db, sessions }: World, name: ClientName): Promise<Turn> {
  const clients = await Promise.all(Array.from({ length: sessions }, () => openClient(name, servers, db)));
  // The first page opens the connection, once per session.
  await Promise.all(clients.map((client) => client.ask(0)));
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let page = 0; page < PAGES_A_ROUND / sessions; page += 1) assertPage(await client.ask(page));
    }),
  );
  const elapsedMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  await Promise.all(clients.map((client) => client.close()));
  return {
    pagesPerSec: (PAGES_A_ROUND / elapsedMs) * 1000,
    cpuMsPerPage: (user + system) / 1000 / PAGES_A_ROUND,
  };
}

function assertPage(answer: unknown): void {
  const { data } = (answer ?? {}) as { data?: { filteredProducts?: { products: unknown[] } } };
  if (data?.filteredProducts?.products.length !== 100) throw new Error('Expected a page of 100 products');
}

function report(rounds: Rounds<ClientName, Turn>, sessions: number): Measurement {
  const at = sessions === 1 ? 'one session' : `${sessions} sessions`;
  const figures = CLIENTS.flatMap((client) => [
    [`${client}, ${at}, pages/s`, spreadOf(rounds.map((turns) => turns[client].pagesPerSec))] as const,
    [
      `${client}, ${at}, CPU a page, ms`,
      spreadOf(
        rounds.map((turns) => turns[client].cpuMsPerPage),
        2,
      ),
    ] as const,
  ]);
  const ours = CLIENTS.filter((client) => client !== 'undici');
  const labelOf = (client: ClientName): string => `${client} / undici, ${at}`;
  const ratios = ours.map((client) => {
    const versus = rounds.map((turns) => turns[client].pagesPerSec / turns.undici.pagesPerSec);
    return [labelOf(client), spreadOf(versus, 2)] as const;
  });
  return {
    figures: Object.fromEntries(figures),
    ratios: Object.fromEntries(ratios),
    notes: Object.fromEntries(ours.map((client) => [labelOf(client), NOTES[client]])),
  };
}
