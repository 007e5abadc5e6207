import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { connectDatabase, type Db } from '../db/connect.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { startCrawl, waitForCrawl } from '../temporal-client/crawl-control.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { readTreeUse } from '../workers/process-tree.ts';
import { startPeer, startWorker, type ChainDriver } from './chain-drivers.ts';
import { openChainWorld, type ChainWorld } from './chain-world.ts';
import { median, round, type Measurement } from './measurement.ts';
import { mostAtOnce, readChainHistory, type ChainHistory } from './read-chain-history.ts';
import { createDatabase, NAMESPACE, say, type ServerHome } from './start-servers.ts';

/** Of so many products of a store a thousand are for sale, on average. */
const PRODUCTS = 1_080;
const SIZE = { stores: 32, products: PRODUCTS, pageLatencyMs: 50, concurrency: 8 };
const ROUNDS = 6;
/** No round is begun after this, so that a slow machine ends too. */
const ROUNDS_MS_MAX = 330_000;
const IDLE_STARTS = 100;
/** Right after a chain the server still writes down its end: a start that comes then waits 60 ms for it. */
const IDLE_PAUSE_MS = 300;
const DRIVERS = ['temporal', 'graphile-worker', 'loop'] as const;

type DriverName = (typeof DRIVERS)[number];

/**
 * Complete chains a minute: menus of 1,000 products, 50 ms a page, through proxies onto disk and into PostgreSQL; driven
 * by Temporal, by graphile-worker and by a plain loop, which take turns with the same activities, storefront and
 * database server. Then what a chain costs on Temporal, and how soon one begins on an idle worker.
 */
