import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { requireInstance } from '../../db/queries/instance.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { removePostgresData } from '../../local/postgres-home.ts';
import { writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import { openScene, type RoundScene } from '../strikes/scene.ts';
import { addStores } from './add-store.ts';
import { openCrawlWorld, type CrawlWorld, type CrawlWorldOptions, type LiveWorld } from './crawl-world.ts';
import { keepPostgres } from './kept-postgres.ts';
import type { KeptServer } from './kept-server.ts';
import { keepTemporal } from './kept-temporal.ts';
import { recordWriters } from './write-log.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/**
 * More slots and connections than a world has stores: a held stage keeps its slot and its connection, and so do stages of other stores
 * that wait for the same lock.
 */
const ROOM = { MAX_CONCURRENT_TASKS: '30', DATABASE_POOL_SIZE: '30' };

const JOB_TYPES = fileURLToPath(new URL('../load/job-types.ts', import.meta.url));

/** The environment of workers and the API in every round. */
export const ROUND_ENV = { ...ROOM, JOB_TYPES };

interface OwnWorldOptions extends CrawlWorldOptions {
  /** The size of a disk for the storage; the disk is used if it can be mounted. Absent: no such disk. */
  storageDiskBytes?: number;
}

/** A world for rounds of faults. */
export interface FaultWorld {
  world: LiveWorld;
  /** The disk of the storage; null when the storage is on the same disk as everything else. */
  storageDisk: SmallDisk | null;
  /** Starts the processes that a round needs. */
  openScene(): Promise<RoundScene>;
  /** The folder with all logs and files. */
  folder: string;
  /** Stops everything. @param keepsFolder false: also removes the folder */
  close(keepsFolder?: boolean): Promise<void>;
}

/** A world with its own servers, each of which can be killed and restarted. */
export interface OwnWorld extends FaultWorld {
  world: CrawlWorld;
  temporal: KeptServer;
  postgres: KeptServer;
}

/** Starts PostgreSQL, Temporal and a sandbox for this world only. */
export async function openOwnWorld({ storageDiskBytes, ...options }: OwnWorldOptions): Promise<OwnWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-faults-'));
  // As root, PostgreSQL runs under another account, which needs to pass through the folder.
  await chmod(folder, 0o711);
  const storageDisk =
    storageDiskBytes === undefined ? null : mountSmallDisk(storageDiskBytes, join(folder, 'storage'));
  const group = createProcessGroup();
  const closers: (() => Promise<unknown>)[] = [() => group.stopAll()];
  const close = async (keepsFolder = false) => {
    for (const closer of closers.toReversed()) await closer();
    if (storageDisk !== null && keepsFolder)
      await cp(storageDisk.root, join(folder, 'storage-files'), { recursive: true });
    storageDisk?.unmount();
    if (keepsFolder) return;
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const workflowBundlePath = join(folder, 'workflow-bundle.js');
    const [postgres, temporal] = await Promise.all([
      keepPostgres({ folder, group }),
      keepTemporal({ folder, group }),
    ]);
    await Promise.all([postgres.start(), temporal.start(), writeWorkflowBundle(workflowBundlePath)]);
    await migrate(postgres.url());
    const db = connectDatabase({
      url: postgres.url(),
      poolSize: 10,
      applicationName: 'crawlchain-faults',
      onLostConnection: () => undefined,
    });
    closers.push(() => db.destroy());
    await recordWriters(db);
    const client = await temporal.connect();
    closers.push(() => client.connection.close());
    await writeNamespaceInstance(client, (await requireInstance(db)).id);
    const world = await openCrawlWorld(
      {
        folder,
        db,
        databaseUrl: postgres.url(),
        client,
        namespace: temporal.namespace,
        temporalAddress: temporal.address(),
        workflowBundlePath,
      },
      { ...options, env: { ...ROUND_ENV, ...options.env } },
    );
    closers.push(() => world.close());
    await addStores(world);
    const parts = { world, temporal, postgres, storageDisk };
    let scenes = 0;
    return { ...parts, openScene: () => openScene(parts, `round-${(scenes += 1)}`), folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
