import { chmod } from 'node:fs/promises';
import { inject, onTestFinished } from 'vitest';
import {
  openCrawlWorld,
  type CrawlWorld,
  type CrawlWorldOptions as WorldOptions,
} from '../../faults/world/crawl-world.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace, type TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type { CrawlWorld } from '../../faults/world/crawl-world.ts';

export interface CrawlWorldOptions extends WorldOptions {
  /** A Temporal server and namespace of the test's own; default: a new namespace on the shared server. */
  temporal?: TestNamespace;
}

/** Creates a database, a Temporal namespace, a sandbox and real worker processes for the calling test. */
export async function createCrawlWorld({
  temporal,
  ...options
}: CrawlWorldOptions = {}): Promise<CrawlWorld> {
  const folder = await temporaryFolder('crawl-world-');
  await chmod(folder, 0o711);
  const { db, url: databaseUrl } = await createTestDatabase();
  const { client, namespace, address } = temporal ?? (await createTestNamespace());
  const world = await openCrawlWorld(
    {
      folder,
      db,
      databaseUrl,
      client,
      namespace,
      temporalAddress: address,
      workflowBundlePath: inject('workflowBundlePath'),
    },
    options,
  );
  onTestFinished(() => world.close());
  return world;
}
