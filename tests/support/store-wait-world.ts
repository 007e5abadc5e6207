import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ManagedProcess } from '../../local/managed-process.ts';
import {
  startCrawl,
  startRefresh,
  type CrawlStart,
  type NamedDispensary,
} from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from './add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from './crawl-world.ts';

export const PATIENCE = { timeout: 120_000 };

/** A world with one store, for which several tasks compete. */
export interface StoreQueueWorld extends CrawlWorld {
  worker: ManagedProcess;
  store: NamedDispensary;
  /** The ids of stored payloads, oldest first. */
  payloadIds: number[];
  crawl: (start?: CrawlStart) => Promise<WorkflowHandle>;
  refresh: (payloadId: number) => Promise<WorkflowHandle>;
  /** Starts a crawl that keeps the store until `release` is called. */
  crawlHeld: (start?: CrawlStart) => Promise<WorkflowHandle>;
  release: () => Promise<unknown>;
  /** Returns the workflows that wait for the store, or for its chain. */
  waiters: () => Promise<string[]>;
  /** Waits until exactly these workflows are waiting. */
  untilWaiting: (...workflowIds: string[]) => Promise<void>;
  /** Returns the workflow that holds the store; undefined when none does. */
  holder: () => Promise<string | undefined>;
}

/** Creates a world with a worker and a store that has been crawled once and has this many stored payloads. */
export async function createTurnWorld({
  payloads = 1,
}: { payloads?: number } = {}): Promise<StoreQueueWorld> {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { db, client } = world;
  const { dispensary: store } = await addLargestDispensary(world);
  const worker = await world.startWorker();
  const crawl = async (start: CrawlStart = {}): Promise<WorkflowHandle> =>
    (await startCrawl(client, store, { images: false, ...start })).handle;
  await (await crawl()).result();
  const payloadIds = await multiplyPayload(world, payloads);
  const waiters = async () =>
    (await db.selectFrom('store_waiters').orderBy('workflow_id').select('workflow_id').execute()).map(
      ({ workflow_id: id }) => id,
    );
  return {
    ...world,
    worker,
    store,
    payloadIds,
    crawl,
    refresh: async (payloadId) => (await startRefresh(client, { payloadId, dispensary: store })).handle,
    crawlHeld: async (start) => {
      await world.control('POST', '/control/faults', {
        rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
      });
      const handle = await crawl(start);
      await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
      return handle;
    },
    release: () => world.control('POST', '/control/release'),
    waiters,
    untilWaiting: async (...workflowIds) =>
      expect.poll(waiters, PATIENCE).toEqual(workflowIds.toSorted((a, b) => a.localeCompare(b))),
    holder: async () =>
      (await db.selectFrom('store_locks').select('workflow_id').executeTakeFirst())?.workflow_id,
  };
}

/** Adds payloads with the same content, each with a file of its own. @returns the ids of all payloads */
async function multiplyPayload({ db, storageRoot }: CrawlWorld, count: number): Promise<number[]> {
  const { rows } = await sql<{ storage_path: string }>`select storage_path from raw_crawl_payloads`.execute(
    db,
  );
  const path = rows[0]?.storage_path ?? '';
  for (let copy = 1; copy < count; copy += 1) {
    const target = path.replace(
      /_(\d+)(\D*)$/,
      (_, number: string, rest: string) => `_${Number(number) + copy}${rest}`,
    );
    const copyPath = target === path ? path.replace(/\.json\.gz$/, `${copy}.json.gz`) : target;
    await copyFile(join(storageRoot, path), join(storageRoot, copyPath));
    await sql`
      insert into raw_crawl_payloads (dispensary_id, platform, storage_path, sha256, size_bytes, size_bytes_raw, product_count, pages,
        browser_profile, fetch_duration_ms, fetched_at)
      select dispensary_id, platform, ${copyPath}, sha256, size_bytes, size_bytes_raw, product_count, pages, browser_profile,
        fetch_duration_ms, fetched_at - ${copy}::int * interval '1 minute'
      from raw_crawl_payloads where storage_path = ${path}
    `.execute(db);
  }
  const ids = await db.selectFrom('raw_crawl_payloads').orderBy('id').select('id').execute();
  return ids.map(({ id }) => id);
}

/** Blocks the ingest of a payload, so that the task of the ingest keeps the store. @returns a function that ends this */
export async function blockPayload({ db }: StoreQueueWorld, payloadId: number): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const done = db.transaction().execute(async (tx) => {
    await sql`select from raw_crawl_payloads where id = ${payloadId} for update`.execute(tx);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  return async () => {
    over.resolve();
    await done;
  };
}
