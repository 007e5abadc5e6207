import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Db } from '../../db/connect.ts';
import { readDatabaseTime } from '../../db/database-clock.ts';
import { markAsSandbox } from '../../db/queries/instance.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { freePort, returnPort } from '../../local/ports.ts';
import { createProcessGroup, type ProcessGroup } from '../../local/process-group.ts';
import { identifyProcess } from '../../local/process-identity.mjs';
import { startSandbox, type SandboxInfo, type SandboxOptions } from '../../sandbox/start-sandbox.ts';
import type { WorldTruth } from '../../sandbox/world/world.ts';
import type { CheckedWorld, MenuPass, StartedProcess } from '../check/checked-world.ts';
import { KEPT_PORT_MAX } from './kept-server.ts';
import { saveSandboxProxies } from './save-sandbox-proxies.ts';
import { startProgram } from './start-program.ts';

export interface CrawlWorldOptions extends Pick<
  SandboxOptions,
  'seed' | 'dispensaries' | 'products' | 'restDispensaries' | 'captures'
> {
  /** Variables that are added to the worker's environment. */
  env?: Record<string, string>;
}

/** What a world is built on: running servers and an own folder. */
export interface WorldServers {
  folder: string;
  db: Db;
  databaseUrl: string;
  client: Client;
  namespace: string;
  temporalAddress: string;
  workflowBundlePath: string;
}

/** An API process. */
interface StartedApi {
  process: ManagedProcess;
  url: string;
}

