import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { createStartCrawlsActivities, type StartCrawl } from '../../activities/start-crawls.ts';
import type { Db } from '../../db/connect.ts';
import { countFanOut } from '../../temporal-client/count-workflows.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { INGEST_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

export interface FanOutWorld {
  db: Db;
  client: Client;
  /** Adds this many dispensaries. @returns their ids in ascending order */
  addDispensaries(
    count: number,
    change?: { platform?: 'dutchie' | 'blaze'; state?: string },
  ): Promise<number[]>;
  /** Waits until this many chains have closed, because visibility lags slightly. @returns the chains in the order of their starts */
  closedChains(count: number): Promise<WorkflowExecutionInfo[]>;
  /** Returns the runs of fan-outs in the order of their starts. */
  fanOutRuns(): Promise<WorkflowExecutionInfo[]>;
}

export interface FanOutWorldOptions {
  /** Does the work of a chain. */
  crawl?: (dispensaryId: number, client: Client) => Promise<void>;
  /** Wraps the function with which the real activity starts a chain. */
  around?: (start: StartCrawl, client: Client) => StartCrawl;
}

/**
 * Creates a database, a namespace, and a worker. The worker runs the real `crawlDue` with its real activities, but chains that only do
 * what the test wants.
 */
export async function createFanOutWorld(options: FanOutWorldOptions = {}): Promise<FanOutWorld> {
  const [{ db }, { client, namespace, address }] = [await createTestDatabase(), await createTestNamespace()];
  quietRuntime();
  const connection = await NativeConnection.connect({ address });
  const workflowBundle = { codePath: inject('standInBundlePath') };
  const start: StartCrawl = async (dispensary, how) => (await startCrawl(client, dispensary, how)).runId;
  const fanOut = createStartCrawlsActivities({
    db,
    startCrawl: options.around?.(start, client) ?? start,
    countFanOut: (id) => countFanOut(client, id),
  });
  const crawl = (dispensaryId: number) => options.crawl?.(dispensaryId, client);
  const shared = {
    connection,
    namespace,
    dataConverter: DATA_CONVERTER,
    maxHeartbeatThrottleInterval: '1s' as const,
    // A failed test may leave chains that are still held, so the worker's stop must not wait for them.
    shutdownForceTime: '5s' as const,
  };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: WORKFLOW_QUEUE, workflowBundle }),
    Worker.create({ ...shared, taskQueue: INGEST_QUEUE, activities: fanOut }),
    Worker.create({ ...shared, taskQueue: 'chains', activities: { crawl } }),
  ]);
  const ends = Promise.all(workers.map((worker) => worker.run()));
  onTestFinished(async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await ends;
    await connection.close();
  });
  return {
    db,
    client,
    addDispensaries: (count, change) => addDispensaries(db, count, change),
    closedChains: (count) => closedChains(client, count),
    fanOutRuns: () => listByStart(client, 'WorkflowType = "crawlDue"'),
  };
}

/** Adds this many dispensaries. @returns their ids in ascending order */
export async function addDispensaries(
  db: Db,
  count: number,
  { platform = 'dutchie', state = 'AZ' }: { platform?: string; state?: string } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into dispensaries (name, platform, slug, menu_url, state)
    select 'Store ' || number, ${platform}, 'store-' || number, 'https://menus.test/' || number, ${state}
    from generate_series(1, ${count}::int) as number
    returning id
  `.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function closedChains(client: Client, count: number): Promise<WorkflowExecutionInfo[]> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    const chains = await listByStart(client, 'WorkflowType = "crawlDispensary"');
    const closed = chains.filter(({ closeTime }) => closeTime !== undefined);
    if (closed.length >= count && closed.length === chains.length) return chains;
    if (Date.now() > deadline) throw new Error(`Expected ${count} closed chains, found ${closed.length}`);
  }
}

async function listByStart(client: Client, query: string): Promise<WorkflowExecutionInfo[]> {
  const found: WorkflowExecutionInfo[] = [];
  for await (const info of client.workflow.list({ query, pageSize: 1000 })) found.push(info);
  return found.sort((a, b) => a.startTime.getTime() - b.startTime.getTime());
}

/** Returns the largest number of chains that were open at the same time, by the server's clock. */
export function openAtOnce(chains: WorkflowExecutionInfo[]): number {
  const changes = chains.flatMap(({ startTime, closeTime }) => [
    { atMs: startTime.getTime(), by: 1 },
    { atMs: closeTime?.getTime() ?? Infinity, by: -1 },
  ]);
  // Of changes at the same moment, a close counts first: a new chain starts only once the close is known.
  changes.sort((a, b) => a.atMs - b.atMs || a.by - b.by);
  let [open, most] = [0, 0];
  for (const { by } of changes) most = Math.max(most, (open += by));
  return most;
}
