import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { lockDataDir } from './data-lock.ts';
import type { ManagedProcess, ProcessSpec } from './managed-process.ts';
import { endOldBackends } from './postgres-backends.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { DATABASE, postgresEnvironment, prepareCluster, SUPERUSER } from './postgres-cluster.ts';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import type { PreferredPorts } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import { startServer } from './server-process.ts';

const READY_POLL_MS = 50;
/** Crash recovery replays what was written since the last checkpoint, at most five minutes' worth. */
const READY_TIMEOUT_MS = 180_000;
const STOP_GRACE_MS = 20_000;

export interface PostgresOptions {
  /** Contains the cluster, its password and its log. Created if missing. */
  dataDir: string;
  group: ProcessGroup;
  /** False for tests: faster, but a power failure may lose everything. Default true. */
  durable?: boolean | undefined;
  /** Used if it is free. */
  preferredPort?: PreferredPorts | undefined;
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
 * Runs a PostgreSQL server on 127.0.0.1 and creates the database `crawlchain` in it. Resolves when it accepts queries. A crashed
 * server is restarted at the same port, a few times at most.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { group, durable = true, onProgress = () => {} } = options;
  const home = await findPostgresHome(options.dataDir);
  const lock = await lockDataDir(home.dir);
  try {
    const binaries = await findPostgresBinaries(home.user);
    const password = await prepareCluster({ home, binaries, group, durable, onProgress });
    const server = await startServer({
      group,
      ports: { postgres: { preferred: options.preferredPort } },
      specAt: ({ postgres: port }) => specAt(port, { home, binaries, durable }),
      untilReady: ({ postgres: port }, ended) => createDatabase({ port, password }, ended),
      portTaken: /could not bind|could not create any TCP/,
      onGone: () => lock.release(),
    });
    const port = server.ports.postgres;
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;
    return { url, port, process: server.process, stop: () => server.stop() };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function specAt(
  port: number,
  { home, binaries, durable }: { home: PostgresHome; binaries: PostgresBinaries; durable: boolean },
): ProcessSpec {
  return {
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: ['-D', home.clusterDir, ...serverArguments(port, durable)],
    env: postgresEnvironment(),
    cwd: '/',
    uid: home.user?.uid,
    gid: home.user?.gid,
    logFile: join(home.dir, 'postgres.log'),
    // SIGINT is a fast shutdown, which disconnects clients. SIGTERM would wait for them.
    stopSignal: 'SIGINT',
    graceMs: STOP_GRACE_MS,
    restart: { maxRestarts: 5, windowMs: 60_000, waitsFor: waitsForOldBackends },
    endStrays: () => endOldBackends(home.clusterDir),
  };
}

/**
 * Returns what a restart waits for if processes of the ended server remain; otherwise null. A system may not show them to
 * `endOldBackends`; then the server detects them when it starts, and logs that.
 */
function waitsForOldBackends(logTail: string): string | null {
  return logTail.includes('pre-existing shared memory block') ? 'its old processes have ended' : null;
}

function serverArguments(port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // No Unix socket: its path may have at most 107 bytes, which a deep folder would exceed.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Commits still reach the operating system, which costs little, so they survive a crash of the server.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function createDatabase(
  { port, password }: { port: number; password: string },
  ended: AbortSignal,
): Promise<void> {
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' };
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
      return;
    } catch (error) {
      if (!isStartingUp(error) || ended.aborted) throw error;
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

/**
 * Whether an error means that the server is still starting: it does not listen yet, the connection broke, or the server says so.
 */
function isStartingUp(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code ?? '') || /terminated|timeout/i.test(message);
}
