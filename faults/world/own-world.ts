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
 * More than a world has stores: a stage that is held keeps its slot and its connection, and so do the stages of other stores that
 * wait for the same lock.
 */
const ROOM = { MAX_CONCURRENT_TASKS: '30', DATABASE_POOL_SIZE: '30' };

const JOB_TYPES = fileURLToPath(new URL('../load/job-types.ts', import.meta.url));

/** What workers and the API of every round have in their environment. */
export const ROUND_ENV = { ...ROOM, JOB_TYPES };

interface OwnWorldOptions extends CrawlWorldOptions {
  /** Keeps the storage on a disk of this size, where one can be mounted. */
  storageDiskBytes?: number;
}

/** A world in which rounds of faults can be run. */
export interface FaultWorld {
  world: LiveWorld;
  /** Where the storage is; null: on the disk of everything else. */
  storageDisk: SmallDisk | null;
  /** Has everything run, for a round. */
  openScene(): Promise<RoundScene>;
  /** Logs and files of everything. */
  folder: string;
  /** Ends everything. @param keepsFolder false removes what was written too */
  close(keepsFolder?: boolean): Promise<void>;
}

/** A world with servers of its own, each of which can be killed and come back. */
export interface OwnWorld extends FaultWorld {
  world: CrawlWorld;
  temporal: KeptServer;
  postgres: KeptServer;
}

/** Brings up PostgreSQL, Temporal and a sandbox that nobody else uses. */
export async function openOwnWorld({ storageDiskBytes, ...options }: OwnWorldOptions): Promise<OwnWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-faults-'));
  // The account that PostgreSQL runs as, when we are root, has to pass through.
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
