import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { startCrawl, waitForCrawl } from '../temporal-client/crawl-control.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { startPeer } from './chain-drivers.ts';
import { profileChains } from './chain-profile.ts';
import { reportCost, reportLatency, reportPart } from './chain-report.ts';
import {
  closeDriverHome,
  createDriverHome,
  measurePart,
  openDb,
  startDriver,
  type DriverHome,
  type DriverName,
  type RunningDriver,
  type Turn,
} from './chain-rounds.ts';
import { openChainWorld, type ChainWorld } from './chain-world.ts';
import { joinMeasurements, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { readChainHistory, type ChainHistory } from './read-chain-history.ts';
import { print, type ServerHome } from './start-servers.ts';
import type { Rounds } from './take-turns.ts';

/** Of this many products of a store, a thousand are for sale on average. */
const PRODUCTS = 1_080;
const SIZE = { stores: 32, products: PRODUCTS, pageLatencyMs: 50 };
const ROUNDS = 7;
const PLACES = 8;
const IDLE_STARTS = 100;
/** The pause after a chain. The server is still recording the chain's end for a moment: a start in that time would wait 60 ms. */
const IDLE_PAUSE_MS = 300;

/**
 * Measures complete chains a minute: menus of 1,000 products, 50 ms a page, through proxies onto disk and into PostgreSQL; driven
 * by Temporal, by graphile-worker and by a plain loop, which alternate with the same activities, storefront and database server.
 * Then measures the cost of a chain on Temporal, and the start latency on an idle worker.
 */
export async function benchChains(options: BenchOptions): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-chains-'));
  await chmod(folder, 0o711);
  const home = { folder, group: createProcessGroup() };
  const drivers: DriverHome[] = [];
  try {
    const names = driversOf(options);
    const world = await openChainWorld(home, { ...SIZE, cluster: names.includes('cluster') });
    await crawlOnce(world);
    for (const name of names) drivers.push(await createDriverHome(name, home, world));
    const setting = { home, world, drivers };
    return await (options.profile ? profileChains(setting, options) : measureParts(setting, options));
  } finally {
    for (const driver of drivers) await closeDriverHome(driver);
    await home.group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

function driversOf({ cluster, oursOnly, profile }: BenchOptions): DriverName[] {
  if (profile) return ['temporal'];
  const ours: DriverName[] = cluster ? ['temporal', 'cluster'] : ['temporal'];
  return oursOnly ? ours : [...ours, 'graphile-worker', 'loop'];
}

/**
 * Crawls all stores once, so that the measurement covers recurring crawls, whose pictures are stored. Otherwise the conversion of
 * pictures would dominate the measurement.
 */
async function crawlOnce(world: ChainWorld): Promise<void> {
  print(`Crawling ${SIZE.stores} stores for the first time…`);
  const environment = world.environmentOf({
    name: 'template',
    databaseUrl: world.templateUrl,
    temporalAddress: world.temporal.address,
    concurrency: PLACES,
  });
  const loop = await startPeer('loop', environment, { images: false });
  await loop.crawl([...world.stores, world.tinyStore]);
  await loop.stop();
  const db = openDb(world.templateUrl);
  for (const table of ['store_products', 'brand_logos'])
    await sql`
      update ${sql.table(table)} set local_image_path = 'images/there.webp' where image_url is not null
    `.execute(db);
  await db.destroy();
}

interface Setting {
  home: ServerHome;
  world: ChainWorld;
  drivers: DriverHome[];
}

/** Measures each number of slots with each kind of menus. */
async function measureParts(setting: Setting, options: BenchOptions): Promise<Measurement> {
  const { rounds = ROUNDS, places = [PLACES], menus = ['unchanged'] } = options;
  const parts = menus.flatMap((kind) => places.map((number) => ({ places: number, menus: kind, rounds })));
  const reports: Measurement[] = [];
  for (const part of parts) {
    print(`${part.places} places, ${part.menus} menus`);
    const drivers: RunningDriver[] = [];
    try {
      for (const driver of setting.drivers) drivers.push(await startDriver(setting, driver, part));
      const turns = await measurePart(setting.world, drivers, part);
      reports.push(reportPart(turns, part));
      // The cost of a chain does not depend on the slots, so it is measured once.
      if (part === parts[0]) reports.push({ figures: await measureCost(setting, turns), ratios: {} });
    } finally {
      for (const { running } of drivers) await running.stop();
    }
  }
  return joinMeasurements(reports);
}

async function measureCost(
  { drivers, world }: Setting,
  turns: Rounds<DriverName, Turn>,
): Promise<Measurement['figures']> {
  const client = drivers.find(({ name }) => name === 'temporal')?.temporal?.client;
  if (client === undefined) throw new Error('Expected the worker on the development server');
  const histories = await readHistories(client, world);
  return { ...reportCost(histories, turns), ...reportLatency(await measureIdleStarts(client, world)) };
}

async function readHistories(client: Client, { stores }: ChainWorld): Promise<ChainHistory[]> {
  return Promise.all(
    stores.map(async ({ id }) =>
      readChainHistory(await client.workflow.getHandle(crawlDispensaryId(id)).fetchHistory()),
    ),
  );
}

/** Measures the time from the call that starts a chain to its first activity, one chain at a time. */
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
