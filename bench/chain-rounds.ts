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
import { createDatabase, NAMESPACE, print, type ServerHome } from './start-servers.ts';
import { takeTurns, type Rounds, type Ways } from './take-turns.ts';

/** `temporal` is the worker on the development server, `cluster` the same worker on a real cluster's server. */
export type DriverName = 'temporal' | 'cluster' | 'graphile-worker' | 'loop';

/** What a driver keeps while its process restarts for each part: a database, files, a Temporal server. */
export interface DriverHome {
  name: DriverName;
  databaseUrl: string;
  db: Db;
  /** Null when it runs without Temporal. */
  temporal: { client: Client; address: string; readCpuMs: () => number } | null;
  /** All databases to vacuum before its turn. */
  databases: Db[];
}

/** Creates a driver's copy of the stores after their first crawl. */
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

/** Opens the databases in which the cluster stores its workflows, on the same PostgreSQL server. */
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

/** A running driver, and the world that it crawls. */
export interface RunningDriver {
  driver: DriverHome;
  running: ChainDriver;
  world: ChainWorld;
}

/** Starts a driver's process with this many slots. */
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

/** One turn of one driver. CPU is per chain, in milliseconds. */
export interface Turn {
  chainsPerMin: number;
  workerCpuMs: number;
  /** 0 without Temporal. */
  temporalCpuMs: number;
  postgresCpuMs: number;
  /** CPU of everything: storefront, proxies, servers, and the process that starts the chains. */
  allCpuMs: number;
  /** Heartbeats per chain that reached the development server. */
  heartbeats: number;
}

/** One part of the measurement: a number of slots, and one kind of menus. */
export interface Part {
  places: number;
  menus: MenuKind;
  rounds: number;
  /** Called with the time of each crawl of all stores, including the warm-up. */
  onCrawl?: (span: TimeSpan) => void;
}

/** Alternates the drivers. */
export async function measurePart(
  world: ChainWorld,
  drivers: RunningDriver[],
  { menus, rounds, onCrawl }: Part,
): Promise<Rounds<DriverName, Turn>> {
  const ways = drivers.map((driver) => {
    const takeOne = async (round: number) => {
      const { turn, span } = await acquirePermit(driver, menus, round);
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

/** Lets a driver crawl all stores once. */
async function acquirePermit(
  { driver, running, world }: RunningDriver,
  menus: MenuKind,
  round: number,
): Promise<{ turn: Turn; span: TimeSpan }> {
  const { stores } = world;
  if (menus === 'changed') await deletePictures(driver.db, round);
  await keepHouse(driver);
  const completedBefore = await countCompleted(driver);
  const heartbeatsBefore = await readHeartbeats(world);
  const before = readCpu({ driver, running, world });
  const span = { fromUs: monotonicUs(), toUs: 0 };
  await running.crawl(stores);
  span.toUs = monotonicUs();
  const after = readCpu({ driver, running, world });
  // A round with incomplete chains is invalid.
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
  print(`round ${round}, ${driver.name}: ${JSON.stringify(turn)}`);
  return { turn, span };
}

/** Returns the time in microseconds, by the clock that profiles use too. */
function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Pictures of a store to download in a round with changed menus, besides those of new products. */
const NEW_PICTURES = 5;

/** Deletes the rows of some pictures of each store, the same for all drivers, so that they are downloaded again. */
async function deletePictures(db: Db, round: number): Promise<void> {
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

/** Vacuums between the turns, so that no turn pays for the work of another. */
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

/** Reads how many heartbeats the development server has received: histories do not contain them. */
async function readHeartbeats({ temporal }: ChainWorld): Promise<number> {
  const metrics = await (await fetch(temporal.metricsUrl)).text();
  const counts = metrics.matchAll(
    /^service_requests\{[^}]*operation="RecordActivityTaskHeartbeat"[^}]*service_name="frontend"[^}]*\} (\S+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Counts chains with all three stages. */
async function countCompleted({ db }: DriverHome): Promise<number> {
  const { rows } = await sql<{ completed: number }>`
    select count(*)::int as completed from (
      select from crawl_runs join stage_runs on stage_runs.crawl_run_id = crawl_runs.id
      where status = 'completed' and outcome = 'completed' group by crawl_runs.id having count(*) = 3
    ) as whole
  `.execute(db);
  return rows[0]?.completed ?? 0;
}