/** A world whose servers and sandbox are up. */
export interface LiveWorld extends CheckedWorld {
  databaseUrl: string;
  truth(): Promise<WorldTruth>;
  /** Changes the menus: starts the sandbox's next pass. */
  evolve(): Promise<void>;
  /** Calls the sandbox's control server. */
  control: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** A world with a database, a Temporal namespace, a sandbox, and real worker and API processes. */
export interface CrawlWorld extends LiveWorld {
  /** The folder with all logs and files. */
  folder: string;
  temporalAddress: string;
  namespace: string;
  sandbox: SandboxInfo;
  /** The path of the key file for the passwords of proxies. */
  passwordKeyFile: string;
  /** @param env added to this worker's environment */
  startWorker(name?: string, env?: Record<string, string>): Promise<ManagedProcess>;
  /** Starts the HTTP API, always at the same address. @param env added to its environment */
  startApi(env?: Record<string, string>): Promise<StartedApi>;
  /** The environment for workers that are not started by `startWorker`. */
  workerEnv: Record<string, string>;
  /** Returns the log of a worker or of the API. */
  readLog(name?: string): Promise<string>;
  /** Stops the workers, the API and the sandbox; the servers stay up. */
  close(): Promise<void>;
}

/** Starts a sandbox, and prepares to start workers and the API on the given servers. */
export async function openCrawlWorld(
  servers: WorldServers,
  { env = {}, ...options }: CrawlWorldOptions = {},
): Promise<CrawlWorld> {
  const { folder, db } = servers;
  const sandbox = await startSandbox({
    seed: 7,
    dispensaries: 3,
    products: 40,
    ...options,
    stateDir: join(folder, 'sandbox'),
  });
  // Marked as a sandbox, the database gets no schedules, which would start crawls while a round or a test counts crawls.
  await markAsSandbox(db);
  const passwordKeyFile = join(folder, 'proxy-password.key');
  await saveSandboxProxies(db, passwordKeyFile, sandbox.info);
  const group = createProcessGroup();
  const control = createControl(sandbox.info);
  const storageRoot = join(folder, 'storage');
  const workerEnv = {
    ...workerEnvironment(servers, sandbox.info),
    STORAGE_ROOT: storageRoot,
    PROXY_PASSWORD_KEY_FILE: passwordKeyFile,
    ...env,
  };
  return {
    ...servers,
    sandbox: sandbox.info,
    storageRoot,
    passwordKeyFile,
    workerEnv,
    ...createPrograms({ folder, group, env: workerEnv }),
    ...createMenus(control, () => db),
    async close() {
      await group.stopAll();
      await sandbox.close();
    },
  };
}

interface Programs {
  folder: string;
  group: ProcessGroup;
  env: Record<string, string>;
}

function createPrograms({
  folder,
  group,
  env,
}: Programs): Pick<CrawlWorld, 'startWorker' | 'startApi' | 'readLog' | 'started'> {
  const processes: StartedProcess[] = [];
  const logFile = (name: string): string => join(folder, `${name}.log`);
  let port: Promise<number> | undefined;
  return {
    readLog: (name = 'worker-1') => readFile(logFile(name), 'utf8'),
    started: () => processes,
    async startWorker(name = 'worker-1', more = {}) {
      const { process } = await startProgram(group, {
        name,
        main: 'workers/main.ts',
        logFile: logFile(name),
        env: { ...env, WORKER_ID: name, ...more },
        ready: /"msg":"serving"/,
      });
      processes.push({ name, ...identifyProcess(process.pid!) });
      return process;
    },
    async startApi(more = {}) {
      port ??= freePort({ max: KEPT_PORT_MAX });
      returnPort(await port);
      const { process, readyLine } = await startProgram(group, {
        name: 'api',
        main: 'api/main.ts',
        logFile: logFile('api'),
        env: { ...env, API_PORT: String(await port), API_REQUESTS_PER_SECOND: '10000', ...more },
        ready: /"msg":"listening"/,
      });
      processes.push({ name: 'api', ...identifyProcess(process.pid!) });
      const { url } = JSON.parse(readyLine) as { url: string };
      return { process, url };
    },
  };
}

/** Creates the access to the menus of a new sandbox, through the sandbox's control server. */
export function createMenus(
  control: LiveWorld['control'],
  db: () => Db,
): Pick<LiveWorld, 'control' | 'passes' | 'truth' | 'evolve'> {
  const passes: MenuPass[] = [{ pass: 0, since: new Date(0) }];
  return {
    control,
    passes,
    truth: () => control<WorldTruth>('GET', '/control/truth'),
    async evolve() {
      const { pass } = await control<{ pass: number }>('POST', '/control/evolve');
      // The time is the database's, because payloads carry the database's time.
      passes.push({ pass, since: await readDatabaseTime(db()) });
    },
  };
}

/** Calls the control server of a sandbox. */
export function createControl({ controlUrl }: Pick<SandboxInfo, 'controlUrl'>): LiveWorld['control'] {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
}

function workerEnvironment(servers: WorldServers, sandbox: SandboxInfo): Record<string, string> {
  return {
    CRAWLCHAIN_ENV_FILE: 'none',
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TEMPORAL_NAMESPACE: servers.namespace,
    WORKFLOW_BUNDLE_PATH: servers.workflowBundlePath,
    DUTCHIE_GRAPHQL_URL: sandbox.graphqlUrl,
    DUTCHIE_HASH_FILTERED_PRODUCTS: sandbox.hashes.FilteredProducts,
    DUTCHIE_HASH_CONSUMER_DISPENSARIES: sandbox.hashes.ConsumerDispensaries,
    BLAZE_API_URL: sandbox.restUrl,
    EXIT_ADDRESS_URL: sandbox.echoUrl,
    ALLOWED_PRIVATE_HOSTS: '*.sandbox.test',
    DUTCHIE_REQUESTS_PER_SECOND: '500',
    DUTCHIE_MAX_CONCURRENT_REQUESTS: '100',
    BLAZE_REQUESTS_PER_SECOND: '500',
    BLAZE_MAX_CONCURRENT_REQUESTS: '100',
    REQUESTS_PER_SECOND_PER_HOST: '500',
    MAX_CONCURRENT_REQUESTS_PER_HOST: '100',
    // Misses count without regard to time, because crawls follow each other immediately, and the model of the catalog only counts crawls.
    MISSES_SPAN_INTERVALS: '0',
    MISSES_SPAN_MIN_MINUTES: '0',
    CONFIRM_AFTER_MINUTES: '0.02',
    SHUTDOWN_GRACE_MS: '2000',
    // Disables the back-off, because other load on this machine must not hold the workers back.
    CPU_BACKOFF_THRESHOLD: '1',
    MEMORY_BACKOFF_THRESHOLD: '1',
    SSL_CERT_FILE: sandbox.caFile,
    BROWSER_TRUSTED_SPKI: sandbox.caSpkiSha256,
  };
}
