import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { connectDatabase, type Db } from '../db/connect.ts';
import { readTreeUse } from '../workers/process-tree.ts';
import { startPeer, startWorker, type ChainDriver } from './chain-drivers.ts';
import type { ChainWorld } from './chain-world.ts';
import type { MenuKind } from './options.ts';
import type { TimeSpan } from './read-profile.ts';
import { createDatabase, NAMESPACE, say, type ServerHome } from './start-servers.ts';
import { takeTurns, type Rounds, type Ways } from './take-turns.ts';

/** `temporal` is the worker on the development server, `cluster` the same worker on the server of a real cluster. */
export type DriverName = 'temporal' | 'cluster' | 'graphile-worker' | 'loop';

/** What a driver keeps while its process is started anew for each part: a database, files, a Temporal server. */
export interface DriverHome {
  name: DriverName;
  databaseUrl: string;
  db: Db;
  /** Null: it runs without Temporal. */
  temporal: { client: Client; address: string; readCpuMs: () => number } | null;
  /** All databases whose housekeeping is done before its turn. */
  databases: Db[];
}

/** Gives a driver a copy of the stores as they were crawled first. */
export async function createDriverHome(
  name: DriverName,
  { folder }: ServerHome,
  world: ChainWorld,
): Promise<DriverHome> {
  const databaseUrl = await createDatabase(world.postgres.url, `chains_${name.replace('-', '_')}`, 'bench');
  await cp(join(folder, 'storage', 'template'), join(folder, 'storage', name), { recursive: true });
  const db = openDb(databaseUrl);
  const servers = { temporal: world.temporal, cluster: world.cluster, 'graphile-worker': null, loop: null };
  const server = servers[name];
  return {
    name,
    databaseUrl,
    db,
    temporal: server === null ? null : await connectTemporal(server),
    databases: name === 'cluster' ? [db, ...openClusterDatabases(databaseUrl)] : [db],
  };
}

/** The cluster keeps its workflows on the same PostgreSQL server. */
function openClusterDatabases(databaseUrl: string): Db[] {
  return ['temporal', 'temporal_visibility'].map((name) => {
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    return openDb(url.href);
  });
}

/** Opens one connection to a database. */
export function openDb(url: string): Db {
  return connectDatabase({ url, poolSize: 1, applicationName: 'bench', onLostConnection: () => undefined });
}

async function connectTemporal({ address, process: server }: NonNullable<ChainWorld['cluster']>) {
  const connection = await Connection.connect({ address });
  return {
    client: new Client({ connection, namespace: NAMESPACE }),
    address,
    readCpuMs: () => readTreeUse(server.pid ?? 0).cpuMs,
  };
}

/** Closes the connections of a driver. */
export async function closeDriverHome({ temporal, databases }: DriverHome): Promise<void> {
  await temporal?.client.connection.close();
  for (const db of databases) await db.destroy();
}

/** A driver that is up, and the world that it crawls. */
export interface RunningDriver {
  driver: DriverHome;
  running: ChainDriver;
  world: ChainWorld;
}

/** Starts the process of a driver with so many places. */
export async function startDriver(
  { home, world }: { home: ServerHome; world: ChainWorld },
  driver: DriverHome,
  { places, nodeOptions = [] }: { places: number; nodeOptions?: string[] },
): Promise<RunningDriver> {
  const { name, databaseUrl, temporal } = driver;
  const temporalAddress = temporal?.address ?? world.temporal.address;
  const environment = world.environmentOf({ name, databaseUrl, temporalAddress, concurrency: places });
  if (name === 'graphile-worker' || name === 'loop')
    return { driver, world, running: await startPeer(name, environment) };
  if (temporal === null) throw new Error(`Expected a Temporal server for ${name}`);
  const running = await startWorker(home, { name, client: temporal.client, environment, nodeOptions });
  return { driver, world, running };
}

/** One turn of one driver. CPU is that of a chain, in milliseconds. */
export interface Turn {
  chainsPerMin: number;
  workerCpuMs: number;
  /** 0 without Temporal. */
  temporalCpuMs: number;
  postgresCpuMs: number;
  /** Of everything: storefront, proxies, servers, and what starts the chains. */
  allCpuMs: number;
  /** Of a chain, as far as they reached the development server. */
  heartbeats: number;
}

/** What is measured by itself: so many places, and menus of one kind. */
export interface Part {
  places: number;
  menus: MenuKind;
  rounds: number;
  /** Given the time of each crawl of all stores, those of the warm-up included. */
  onCrawl?: (span: TimeSpan) => void;
}

