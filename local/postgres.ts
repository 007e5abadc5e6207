import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { lockDataDir, type DataLock } from './data-lock.ts';
import type { ManagedProcess } from './managed-process.ts';
import { freePort, returnPort } from './ports.ts';
import { endOldBackends } from './postgres-backends.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { postgresEnvironment, prepareCluster, SUPERUSER } from './postgres-cluster.ts';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import type { ProcessGroup } from './process-group.ts';

/** The database that is made in the server. */
export const DATABASE = 'crawlchain';
const PORT_ATTEMPTS_MAX = 5;
const READY_POLL_MS = 50;
/** Recovery after a crash replays what was written since the last checkpoint, five minutes at most. */
const READY_TIMEOUT_MS = 180_000;
const STOP_GRACE_MS = 20_000;

export interface PostgresOptions {
  /** Holds the cluster, its password and its log. Made when missing. */
  dataDir: string;
  group: ProcessGroup;
  /** False for tests: faster, and a power failure may lose everything. Default true. */
  durable?: boolean | undefined;
  /** Taken when it is free. */
  preferredPort?: number | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

export interface PostgresServer {
  /** With user and password: never log it. */
  url: string;
  port: number;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL server on 127.0.0.1 and creates the database `crawlchain` in it; resolves when it takes queries.
 * A server that crashes is started again at the same port, a few times at most.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { group, durable = true, onProgress = () => {} } = options;
  const home = await findPostgresHome(options.dataDir);
  const lock = await lockDataDir(home.dir);
  try {
    const binaries = await findPostgresBinaries(home.user);
    const password = await prepareCluster({ home, binaries, group, durable, onProgress });
    const launch: Launch = { ...options, home, binaries, password, durable, lock };
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort({ preferred: attempt === 1 ? options.preferredPort : undefined });
      const server = await startAt(port, launch);
      if (server !== 'port taken') return server;
      if (attempt === PORT_ATTEMPTS_MAX)
        throw new Error(`PostgreSQL found every port taken, ${attempt} times in a row.`);
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface Launch extends PostgresOptions {
  home: PostgresHome;
  binaries: PostgresBinaries;
  password: string;
  durable: boolean;
  lock: DataLock;
}

async function startAt(port: number, launch: Launch): Promise<PostgresServer | 'port taken'> {
  const { home, group, lock, password } = launch;
  const exitedEarly = Promise.withResolvers<never>();
  // Whoever waits for the server also waits for this; without a waiter it is of no interest.
  exitedEarly.promise.catch(() => {});
  const server = group.start({
    name: 'PostgreSQL',
    command: launch.binaries.postgres,
    args: ['-D', home.clusterDir, ...serverArguments(port, launch.durable)],
    env: postgresEnvironment(),
    cwd: '/',
    uid: home.user?.uid,
    gid: home.user?.gid,
    logFile: join(home.dir, 'postgres.log'),
    // SIGINT is a fast shutdown: clients are disconnected. SIGTERM would wait for them.
    stopSignal: 'SIGINT',
    graceMs: STOP_GRACE_MS,
    restart: { maxRestarts: 5, windowMs: 60_000, waitsFor: waitsForOldBackends },
    endStrays: () => endOldBackends(home.clusterDir),
    onExit: () =>
      exitedEarly.reject(new Error(`PostgreSQL did not start. Its last lines:\n${server.logTail()}`)),
  });
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password };
  try {
    await Promise.race([createDatabase(address, () => server.pid !== undefined), exitedEarly.promise]);
  } catch (error) {
    const portTaken = /could not bind|could not create any TCP/.test(server.logTail());
    await server.stop();
    returnPort(port);
    if (portTaken) return 'port taken';
    throw error;
  }
  // However the server ends, through stop() or with its group: what it held is free again.
  const released = server.exited.then(async () => {
    returnPort(port);
    await lock.release();
  });
  return {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    port,
    process: server,
    async stop() {
      await server.stop();
      await released;
    },
  };
}

/** Where the system does not show whose processes are left, the server itself finds them when it starts. */
function waitsForOldBackends(logTail: string): string | null {
  return logTail.includes('pre-existing shared memory block') ? 'its old processes have ended' : null;
}

function serverArguments(port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // A socket's path may have 107 bytes at most; a deep folder would exceed them.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Commits are still handed to the system, which costs little: what was committed outlives the server's own crash.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
}

async function createDatabase(address: ServerAddress, isWanted: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new Client({ ...address, database: 'postgres', connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
      return;
    } catch (error) {
      if (!isStartingUp(error) || !isWanted()) throw error;
      if (Date.now() > deadlineMs) {
        throw new Error(`PostgreSQL took no connection within ${READY_TIMEOUT_MS / 1000} s.`, {
          cause: error,
        });
      }
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(READY_POLL_MS);
  }
}

/** Nobody listens yet, the connection broke off, or the server answers that it cannot be asked yet. */
function isStartingUp(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code ?? '') || /terminated|timeout/i.test(message);
}
