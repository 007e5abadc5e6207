import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lockDataDir } from './data-lock.ts';
import type { FolderLock } from './folder-lock.mjs';
import type { PortRequest } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.mjs';
import { startServer, waitForOldServer, type Ports, type ServerProcess } from './server-process.ts';
import {
  checkSearchAttributes,
  waitUntilTemporalServes,
  type TemporalExpectations,
} from './temporal-readiness.ts';

const STOP_GRACE_MS = 10_000;
const PID_FILE = 'server.json';

export interface TemporalServerOptions {
  /** Contains the log and the server's data. Null for a server that keeps everything in memory. */
  dataDir: string | null;
  group: ProcessGroup;
  /** What must exist before the server counts as started. */
  expects: Omit<TemporalExpectations, 'address' | 'signal'>;
  /** The log file; default: below `dataDir`, or in the system's temporary folder. */
  logFile?: string | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

/** How to run one kind of Temporal server. */
export interface TemporalServerKind<Port extends string> {
  command: string;
  /** The ports it listens on. */
  ports: Readonly<Record<Port | 'frontend', PortRequest>>;
  argumentsAt(ports: Ports<Port | 'frontend'>): string[];
  environmentAt(ports: Ports<Port | 'frontend'>): NodeJS.ProcessEnv;
  /** The URL of its Web UI; absent: none. */
  webUiUrl?: string | undefined;
  /** Runs before the first start, while we hold the data folder's lock. */
  prepare?(): Promise<void>;
}

export interface TemporalServer<Port extends string> extends ServerProcess<Port | 'frontend'> {
  /** host:port of the frontend. */
  address: string;
}

/**
 * Runs a Temporal server on 127.0.0.1. Resolves when every namespace can be used and has its search attributes. A crashed server
 * with a data folder is restarted at the same ports, a few times at most.
 */
export async function startTemporalServer<Port extends string>(
  kind: TemporalServerKind<Port>,
  options: TemporalServerOptions,
): Promise<TemporalServer<Port>> {
  checkSearchAttributes(options.expects.searchAttributes);
  if (options.dataDir === null) return startKind(kind, options, null);
  const dataDir = resolve(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const old = await readRecord(dataDir);
    if (old !== null)
      await waitForOldServer(old, { name: 'Temporal', dir: dataDir, onProgress: options.onProgress });
    await kind.prepare?.();
    return await startKind(kind, options, { dataDir, lock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Starts a server. @param kept its locked data folder; null: the server keeps everything in memory */
async function startKind<Port extends string>(
  kind: TemporalServerKind<Port>,
  { group, logFile, expects }: TemporalServerOptions,
  kept: { dataDir: string; lock: FolderLock } | null,
): Promise<TemporalServer<Port>> {
  const logFileAt = (port: number): string =>
    logFile ?? (kept ? join(kept.dataDir, 'temporal.log') : join(tmpdir(), `temporal-${port}.log`));
  const addressAt = (ports: Ports<Port | 'frontend'>): string => `127.0.0.1:${ports.frontend}`;
  const server: ServerProcess<Port | 'frontend'> = await startServer<Port | 'frontend'>({
    group,
    ports: kind.ports,
    specAt: (ports) => ({
      name: 'Temporal',
      command: kind.command,
      args: kind.argumentsAt(ports),
      env: kind.environmentAt(ports),
      logFile: logFileAt(ports.frontend),
      graceMs: STOP_GRACE_MS,
      // No restart in memory: the server would have lost everything, and its users must notice that.
      restart: kept ? { maxRestarts: 5, windowMs: 60_000 } : undefined,
      onStart: (pid) => {
        const record = { ...identifyProcess(pid), address: addressAt(ports), webUiUrl: kind.webUiUrl };
        if (kept) writeRecord(kept.dataDir, record);
      },
    }),
    untilReady: (ports, ended) =>
      waitUntilTemporalServes({ ...expects, address: addressAt(ports), signal: ended }),
    portTaken: /address already in use|can't set (frontend |UI )?port/i,
    async onGone() {
      if (!kept && !logFile) await rm(logFileAt(server.ports.frontend), { force: true });
      await kept?.lock.release();
    },
  });
  return { address: addressAt(server.ports), ...server };
}

/** Returns our environment without variables that point a server or a command to another server. */
export function environmentWithoutTemporal(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** The process that serves a data folder, and its addresses. */
interface ServerRecord extends ProcessIdentity {
  address: string;
  /** Absent if the server has no Web UI. */
  webUiUrl?: string | undefined;
}

/** Writes the record of a running server. Ignores a full disk: a running server without a record is better than none. */
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
    // A full disk has truncated the record.
    return null;
  }
}

/** Returns the frontend (host:port) of the Temporal server that another process of ours runs in a folder; null: none runs. */
export async function findRunningTemporal(dataDir: string): Promise<string | null> {
  const record = await readRecord(dataDir);
  return record !== null && isRunning(record) ? record.address : null;
}