/** Has the drivers take turns. */
export async function measurePart(
  world: ChainWorld,
  drivers: RunningDriver[],
  { menus, rounds, onCrawl }: Part,
): Promise<Rounds<DriverName, Turn>> {
  const ways = drivers.map((driver) => {
    const takeOne = async (round: number) => {
      const { turn, span } = await takeTurn(driver, menus, round);
      onCrawl?.(span);
      return turn;
    };
    return [driver.driver.name, takeOne] as const;
  });
  return takeTurns(Object.fromEntries(ways) as Ways<DriverName, Turn>, {
    rounds,
    ...(menus === 'changed' ? { beforeRound: () => world.changeMenus() } : {}),
  });
}

/** Has a driver crawl all stores once. */
async function takeTurn(
  { driver, running, world }: RunningDriver,
  menus: MenuKind,
  round: number,
): Promise<{ turn: Turn; span: TimeSpan }> {
  const { stores } = world;
  if (menus === 'changed') await forgetPictures(driver.db, round);
  await keepHouse(driver);
  const completedBefore = await countCompleted(driver);
  const heartbeatsBefore = await readHeartbeats(world);
  const before = readCpu({ driver, running, world });
  const span = { fromUs: monotonicUs(), toUs: 0 };
  await running.crawl(stores);
  span.toUs = monotonicUs();
  const after = readCpu({ driver, running, world });
  // A round whose chains were cut short is worth nothing.
  const completed = (await countCompleted(driver)) - completedBefore;
  if (completed !== stores.length)
    throw new Error(`Expected ${stores.length} complete chains on ${driver.name}, got ${completed}`);
  const perChain = (key: keyof typeof before): number => (after[key] - before[key]) / stores.length;
  const turn = {
    chainsPerMin: (stores.length / (span.toUs - span.fromUs)) * 60_000_000,
    workerCpuMs: perChain('worker'),
    temporalCpuMs: perChain('temporal'),
    postgresCpuMs: perChain('postgres'),
    allCpuMs: perChain('all'),
    heartbeats: ((await readHeartbeats(world)) - heartbeatsBefore) / stores.length,
  };
  say(`round ${round}, ${driver.name}: ${JSON.stringify(turn)}`);
  return { turn, span };
}

/** By the clock that profiles use too. */
function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Pictures of a store that are downloaded in a round with changed menus, besides those of new products. */
const NEW_PICTURES = 5;

/** Takes away some pictures of each store, the same for all drivers. */
async function forgetPictures(db: Db, round: number): Promise<void> {
  await sql`
    with chosen as (
      select id, image_url from (
        select id, image_url, row_number() over (
          partition by dispensary_id order by md5(provider_product_id || ${String(round)}::text)
        ) as number
        from store_products where image_url is not null and local_image_path is not null
      ) as shown where number <= ${NEW_PICTURES}
    ), forgotten as (delete from image_files where url in (select image_url from chosen))
    update store_products set local_image_path = null where id in (select id from chosen)
  `.execute(db);
}

/** Done between the turns, so that no turn pays for what another has left behind. */
async function keepHouse({ databases }: DriverHome): Promise<void> {
  for (const db of databases) await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(databases[0]!);
}

function readCpu({ driver, running, world }: RunningDriver) {
  return {
    worker: readTreeUse(running.pid).cpuMs,
    temporal: driver.temporal?.readCpuMs() ?? 0,
    postgres: readTreeUse(world.postgres.process.pid ?? 0).cpuMs,
    all: readTreeUse(process.pid).cpuMs,
  };
}

/** How many heartbeats the development server has taken: histories do not have them. */
async function readHeartbeats({ temporal }: ChainWorld): Promise<number> {
  const metrics = await (await fetch(temporal.metricsUrl)).text();
  const counts = metrics.matchAll(
    /^service_requests\{[^}]*operation="RecordActivityTaskHeartbeat"[^}]*service_name="frontend"[^}]*\} (\S+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Chains with all three stages. */
async function countCompleted({ db }: DriverHome): Promise<number> {
  const { rows } = await sql<{ completed: number }>`
    select count(*)::int as completed from (
      select from crawl_runs join stage_runs on stage_runs.crawl_run_id = crawl_runs.id
      where status = 'completed' and outcome = 'completed' group by crawl_runs.id having count(*) = 3
    ) as whole
  `.execute(db);
  return rows[0]?.completed ?? 0;
}
