import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataDir, type DataLock } from './data-lock.ts';
import type { ManagedProcess } from './managed-process.ts';
import { freePort, returnPort } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts';
import { checkSearchAttributes, waitUntilTemporalServes } from './temporal-readiness.ts';

const PORT_ATTEMPTS_MAX = 5;
const READY_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 10_000;
const OLD_SERVER_WAIT_MS = 15_000;
const OLD_SERVER_POLL_MS = 100;
const PID_FILE = 'server.json';

export interface TemporalDevServerOptions {
  binaryPath: string;
  /** Holds the database file and the log. Null keeps everything in memory, for tests. */
  dataDir: string | null;
  group: ProcessGroup;
  /** Created at the start; `default` always exists. */
  namespaces: readonly string[];
  /** Name to type, such as `Role: 'Keyword'`. Registered in every namespace. */
  searchAttributes: Readonly<Record<string, string>>;
  /** Key to value, as the server's dynamic configuration knows them. */
  dynamicConfig: Readonly<Record<string, unknown>>;
  /** Taken when it is free. Default 7233 with a `dataDir`, any in memory. */
  preferredPort?: number | undefined;
  /** Taken when it is free. Default 8233 with a `dataDir`, any in memory. */
  preferredUiPort?: number | undefined;
  /** Where the log goes; default: below `dataDir`, or the system's temporary folder. */
  logFile?: string | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

export interface TemporalDevServer {
  /** host:port of the frontend. */
  address: string;
  webUiUrl: string;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/**
 * Runs a Temporal development server with its Web UI on 127.0.0.1; resolves when every namespace can be used and has its
 * search attributes. A server that crashes is started again at the same ports, a few times at most.
 */
export async function startTemporalDevServer(options: TemporalDevServerOptions): Promise<TemporalDevServer> {
  checkSearchAttributes(options.searchAttributes);
  const dataDir = options.dataDir === null ? null : resolve(options.dataDir);
  if (dataDir === null) return startOnFreePorts(options, null);
  const lock = await lockDataDir(dataDir);
  try {
    await waitForOldServer(dataDir, options.onProgress);
    return await startOnFreePorts(options, { dataDir, lock, preferredPort: 7233, preferredUiPort: 8233 });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface KeptData {
  dataDir: string;
  lock: DataLock;
  preferredPort: number;
  preferredUiPort: number;
}

interface Ports {
  frontend: number;
  ui: number;
  http: number;
  metrics: number;
}

async function startOnFreePorts(
  options: TemporalDevServerOptions,
  kept: KeptData | null,
): Promise<TemporalDevServer> {
  for (let attempt = 1; ; attempt += 1) {
    const first = attempt === 1;
    const ports: Ports = {
      frontend: await freePort(first ? (options.preferredPort ?? kept?.preferredPort) : undefined),
      ui: await freePort(first ? (options.preferredUiPort ?? kept?.preferredUiPort) : undefined),
      http: await freePort(),
      metrics: await freePort(),
    };
    const server = await startAt(ports, options, kept);
    if (server !== 'port taken') return server;
    if (attempt === PORT_ATTEMPTS_MAX)
      throw new Error(`Temporal found a port taken, ${attempt} times in a row.`);
  }
}

async function startAt(
  ports: Ports,
  options: TemporalDevServerOptions,
  kept: KeptData | null,
): Promise<TemporalDevServer | 'port taken'> {
  const stopWaiting = new AbortController();
  const exitedEarly = Promise.withResolvers<never>();
  // Whoever waits for the server also waits for this; without a waiter it is of no interest.
  exitedEarly.promise.catch(() => {});
  const logFile =
    options.logFile ??
    join(kept?.dataDir ?? tmpdir(), kept ? 'temporal.log' : `temporal-${ports.frontend}.log`);
  const server = options.group.start({
    name: 'Temporal',
    command: options.binaryPath,
    args: serverArguments(ports, options, kept),
    env: temporalEnvironment(),
    logFile,
    graceMs: STOP_GRACE_MS,
    // In memory, a server that starts again has forgotten all: its users must not go on as if nothing had happened.
    restart: kept ? { maxRestarts: 5, windowMs: 60_000 } : undefined,
    onStart: (pid) =>
      kept && writeRecord(kept.dataDir, { ...identifyProcess(pid), address: frontendOf(ports) }),
    onExit: () => {
      stopWaiting.abort();
      exitedEarly.reject(new Error(`Temporal did not start. Its last lines:\n${server.logTail()}`));
    },
  });
  const address = frontendOf(ports);
  try {
    const serving = waitUntilTemporalServes({
      address,
      namespaces: options.namespaces,
      searchAttributes: options.searchAttributes,
      timeoutMs: READY_TIMEOUT_MS,
      signal: stopWaiting.signal,
    });
    serving.catch(() => {});
    await Promise.race([serving, exitedEarly.promise]);
  } catch (error) {
    const portTaken = /address already in use|can't set (frontend |UI )?port/i.test(server.logTail());
    await server.stop();
    Object.values(ports).forEach(returnPort);
    if (portTaken) return 'port taken';
    throw error;
  }
  const released = server.exited.then(async () => {
    Object.values(ports).forEach(returnPort);
    if (!kept && !options.logFile) await rm(logFile, { force: true });
    await kept?.lock.release();
  });
  return {
    address,
    webUiUrl: `http://127.0.0.1:${ports.ui}`,
    process: server,
    async stop() {
      await server.stop();
      await released;
    },
  };
}

function serverArguments(ports: Ports, options: TemporalDevServerOptions, kept: KeptData | null): string[] {
  const settings: [name: string, value: string][] = [
    ['ip', '127.0.0.1'],
    ['port', String(ports.frontend)],
    ['ui-port', String(ports.ui)],
    ['http-port', String(ports.http)],
    ['metrics-port', String(ports.metrics)],
    ['log-level', 'warn'],
    ['color', 'never'],
  ];
  if (kept) settings.push(['db-filename', join(kept.dataDir, 'temporal.db')]);
  for (const name of options.namespaces) if (name !== 'default') settings.push(['namespace', name]);
  for (const [key, value] of Object.entries(options.dynamicConfig)) {
    settings.push(['dynamic-config-value', `${key}=${JSON.stringify(value)}`]);
  }
  return ['server', 'start-dev', ...settings.flatMap(([name, value]) => [`--${name}`, value])];
}

/** Our environment without what tells the command about another server. */
function temporalEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** A server whose owner was killed needs a moment to end, and two servers must never write one database file. */
function frontendOf({ frontend }: Ports): string {
  return `127.0.0.1:${frontend}`;
}

/** Which process serves a data folder, and where. */
interface ServerRecord extends ProcessIdentity {
  address: string;
}

function writeRecord(dataDir: string, record: ServerRecord): void {
  writeFileSync(join(dataDir, PID_FILE), JSON.stringify(record));
}

async function readRecord(dataDir: string): Promise<ServerRecord | null> {
  const text = await readFile(join(dataDir, PID_FILE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as ServerRecord);
}

/** The frontend, host:port, of the server that another process of ours runs in this folder, or null. */
export async function findRunningTemporal(dataDir: string): Promise<string | null> {
  const record = await readRecord(dataDir);
  return record !== null && isRunning(record) ? record.address : null;
}

async function waitForOldServer(
  dataDir: string,
  onProgress: ((line: string) => void) | undefined,
): Promise<void> {
  const old = await readRecord(dataDir);
  if (old === null) return;
  const deadlineMs = Date.now() + OLD_SERVER_WAIT_MS;
  for (let waited = false; isRunning(old); waited = true) {
    if (Date.now() > deadlineMs) {
      throw new Error(`Another Temporal server (process ${old.pid}) uses ${dataDir}. Stop it first.`);
    }
    if (!waited) onProgress?.(`Waiting for the previous Temporal server (process ${old.pid}) to end…`);
    await sleep(OLD_SERVER_POLL_MS);
  }
}
