import { join } from 'node:path';
import { sql } from 'kysely';
import { readEnvironment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import { markAsSandbox } from '../db/queries/instance.ts';
import type { PostgresServer } from '../local/postgres.ts';
import type { TemporalCluster } from '../local/temporal-cluster.ts';
import type { TemporalDevServer } from '../local/temporal-dev-server.ts';
import { generateWorld } from '../sandbox/world/generate-world.ts';
import type { Store } from '../sandbox/world/world.ts';
import { startSandboxProcess, type SandboxInfo } from '../scripts/start/sandbox-process.ts';
import { activateSandboxProxies, openDatabase } from '../scripts/start/sandbox-database.ts';
import { sandboxEnvironment } from '../scripts/start/stack.ts';
import type { NamedDispensary } from '../temporal-client/crawl-control.ts';
import { writeWorkflowBundle } from '../workers/workflow-bundle.ts';
import {
  NAMESPACE,
  print,
  startCluster,
  startDatabase,
  startTemporal,
  type ServerHome,
} from './start-servers.ts';

/** The size of the world. */
export interface ChainWorldSize {
  /** Stores to crawl in each round. */
  stores: number;
  /** Products of a menu, on average. */
  products: number;
  /** Latency of each page at the storefront, beyond its own work. */
  pageLatencyMs: number;
  /** Whether to start a real Temporal cluster's server besides the development server. */
  cluster: boolean;
}

/** What each process that runs chains has of its own. */
interface ChainPlace {
  /** Names its database and its folder of payloads and pictures. */
  name: string;
  databaseUrl: string;
  temporalAddress: string;
  /** Concurrent activities, jobs or chains. */
  concurrency: number;
}

/** A storefront with stores to crawl, and the servers that all drivers share. */
export interface ChainWorld {
  postgres: PostgresServer;
  temporal: TemporalDevServer;
  cluster: TemporalCluster | null;
  /** A database with the stores and the proxies; each driver gets a copy. */
  templateUrl: string;
  stores: NamedDispensary[];
  /** A store with three products. */
  tinyStore: NamedDispensary;
  /** The environment of a process that runs chains. */
  environmentOf(place: ChainPlace): Record<string, string>;
  /** Changes the menus of all stores as between two crawls: prices, stock, products that leave and arrive. */
  changeMenus(): Promise<void>;
}

const SEED = 1;

/** Starts the servers and the storefront as separate processes, and adds the stores. */
export async function openChainWorld(home: ServerHome, size: ChainWorldSize): Promise<ChainWorld> {
  const { folder, group } = home;
  const bundlePath = join(folder, 'workflow-bundle.js');
  // The first store of a sandbox has a larger menu than the others.
  const recipe = { seed: SEED, dispensaries: size.stores + 1, products: size.products };
  const [{ server, url }, temporal, sandbox] = await Promise.all([
    startDatabase(home),
    startTemporal(home),
    startSandboxProcess({
      group,
      options: { ...recipe, dataDir: folder, captures: null },
      progress: print,
      fail: (error) => print(error.message),
    }),
    writeWorkflowBundle(bundlePath),
  ]);
  const cluster = size.cluster ? await startCluster(home, server.url) : null;
  const environmentOf = ({ name, databaseUrl, temporalAddress, concurrency }: ChainPlace) => ({
    ...sandboxEnvironment(sandbox),
    ...WITHOUT_LIMITS,
    // Turns follow each other immediately, so the confirmation of a menu must be due within the same turn.
    CONFIRM_AFTER_MINUTES: '0.05',
    MAX_CONCURRENT_TASKS: String(concurrency),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: NAMESPACE,
    // Both servers belong to the measurement.
    TEMPORAL_INSTANCE_CHECK: 'false',
    STORAGE_ROOT: join(folder, 'storage', name),
    PROXY_PASSWORD_KEY_FILE: join(folder, 'proxy-password.key'),
    WORKFLOW_BUNDLE_PATH: bundlePath,
  });
  const environment = readEnvironment(
    environmentOf({ name: 'template', databaseUrl: url, temporalAddress: temporal.address, concurrency: 1 }),
  );
  const db = await openDatabase(environment, print);
  // A sandbox has no schedules, whose work would disturb the measurement.
  await markAsSandbox(db);
  await activateSandboxProxies(sandbox, { db, environment });
  // `keepHouse` vacuums and checkpoints between the turns.
  await sql`alter system set autovacuum = off`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  const { stores } = generateWorld(recipe);
  const usual = stores.slice(1, size.stores + 1);
  const tiny = stores.find((store) => store.profileAt(0).name === 'QA Test Pharmacy');
  if (tiny === undefined) throw new Error('Expected a test shop in the world of the sandbox');
  const [tinyStore, ...added] = await addStores(db, sandbox, [tiny, ...usual]);
  await db.destroy();
  const latency = {
    match: { operation: 'FilteredProducts' },
    action: { type: 'latency', ms: size.pageLatencyMs },
  };
  await control(sandbox, 'faults', { rules: [latency] });
  return {
    postgres: server,
    temporal,
    cluster,
    templateUrl: url,
    stores: added,
    tinyStore: tinyStore!,
    environmentOf,
    changeMenus: () => control(sandbox, 'evolve', {}),
  };
}

/** Disables pace and back-off, so that only the drivers are measured. */
const WITHOUT_LIMITS = {
  DUTCHIE_REQUESTS_PER_SECOND: '1000',
  DUTCHIE_MAX_CONCURRENT_REQUESTS: '1000',
  REQUESTS_PER_SECOND_PER_HOST: '1000',
  MAX_CONCURRENT_REQUESTS_PER_HOST: '1000',
  CPU_BACKOFF_THRESHOLD: '1',
  MEMORY_BACKOFF_THRESHOLD: '1',
};

async function addStores(db: Db, sandbox: SandboxInfo, stores: Store[]): Promise<NamedDispensary[]> {
  const rows = stores.map((store) => {
    const { platformId, name, slug, place } = store.profileAt(0);
    const menuUrl = `${sandbox.menuBaseUrl}/embedded-menu/${slug}`;
    return sql`('dutchie', ${platformId}, ${name}, ${slug}, ${menuUrl}, ${place.state}, ${place.timezone})`;
  });
  const added = await sql<NamedDispensary>`
    insert into dispensaries (platform, platform_dispensary_id, name, slug, menu_url, state, time_zone)
    values ${sql.join(rows)}
    returning id, name, platform, state as "stateCode"
  `.execute(db);
  return added.rows;
}

async function control(
  { controlUrl }: SandboxInfo,
  action: 'faults' | 'evolve',
  body: object,
): Promise<void> {
  const answer = await fetch(`${controlUrl}/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${action}: HTTP ${answer.status}`);
}
