import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGiven, type Environment } from '../../config/environment.ts';
import { describeDisk, DISK_FULL_BYTES, diskShortage } from '../../domain/disk.ts';
import { findClusterPrograms } from '../../local/cluster-programs.ts';
import { DataLockedError, lockDataDir } from '../../local/data-lock.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { closeDataDir, makeDataDir } from '../../local/private-data-dir.ts';
import { startPostgres } from '../../local/postgres.ts';
import { withWait } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalCluster } from '../../local/temporal-cluster.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { readDisk } from '../../storage/read-disk.ts';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { readDevServerConfig } from './dev-server-config.ts';
import { keepPort, reportWrongPorts, wishedPorts } from './kept-ports.ts';
import { reasonOfEnd } from './reason-of-end.ts';
import { StartRefused } from './refusal.ts';

/** The same retention of closed workflows as in docker-compose.yml. */
const RETENTION_DAYS = 7;

const SEARCH_ATTRIBUTE_TYPES = Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name }) => [name, 'Keyword']));

/** Only this user may read the files that this process and its children create. */
const PRIVATE_UMASK = 0o077;

/**
 * Creates the data folder, locks it for this process and closes it to other users. Reports kept ports that cannot be used.
 * @returns the umask for processes that write to the storage: the user's own if STORAGE_ROOT is set, since others may share that
 * folder
 * @throws StartRefused when the folder cannot be used or is full; DataLockedError when another process uses it
 */
export async function prepareDataDir({
  dataDir,
  progress,
}: Pick<Place, 'dataDir' | 'progress'>): Promise<{ storageUmask: number }> {
  const isStorageNamed = isGiven('STORAGE_ROOT');
  try {
    await makeDataDir(dataDir);
    const usersUmask = process.umask(PRIVATE_UMASK);
    const disk = await readDisk(dataDir);
    if (diskShortage(disk) === 'full')
      throw new StartRefused(
        `${describeDisk(disk)}; at least ${DISK_FULL_BYTES / 1024 / 1024} MiB are needed. --data-dir names another folder.`,
      );
    // This process holds the lock until it ends. The lock of a process that has ended is taken over.
    await lockDataDir(dataDir);
    await closeDataDir(dataDir, { keepsStorage: isStorageNamed });
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    reportWrongPorts({ dataDir, progress });
    return { storageUmask: isStorageNamed ? usersUmask : PRIVATE_UMASK };
  } catch (error) {
    if (error instanceof StartRefused || error instanceof DataLockedError) throw error;
    throw new StartRefused(`${dataDir} cannot be used as data folder: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Where to start a server, and its callbacks. */
export interface Place {
  dataDir: string;
  group: ProcessGroup;
  progress: (line: string) => void;
  /** Called when the server has ended for good. */
  fail: (error: Error) => void;
}

/** Opens the environment's database, else starts a server of our own. @returns its URL, with the password */
export async function openPostgres(
  environment: Environment,
  { dataDir, group, progress, fail, uses }: Place & { uses: string },
): Promise<string> {
  if (environment.DATABASE_URL !== undefined) {
    progress(`DATABASE_URL is set: ${uses}`);
    return environment.DATABASE_URL;
  }
  const wished = wishedPorts(dataDir, 'postgres', 5432);
  const server = await withWait('Starting PostgreSQL', progress, () =>
    startPostgres({
      dataDir: join(dataDir, 'postgres'),
      group,
      preferredPort: wished,
      onProgress: progress,
    }),
  );
  keepPort({ dataDir, progress }, { server: 'postgres', wished, port: server.port });
  failWhenEnded('PostgreSQL', { server, fail });
  return server.url;
}

/** Uses the environment's Temporal frontend, else starts a development server of our own. */
export async function openTemporal(
  environment: Environment,
  { dataDir, group, progress, fail }: Place,
): Promise<{ address: string; webUiUrl: string | null }> {
  if (environment.TEMPORAL_ADDRESS !== undefined)
    return { address: environment.TEMPORAL_ADDRESS, webUiUrl: environment.TEMPORAL_UI_URL ?? null };
  const binary = await findTemporalBinary({ env: process.env, group, onProgress: progress });
  const wished = wishedPorts(dataDir, 'temporal', 7233);
  const wishedWebUi = wishedPorts(dataDir, 'webUi', 8233);
  const dynamicConfig = await readDevServerConfig();
  const server = await withWait('Starting Temporal', progress, () =>
    startTemporalDevServer({
      binaryPath: binary.path,
      dataDir: join(dataDir, 'temporal'),
      group,
      namespaces: [environment.TEMPORAL_NAMESPACE],
      searchAttributes: SEARCH_ATTRIBUTE_TYPES,
      dynamicConfig,
      preferredPort: wished,
      webUi: { preferredPort: wishedWebUi },
      onProgress: progress,
    }),
  );
  const kept = { dataDir, progress };
  keepPort(kept, { server: 'temporal', wished, port: portOf(`tcp://${server.address}`) });
  if (server.webUiUrl !== null)
    keepPort(kept, { server: 'webUi', wished: wishedWebUi, port: portOf(server.webUiUrl) });
  failWhenEnded('Temporal', { server, fail });
  return server;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Starts a Temporal cluster with its databases in the PostgreSQL server of `postgresUrl`. @returns the frontend's host:port */
export async function openCluster(
  environment: Environment,
  { dataDir, group, progress, fail, postgresUrl }: Place & { postgresUrl: string },
): Promise<string> {
  const server = await startTemporalCluster({
    programs: await findClusterPrograms({ env: process.env, group, onProgress: progress }),
    postgresUrl,
    dataDir: join(dataDir, 'temporal'),
    group,
    namespaces: [environment.TEMPORAL_NAMESPACE],
    retentionDays: RETENTION_DAYS,
    searchAttributes: SEARCH_ATTRIBUTE_TYPES,
    onProgress: progress,
  });
  failWhenEnded('Temporal', { server, fail });
  return server.address;
}

interface Watched {
  server: { process: ManagedProcess };
  fail: (error: Error) => void;
}

function failWhenEnded(name: string, { server, fail }: Watched): void {
  void server.process.exited.then(
    ({ expected, ...end }) =>
      expected ||
      fail(
        new Error(
          `${name} ended for good: ${reasonOfEnd(server.process.logTail(), end)}; its log is in the data folder.`,
        ),
      ),
  );
}