export async function benchChains(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-chains-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  const drivers: Driver[] = [];
  try {
    const world = await openChainWorld({ folder, group }, SIZE);
    await crawlOnce(world);
    const connection = await Connection.connect({ address: world.temporal.address });
    const client = new Client({ connection, namespace: NAMESPACE });
    for (const name of DRIVERS) drivers.push(await startDriver(name, { folder, group }, { world, client }));
    const rounds = await runRounds(drivers, world);
    const histories = await readHistories(client, world);
    const idleMs = await measureIdleStarts(client, world);
    await connection.close();
    return {
      figures: { ...figuresOf(rounds), ...costOf(histories, rounds), ...latencyOf(idleMs) },
      ratios: ratiosOf(rounds),
    };
  } finally {
    for (const { driver, db } of drivers) {
      await driver.stop();
      await db.destroy();
    }
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What is measured is a crawl of every day, not the first one: all stores have been crawled before, and have their
 * pictures. Else the conversion of pictures would be most of what is measured.
 */
async function crawlOnce(world: ChainWorld): Promise<void> {
  say(`Crawling ${SIZE.stores} stores for the first time…`);
  const loop = await startPeer('loop', world.environmentOn(world.templateUrl), { images: false });
  await loop.crawl([...world.stores, world.tinyStore]);
  await loop.stop();
  const db = openDb(world.templateUrl);
  await sql`update store_products set local_image_path = 'images/there.webp' where image_url is not null`.execute(
    db,
  );
  await sql`update brand_logos set local_image_path = 'images/there.webp' where image_url is not null`.execute(
    db,
  );
  await db.destroy();
}

interface Driver {
  name: DriverName;
  driver: ChainDriver;
  /** Its own database. */
  db: Db;
}

async function startDriver(
  name: DriverName,
  home: ServerHome,
  { world, client }: { world: ChainWorld; client: Client },
): Promise<Driver> {
  const url = await createDatabase(world.postgres.url, name.replace('-', '_'), 'bench');
  const environment = world.environmentOn(url);
  const driver =
    name === 'temporal' ? await startWorker(home, client, environment) : await startPeer(name, environment);
  return { name, driver, db: openDb(url) };
}

function openDb(url: string): Db {
  return connectDatabase({ url, poolSize: 1, applicationName: 'bench', onLostConnection: () => undefined });
}

/** One turn of one driver. CPU is that of a chain, in milliseconds. */
interface Turn {
  chainsPerMin: number;
  workerCpuMs: number;
  temporalCpuMs: number;
  postgresCpuMs: number;
  /** Of everything: storefront, proxies, servers, and what starts the chains. */
  allCpuMs: number;
  /** Of a chain, as far as they reached the Temporal server. */
  heartbeats: number;
}

type Rounds = Record<DriverName, Turn>[];

async function runRounds(drivers: Driver[], world: ChainWorld): Promise<Rounds> {
  const rounds: Rounds = [];
  const beganMs = performance.now();
  // The first round warms up and does not count; whoever begins changes with each.
  for (let number = 0; number <= ROUNDS && performance.now() - beganMs < ROUNDS_MS_MAX; number += 1) {
    const turns: Partial<Record<DriverName, Turn>> = {};
    const first = number % drivers.length;
    for (const driver of [...drivers.slice(first), ...drivers.slice(0, first)]) {
      await keepHouse(driver);
      turns[driver.name] = await takeTurn(driver, world);
      await expectCompleted(driver, (number + 1) * SIZE.stores);
      say(`round ${number}, ${driver.name}: ${JSON.stringify(turns[driver.name])}`);
    }
    if (number > 0) rounds.push(turns as Record<DriverName, Turn>);
  }
  return rounds;
}

/** Done between the turns, so that no turn pays for what another has left behind. */
async function keepHouse({ db }: Driver): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function takeTurn({ driver }: Driver, world: ChainWorld): Promise<Turn> {
  const heartbeatsBefore = await readHeartbeats(world);
  const before = readCpu(driver, world);
  const startedAt = performance.now();
  await driver.crawl(world.stores);
  const elapsedMs = performance.now() - startedAt;
  const after = readCpu(driver, world);
  const perChain = (key: keyof typeof before): number => (after[key] - before[key]) / SIZE.stores;
  return {
    chainsPerMin: (SIZE.stores / elapsedMs) * 60_000,
    workerCpuMs: perChain('worker'),
    temporalCpuMs: perChain('temporal'),
    postgresCpuMs: perChain('postgres'),
    allCpuMs: perChain('all'),
    heartbeats: ((await readHeartbeats(world)) - heartbeatsBefore) / SIZE.stores,
  };
}

function readCpu({ pid }: ChainDriver, { temporal, postgres }: ChainWorld) {
  return {
    worker: readTreeUse(pid).cpuMs,
    temporal: readTreeUse(temporal.process.pid ?? 0).cpuMs,
    postgres: readTreeUse(postgres.process.pid ?? 0).cpuMs,
    all: readTreeUse(process.pid).cpuMs,
  };
}

/** How many heartbeats the server has taken: histories do not have them. */
async function readHeartbeats({ temporal }: ChainWorld): Promise<number> {
  const metrics = await (await fetch(temporal.metricsUrl)).text();
  const counts = metrics.matchAll(
    /^service_requests\{[^}]*operation="RecordActivityTaskHeartbeat"[^}]*service_name="frontend"[^}]*\} (\S+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Figures of chains that were cut short would be worth nothing. */
async function expectCompleted({ name, db }: Driver, chains: number): Promise<void> {
  const { rows } = await sql<{ completed: number }>`
    select count(*)::int as completed from (
      select from crawl_runs join stage_runs on stage_runs.crawl_run_id = crawl_runs.id
      where status = 'completed' and outcome = 'completed' group by crawl_runs.id having count(*) = 3
    ) as whole
  `.execute(db);
  if (rows[0]?.completed !== chains)
    throw new Error(
      `Expected ${chains} complete chains on ${name} so far; the ledger has ${rows[0]?.completed}`,
    );
}

async function readHistories(client: Client, { stores }: ChainWorld): Promise<ChainHistory[]> {
  return Promise.all(
    stores.map(async ({ id }) =>
      readChainHistory(await client.workflow.getHandle(crawlDispensaryId(id)).fetchHistory()),
    ),
  );
}

/** From the call that starts a chain to the start of its first activity, one chain at a time. */
async function measureIdleStarts(client: Client, { tinyStore }: ChainWorld): Promise<number[]> {
  const latencies: number[] = [];
  while (latencies.length < IDLE_STARTS) {
    const calledMs = Date.now();
    const { handle } = await startCrawl(client, tinyStore);
    await waitForCrawl(client, tinyStore.id);
    latencies.push(readChainHistory(await handle.fetchHistory()).firstStartMs - calledMs);
    await wait(IDLE_PAUSE_MS);
  }
  return latencies;
}

function figuresOf(rounds: Rounds): Record<string, number> {
  const figures: Record<string, number> = { rounds: rounds.length };
  for (const name of DRIVERS) {
    const middle = (key: keyof Turn): number => median(rounds.map((turns) => turns[name][key]));
    figures[`${name}, chains a minute`] = round(middle('chainsPerMin'));
    figures[`${name}, CPU a chain, worker, ms`] = round(middle('workerCpuMs'), 0);
    figures[`${name}, CPU a chain, PostgreSQL, ms`] = round(middle('postgresCpuMs'), 0);
    figures[`${name}, CPU a chain, all, ms`] = round(middle('allCpuMs'), 0);
  }
  figures['CPU a chain, Temporal server, ms'] = round(
    median(rounds.map(({ temporal }) => temporal.temporalCpuMs)),
    0,
  );
  return figures;
}

function costOf(histories: ChainHistory[], rounds: Rounds): Record<string, number> {
  const actions = median(histories.map((history) => history.actions));
  const heartbeats = median(rounds.map(({ temporal }) => temporal.heartbeats));
  return {
    historyEventsPerChain: Math.max(...histories.map(({ events }) => events)),
    actionsPerChain: round(actions + heartbeats),
    'of which heartbeats': round(heartbeats),
    'activities at once on Temporal, at most': mostAtOnce(histories.flatMap(({ spans }) => spans)),
  };
}

function latencyOf(idleMs: number[]): Record<string, number> {
  const sorted = idleMs.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
  return {
    'idle, start to first activity, p50, ms': round(share(0.5)),
    'idle, start to first activity, p99, ms': round(share(0.99)),
  };
}

/** The median of what each round had: its three turns shared the state that the machine was in. */
function ratiosOf(rounds: Rounds): Record<string, number> {
  const versus = (other: DriverName): number =>
    round(median(rounds.map((turns) => turns.temporal.chainsPerMin / turns[other].chainsPerMin)), 2);
  return { vsGraphileWorker: versus('graphile-worker'), vsLoop: versus('loop') };
}
