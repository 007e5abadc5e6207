import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@temporalio/client';
import { readEnvironment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { freePort, returnPort } from '../../local/ports.ts';
import { removePostgresData } from '../../local/postgres-home.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { identifyProcess, type ProcessIdentity } from '../../local/process-identity.mjs';
import { readWorkerEnv } from '../../local/worker-env-file.ts';
import { readState } from '../../sandbox/sandbox-state.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { createCrawlRequests } from '../load/request-crawls.ts';
import type { StartedProcess } from '../check/checked-world.ts';
import type { Killable, RoundScene } from '../strikes/scene.ts';
import { createControl, createMenus, type CrawlWorldOptions, type LiveWorld } from './crawl-world.ts';
import { keepPostgres } from './kept-postgres.ts';
import { KEPT_PORT_MAX } from './kept-server.ts';
import { keepTemporal } from './kept-temporal.ts';
import { ROUND_ENV, type FaultWorld } from './own-world.ts';
import { startProgram } from './start-program.ts';

/** Empty values for the variables that would name other servers. */
const NO_SERVERS = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', STORAGE_ROOT: '', INSTANCE_ID: '' };

/** How long `npm start` may take to stop: it stops its servers one after the other. */
const START_GRACE_MS = 60_000;

/** A world that `npm start` runs. */
export interface StartScene extends RoundScene {
  start: Killable & {
    /** Returns `npm start` and its present children. */
    processes(): Promise<ProcessIdentity[]>;
  };
}

type StartWorldOptions = Required<Pick<CrawlWorldOptions, 'seed' | 'dispensaries' | 'products'>>;

/** Connections to the servers of one start; another start may choose other ports. */
interface Connections {
  db: Db;
  client: Client;
  databaseUrl: string;
  control: LiveWorld['control'];
  close(): Promise<void>;
}

/**
 * Prepares a world in which `npm start` is started for each round, always with the same data folder. Between rounds, only the servers run
 * on that data, for the check.
 */
export async function openStartWorld(options: StartWorldOptions): Promise<FaultWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-faults-'));
  // As root, PostgreSQL runs under another account, which needs to pass through the folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const program = await prepareStart(dataDir, options);
  const servers = await prepareServers(dataDir, options);
  const { world, connectTo, disconnect } = createReconnectingWorld(dataDir, program.started);
  const start: StartScene['start'] = {
    ...program,
    async start(env) {
      await program.start(env);
      await connectTo(connectToStart(dataDir));
    },
  };
  let scenes = 0;
  return {
    world,
    storageDisk: null,
    folder,
    async openScene(): Promise<StartScene> {
      scenes += 1;
      await servers.stop();
      await start.start();
      const requests = createCrawlRequests(program.apiUrl, `round-${scenes}`);
      const end = async (): Promise<void> => {
        await program.stop();
        await connectTo(servers.start());
      };
      return { world, requests, start, end };
    },
    async close(keepsFolder = false) {
      await disconnect();
      await program.stop();
      await servers.stop();
      if (keepsFolder) return;
      await removePostgresData(join(dataDir, 'postgres'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a world whose servers may have other addresses after each start. */
function createReconnectingWorld(dataDir: string, started: LiveWorld['started']) {
  let current: Connections | undefined;
  const connected = (): Connections => {
    if (current === undefined) throw new Error('The servers are not up');
    return current;
  };
  const world: LiveWorld = {
    ...createMenus(
      (method, path, body) => connected().control(method, path, body),
      () => connected().db,
    ),
    get db() {
      return connected().db;
    },
    get client() {
      return connected().client;
    },
    get databaseUrl() {
      return connected().databaseUrl;
    },
    storageRoot: join(dataDir, 'storage'),
    started,
  };
  const disconnect = async (): Promise<void> => {
    await current?.close();
    current = undefined;
  };
  const connectTo = async (opening: Promise<Connections>): Promise<void> => {
    await disconnect();
    current = await opening;
  };
  return { world, connectTo, disconnect };
}

/** Prepares to run `npm start` several times with the same data. */
async function prepareStart(dataDir: string, { seed, dispensaries, products }: StartWorldOptions) {
  const group = createProcessGroup();
  const port = await freePort({ max: KEPT_PORT_MAX });
  const started: StartedProcess[] = [];
  let current: ManagedProcess | undefined;
  const processes = async (): Promise<ProcessIdentity[]> => {
    if (current?.pid === undefined) return [];
    return [current.pid, ...(await descendantsOf(current.pid))].map(identifyProcess);
  };
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    started: () => started,
    processes,
    async start(env: Record<string, string> = {}): Promise<void> {
      returnPort(port);
      const { process } = await startProgram(group, {
        name: 'npm start',
        main: 'scripts/start.ts',
        args: [
          '--json',
          `--data-dir=${dataDir}`,
          `--seed=${seed}`,
          `--dispensaries=${dispensaries}`,
          `--products=${products}`,
        ],
        logFile: `${dataDir}.log`,
        env: {
          ...NO_SERVERS,
          ...ROUND_ENV,
          API_PORT: String(port),
          API_REQUESTS_PER_SECOND: '10000',
          // A round takes minutes, and doubts about its menus must be settled before it ends.
          CONFIRM_AFTER_MINUTES: '0.05',
          ...env,
        },
        // Matches the summary, which is printed after the API has begun to listen.
        ready: /^\{/,
        graceMs: START_GRACE_MS,
      });
      current = process;
      for (const each of await processes()) started.push({ name: `npm start, process ${each.pid}`, ...each });
    },
    async kill(): Promise<void> {
      await current?.kill();
    },
    async stop(): Promise<void> {
      await current?.stop();
    },
  };
}

/** Prepares to run the servers and the sandbox of a data folder while `npm start` does not run. */
async function prepareServers(dataDir: string, options: StartWorldOptions) {
  const group = createProcessGroup();
  const place = { folder: dataDir, group };
  const [postgres, temporal] = await Promise.all([keepPostgres(place), keepTemporal(place)]);
  let closeSandbox = async (): Promise<void> => undefined;
  return {
    async start(): Promise<Connections> {
      const [sandbox] = await Promise.all([
        startSandbox({ ...options, stateDir: join(dataDir, 'sandbox') }),
        postgres.start(),
        temporal.start(),
      ]);
      closeSandbox = () => sandbox.close();
      const client = await temporal.connect();
      return connect(postgres.url(), client, sandbox.info.controlUrl);
    },
    async stop(): Promise<void> {
      await Promise.all([closeSandbox(), postgres.stop(), temporal.stop()]);
      closeSandbox = async () => undefined;
    },
  };
}

/** Connects to the servers of a running `npm start`. */
async function connectToStart(dataDir: string): Promise<Connections> {
  const env = await readWorkerEnv(dataDir);
  if (env === null) throw new Error(`Expected a worker.env in ${dataDir}`);
  const { ports } = await readState(join(dataDir, 'sandbox'), '');
  const client = await connectTemporal(readEnvironment(env));
  return connect(env['DATABASE_URL']!, client, `http://127.0.0.1:${ports.control}`);
}

function connect(databaseUrl: string, client: Client, controlUrl: string): Connections {
  const db = connectDatabase({
    url: databaseUrl,
    poolSize: 10,
    applicationName: 'crawlchain-faults',
    onLostConnection: () => undefined,
  });
  return {
    db,
    client,
    databaseUrl,
    control: createControl({ controlUrl }),
    async close() {
      await Promise.all([db.destroy(), client.connection.close()]);
    },
  };
}

async function descendantsOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child!, ...below(child!)]);
  return below(pid);
}
