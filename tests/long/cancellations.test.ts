import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { browsersRoot } from '../../egress/browser/session-folders.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { untilBlocked } from '../integration/db/until-blocked.ts';

const ROUNDS = 5;
/** How long a cancellation may take. The requirement is 5 s, but a busy machine may take longer although nothing is wrong. */
const WITHIN_MS = 15_000;

/** Returns the files that exist only while a stage is running: pages, half-written pictures, folders of browsers. */
async function leftovers(world: CrawlWorld, workerPid: number): Promise<string[]> {
  const stored = await readdir(world.storageRoot, { recursive: true, withFileTypes: true });
  const browsers = await readdir(browsersRoot()).catch(() => []);
  return [
    ...stored.flatMap(({ name, parentPath }) =>
      parentPath.includes(join(world.storageRoot, 'spool')) || name.includes('.tmp') ? [name] : [],
    ),
    ...browsers.filter((name) => name.startsWith(`session-${workerPid}-`)),
  ];
}

/** Cancels a chain and waits until nothing of its stage is left. @returns how long that took, in milliseconds */
async function cancel(
  world: CrawlWorld,
  handle: WorkflowHandle,
  isOver: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  await handle.cancel();
  await expect.poll(isOver, { timeout: WITHIN_MS, interval: 20 }).toEqual([]);
  const tookMs = performance.now() - startedAt;
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  const run = await world.db
    .selectFrom('crawl_runs')
    .select(['status', 'error_kind'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(run).toEqual({ status: 'cancelled', error_kind: 'Cancelled' });
  return tookMs;
}

async function imageHostOf({ db }: CrawlWorld): Promise<string> {
  const { image_url: url } = await db
    .selectFrom('store_products')
    .where('image_url', 'is not', null)
    .select('image_url')
    .executeTakeFirstOrThrow();
  return new URL(url ?? '').host;
}

function tell(stage: string, times: number[]): void {
  const seconds = times.map((ms) => (ms / 1000).toFixed(1)).join(', ');
  process.stdout.write(`cancelling a running ${stage} took ${seconds} s\n`);
}

const STAGES: { stage: string; env?: Record<string, string>; mode?: 'browser'; images: boolean }[] = [
  { stage: 'fetch', images: false },
  {
    stage: 'browser',
    images: false,
    mode: 'browser',
    env: { BROWSER_NO_SANDBOX: String(process.getuid?.() === 0) },
  },
  { stage: 'image download', images: true },
];

test.each(STAGES)(
  'a running $stage is cancelled, with its lease and files',
  async ({ stage, env, mode, images }) => {
    const world = await createCrawlWorld({
      dispensaries: 1,
      products: 130,
      ...(env === undefined ? {} : { env }),
    });
    const { dispensary } = await addLargestDispensary(world);
    if (mode !== undefined) await world.db.updateTable('dispensaries').set({ fetch_mode: mode }).execute();
    const worker = await world.startWorker();
    if (images) await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
    const host = images ? await imageHostOf(world) : undefined;
    const match = images ? { host } : { operation: 'FilteredProducts', page: 1 };
    const wait = images ? `host=${host}` : 'operation=FilteredProducts';
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.control('POST', '/control/faults', { rules: [{ match, action: { type: 'hold' } }] });
      const { handle } = await startCrawl(world.client, dispensary, { images });
      await world.control('GET', `/control/wait?${wait}&held=1&timeoutMs=60000`);
      expect(await world.db.selectFrom('proxy_leases').select('id').execute()).toHaveLength(1);
      times.push(
        await cancel(world, handle, async () => [
          ...(await world.db.selectFrom('proxy_leases').select('id').execute()),
          ...(await leftovers(world, worker.pid ?? 0)),
        ]),
      );
      await world.control('DELETE', '/control/faults');
    }
    tell(stage, times);
  },
);

test('a running ingest is cancelled, and nothing of it is in', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const crawl = () => startCrawl(world.client, dispensary, { images: false });
  await (await crawl()).handle.result();
  const snapshots = () =>
    sql`select from store_product_snapshots`.execute(world.db).then(({ rows }) => rows.length);
  const before = await snapshots();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await world.db.transaction().execute(async (tx) => {
      await sql`lock table store_product_snapshots in share mode`.execute(tx);
      const { handle } = await crawl();
      await untilBlocked(world.db);
      const waiting = () =>
        sql`
          select pid from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
        `
          .execute(world.db)
          .then(({ rows }) => rows);
      times.push(await cancel(world, handle, waiting));
    });
  }
  expect(await snapshots()).toBe(before);
  tell('ingest', times);
});
