import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataDir, type DataLock } from './data-lock.ts';
import type { ManagedProcess } from './managed-process.ts';
import { freePort, returnPort, type PortWish } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts';
import {
  checkSearchAttributes,
  waitUntilTemporalServes,
  type TemporalExpectations,
} from './temporal-readiness.ts';

const PORT_ATTEMPTS_MAX = 5;
const STOP_GRACE_MS = 10_000;
const OLD_SERVER_WAIT_MS = 15_000;
const OLD_SERVER_POLL_MS = 100;
const PID_FILE = 'server.json';

export interface TemporalServerOptions {
  /** Holds the log and what the server itself keeps. Null for a server that keeps everything in memory. */
  dataDir: string | null;
  group: ProcessGroup;
  /** What must be there before the server counts as started. */
  expects: Omit<TemporalExpectations, 'address' | 'signal'>;
  /** Where the log goes; default: below `dataDir`, or the system's temporary folder. */
  logFile?: string | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

/** How one kind of Temporal server is run. */
export interface TemporalServerKind<Port extends string> {
  command: string;
  /** The ports it listens on. */
  ports: Readonly<Record<Port | 'frontend', PortWish>>;
  argumentsAt(ports: Ports<Port>): string[];
  environmentAt(ports: Ports<Port>): NodeJS.ProcessEnv;
  /** Where people find its Web UI; absent: it has none. */
  webUiUrl?: string | undefined;
  /** Done before the first start, while the data folder is ours. */
  prepare?(): Promise<void>;
}

export type Ports<Port extends string> = Readonly<Record<Port | 'frontend', number>>;

export interface TemporalServer<Port extends string> {
  /** host:port of the frontend. */
  address: string;
  ports: Ports<Port>;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/**
 * Runs a Temporal server on 127.0.0.1; resolves when every namespace can be used and has its search attributes. A server
 * with a data folder that crashes is started again at the same ports, a few times at most.
 */
export async function startTemporalServer<Port extends string>(
  kind: TemporalServerKind<Port>,
  options: TemporalServerOptions,
): Promise<TemporalServer<Port>> {
  checkSearchAttributes(options.expects.searchAttributes);
  if (options.dataDir === null) return startOnFreePorts({ kind, options, kept: null });
  const dataDir = resolve(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    await waitForOldServer(dataDir, options.onProgress);
    await kind.prepare?.();
    return await startOnFreePorts({ kind, options, kept: { dataDir, lock } });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface Launch<Port extends string> {
  kind: TemporalServerKind<Port>;
  options: TemporalServerOptions;
  kept: { dataDir: string; lock: DataLock } | null;
}

async function startOnFreePorts<Port extends string>(launch: Launch<Port>): Promise<TemporalServer<Port>> {
  for (let attempt = 1; ; attempt += 1) {
    const ports: Record<string, number> = {};
    for (const [name, wish] of Object.entries<PortWish>(launch.kind.ports))
      ports[name] = await freePort(attempt === 1 ? wish : { max: wish.max, among: wish.among });
    const server = await startAt(ports as Ports<Port>, launch);
    if (server !== 'port taken') return server;
    if (attempt === PORT_ATTEMPTS_MAX)
      throw new Error(`Temporal found a port taken, ${attempt} times in a row.`);
  }
}

async function startAt<Port extends string>(
  ports: Ports<Port>,
  { kind, options, kept }: Launch<Port>,
): Promise<TemporalServer<Port> | 'port taken'> {
  const stopWaiting = new AbortController();
  const exitedEarly = Promise.withResolvers<never>();
  // Whoever waits for the server also waits for this; without a waiter it is of no interest.
  exitedEarly.promise.catch(() => {});
  const address = `127.0.0.1:${ports.frontend}`;
  const returnPorts = (): void => Object.values<number>(ports).forEach(returnPort);
  const logFile =
    options.logFile ??
    join(kept?.dataDir ?? tmpdir(), kept ? 'temporal.log' : `temporal-${ports.frontend}.log`);
  const server = options.group.start({
    name: 'Temporal',
    command: kind.command,
    args: kind.argumentsAt(ports),
    env: kind.environmentAt(ports),
    logFile,
    graceMs: STOP_GRACE_MS,
    // In memory, a server that starts again has forgotten all: its users must not go on as if nothing had happened.
    restart: kept ? { maxRestarts: 5, windowMs: 60_000 } : undefined,
    onStart: (pid) =>
      kept && writeRecord(kept.dataDir, { ...identifyProcess(pid), address, webUiUrl: kind.webUiUrl }),
    onExit: () => {
      stopWaiting.abort();
      exitedEarly.reject(new Error(`Temporal did not start. Its last lines:\n${server.logTail()}`));
    },
  });
  try {
    const serving = waitUntilTemporalServes({ ...options.expects, address, signal: stopWaiting.signal });
    serving.catch(() => {});
    await Promise.race([serving, exitedEarly.promise]);
  } catch (error) {
    const portTaken = /address already in use|can't set (frontend |UI )?port/i.test(server.logTail());
    await server.stop();
    returnPorts();
    if (portTaken) return 'port taken';
    throw error;
  }
  const released = server.exited.then(async () => {
    returnPorts();
    if (!kept && !options.logFile) await rm(logFile, { force: true });
    await kept?.lock.release();
  });
  return {
    address,
    ports,
    process: server,
    async stop() {
      await server.stop();
      await released;
    },
  };
}

/** Our environment without what tells a server or a command about another server. */
export function environmentWithoutTemporal(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** Which process serves a data folder, and where. */
interface ServerRecord extends ProcessIdentity {
  address: string;
  /** Absent where the server has none. */
  webUiUrl?: string | undefined;
}

/** A server that runs without its record, because the disk is full, is better than none. */
function writeRecord(dataDir: string, record: ServerRecord): void {
  const path = join(dataDir, PID_FILE);
  try {
    writeFileSync(`${path}.new`, JSON.stringify(record));
    renameSync(`${path}.new`, path);
  } catch {
    rmSync(path, { force: true });
  }
}

async function readRecord(dataDir: string): Promise<ServerRecord | null> {
  const text = await readFile(join(dataDir, PID_FILE), 'utf8').catch(() => null);
  try {
    return text === null ? null : (JSON.parse(text) as ServerRecord);
  } catch {
    // A full disk has kept a part of it.
    return null;
  }
}

/** The frontend, host:port, of the server that another process of ours runs in this folder, or null. */
export async function findRunningTemporal(dataDir: string): Promise<string | null> {
  const record = await readRecord(dataDir);
  return record !== null && isRunning(record) ? record.address : null;
}

/** Where the Web UI is of the server that another process of ours runs in this folder, or null. @param address of its frontend */
export async function findRunningWebUi(dataDir: string, address: string): Promise<string | null> {
  const record = await readRecord(dataDir);
  const isIt = record !== null && record.address === address && isRunning(record);
  return isIt ? (record.webUiUrl ?? null) : null;
}

/** A server whose owner was killed needs a moment to end, and two servers must never write one database. */
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
