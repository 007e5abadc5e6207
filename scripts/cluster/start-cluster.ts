import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../config/environment.ts';
import type { Db } from '../../db/connect.ts';
import { requireInstance } from '../../db/queries/instance.ts';
import { countProxies } from '../../db/queries/proxies.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { startSandboxProcess, type SandboxInfo } from '../start/sandbox-process.ts';
import { openCluster, openPostgres, prepareDataDir, type Place } from '../start/servers.ts';
import {
  refuseForeignServers,
  refuseForeignSettings,
  refuseRealServers,
  type GivenServers,
} from '../start/given-servers.ts';
import {
  activateSandboxProxies,
  openDatabase,
  openPasswordsOrRefuse,
  openSandboxDatabase,
  OWN_DATABASE,
  type StartDatabase,
} from '../start/sandbox-database.ts';
import {
  buildBundle,
  environmentIn,
  openClient,
  sandboxEnvironment,
  workerEnvironment,
} from '../start/stack.ts';
import { commandOf } from '../start/command-of.ts';
import { startWorkerProcess } from '../start/worker-process.ts';
import type { ClusterOptions } from './options.ts';

const PROXY_POLL_MS = 2_000;

export interface ClusterStart {
  environment: Environment;
  options: ClusterOptions;
  group: ProcessGroup;
  progress: (line: string) => void;
}

/** The addresses of everything that runs, and the promise that reports its failure. */
export interface RunningCluster {
  temporalAddress: string;
  namespace: string;
  /** Includes the password. */
  databaseUrl: string;
  sandbox: SandboxInfo | null;
  /** Never resolves; rejects when a required process has ended for good, or cannot do its work. */
  failure: Promise<never>;
}

/** Starts PostgreSQL, the Temporal cluster that uses it, the sandbox if it is requested, then the workers. */
export async function startCluster(start: ClusterStart): Promise<RunningCluster> {
  const { environment: given, options, group, progress } = start;
  const { dataDir } = options;
  const servers: GivenServers = {
    environment: given,
    mark: options.markAsSandbox,
    command: 'npm run cluster -- --sandbox',
  };
  if (options.sandbox) await refuseRealServers(servers);
  else await refuseForeignServers(given);
  const { storageUmask } = await prepareDataDir({ dataDir, progress });
  const failure = Promise.withResolvers<never>();
  // A failing step may end the start before anything awaits this promise.
  failure.promise.catch(() => undefined);
  const place = { dataDir, group, progress, fail: failure.reject };
  const bundlePath = join(dataDir, 'workflow-bundle.js');
  const [opened, sandbox] = await Promise.all([
    openServers(options.sandbox, servers, place),
    options.sandbox ? startSandboxProcess({ group, options, progress, fail: failure.reject }) : null,
    buildBundle(bundlePath, progress),
  ]);
  const environment: Environment = {
    ...environmentIn(dataDir, given),
    DATABASE_URL: opened.url,
    TEMPORAL_ADDRESS: opened.temporalAddress,
    INSTANCE_ID: opened.instanceId,
  };
  const { db } = opened;
  if (sandbox === null) await openPasswordsOrRefuse(db, environment);
  else await activateSandboxProxies(sandbox, { db, environment });
  await openClient(environment, given, progress);
  await Promise.race([waitForProxies(db, start), failure.promise]);
  const workerEnv = {
    ...workerEnvironment(environment, { dataDir, bundlePath }),
    ...(sandbox === null ? {} : sandboxEnvironment(sandbox)),
  };
  await writeWorkerEnv(dataDir, workerEnv);
  const workers = Array.from({ length: options.workers }, (_, index) => {
    const name = `worker-${index + 1}`;
    return startWorkerProcess({
      name,
      group,
      logFile: join(dataDir, 'logs', `${name}.log`),
      progress,
      umask: storageUmask,
      failure,
      env: { ...workerEnv, WORKER_ID: name },
    });
  });
  await Promise.all(workers);
  return {
    temporalAddress: opened.temporalAddress,
    databaseUrl: opened.url,
    namespace: given.TEMPORAL_NAMESPACE,
    sandbox,
    failure: failure.promise,
  };
}

/** Opens the database, then the Temporal cluster, which creates its own databases on the same PostgreSQL server. */
async function openServers(
  isSandbox: boolean,
  servers: GivenServers,
  place: Place,
): Promise<StartDatabase & { temporalAddress: string }> {
  const { environment: given } = servers;
  const uses = 'the cluster makes the databases temporal and temporal_visibility on that server';
  const database = isSandbox
    ? await openSandboxDatabase(servers, { ...place, uses })
    : await openRealDatabase(given, { ...place, uses });
  place.progress('Starting the Temporal cluster');
  const temporalAddress = await openCluster(given, { ...place, postgresUrl: database.url });
  return { ...database, temporalAddress };
}

/** Opens the database for crawls of real sites: the environment's, else the data folder's. */
async function openRealDatabase(given: Environment, place: Place & { uses: string }): Promise<StartDatabase> {
  const url = await openPostgres(given, place);
  const db = await openDatabase({ ...given, DATABASE_URL: url }, place.progress);
  const { id } = await requireInstance(db);
  refuseForeignSettings(given.INSTANCE_ID, { place: OWN_DATABASE, id });
  return { db, url, instanceId: id };
}

/**
 * Waits until the database has a proxy. Fetch workers refuse to start without one, and proxies can be added only once the
 * database is up.
 */
async function waitForProxies(db: Db, { options, progress }: ClusterStart): Promise<void> {
  const count = async (): Promise<number> => {
    const { ready, cooling } = await countProxies(db);
    return ready + cooling;
  };
  if ((await count()) > 0) return;
  progress(
    `The workers wait for proxies. Add some: ${commandOf(options.dataDir)} proxies import FILE --owner NAME --direct`,
  );
  // The database may restart while this still polls for proxies.
  while ((await count().catch(() => 0)) === 0) await sleep(PROXY_POLL_MS);
}
