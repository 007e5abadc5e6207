import type { Client, WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';
import { createLookAgainActivities } from '../../activities/look-again.ts';
import { createRetryCrawlActivities } from '../../activities/retry-crawl.ts';
import { createStartCrawlsActivities } from '../../activities/start-crawls.ts';
import type { Db } from '../../db/connect.ts';
import { closeRun } from '../../db/queries/close-runs.ts';
import { enterStage } from '../../db/queries/crawl-runs.ts';
import { quarantinePayload } from '../../db/queries/quarantine.ts';
import type { FetchedMenu, IngestCounts, UnconfirmedMenu } from '../../domain/crawl-run.ts';
import {
  startCrawl,
  startLookAgain,
  startRetry,
  type CrawlStart,
  type NamedDispensary,
} from '../../temporal-client/crawl-control.ts';
import { countFanOut } from '../../temporal-client/count-workflows.ts';
import { fetchQueue, INGEST_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import type { crawlDispensary } from '../../workflows/index.ts';
import { day, FETCH, makeClaim, makeDispensary, makePayloadRecord } from '../integration/db/make-crawl.ts';
import { SUSPICION } from '../integration/db/make-unconfirmed.ts';
import { followTemporal } from './keep-ledger.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

export const MESSAGE = '60 of 90 products of the last menu are gone.';

/** The result of a fetch whose menu is believed. */
export const MENU: FetchedMenu = {
  payloadId: 57,
  dispensaryName: 'Desert Bloom',
  stateCode: 'AZ',
  productCount: 30,
  pages: 1,
  bytes: 1000,
};

/** Returns the result of a fetch whose menu is not believed. */
export function unbelieved(lookAgainAfterMs: number | null): UnconfirmedMenu {
  return {
    ...MENU,
    crawlRunId: 5,
    unconfirmed: { faults: ['shrunk'], message: MESSAGE, lookAgainAfterMs },
  };
}

/** The counts that the ingest of the believed menu returns. */
export const COUNTS: IngestCounts = {
  products: 30,
  inStock: 30,
  outOfStock: 0,
  skipped: 0,
  added: 0,
  missed: 60,
  markedOutOfStock: 0,
  snapshots: 30,
};

const ENDED = { status: 'failed', errorKind: 'SuspectPayload', errorMessage: MESSAGE } as const;

export interface DoubtWorld {
  db: Db;
  client: Client;
  id: number;
  store: NamedDispensary;
  crawl: (start?: CrawlStart) => Promise<WorkflowHandle<typeof crawlDispensary>>;
  /** The ids of the ingested payloads. */
  ingested: number[];
  /** Stores a suspect payload of the dispensary, as a fetch does when it does not believe the menu. @returns the payload's id */
  doubt: () => Promise<number>;
  /** The workflow that starts the confirmation crawl. */
  look: WorkflowHandle;
  /** The workflow that starts the retry. */
  retry: WorkflowHandle;
}

interface Options {
  /** Called before each start of a confirmation crawl. */
  beforeLook?: (world: { client: Client; id: number }) => Promise<void>;
}

/**
 * Creates a world with the real workflows, which really start confirmation crawls and retries. Only the fetches are replaced: they return
 * the menus, or throw the errors, of `fetches`, in that order.
 */
export async function createDoubtWorld(
  fetches: (FetchedMenu | UnconfirmedMenu | Error)[],
  { beforeLook }: Options = {},
): Promise<DoubtWorld> {
  const { db, url } = await createTestDatabase();
  const { client, namespace, address } = await createTestNamespace();
  followTemporal({ db, url, client });
  quietRuntime();
  const id = await makeDispensary(db);
  const connection = await NativeConnection.connect({ address });
  const shared = { connection, namespace, dataConverter: DATA_CONVERTER, shutdownForceTime: '5s' as const };
  const ingested: number[] = [];
  const ingestPayload = async ({ payloadId }: { payloadId: number }) => {
    ingested.push(payloadId);
    return { crawlRunId: 6, counts: COUNTS };
  };
  const lookAgain = createLookAgainActivities({
    db,
    startLookAgain: async (dispensary, look) => {
      await beforeLook?.({ client, id });
      return startLookAgain(client, dispensary, look);
    },
  });
  const retries = createRetryCrawlActivities({
    db,
    startRetry: (dispensary, retry) => startRetry(client, dispensary, retry),
  });
  const doubt = async () => {
    const claim = makeClaim(id);
    const { run } = await enterStage(db, claim, FETCH);
    const payload = await makePayloadRecord(db, day(1));
    const payloadId = await quarantinePayload(db, run, { payload, suspicion: SUSPICION });
    await closeRun(db, { ...claim, ...ENDED });
    return payloadId;
  };
  const recordOutcome = async () => undefined;
  const fetchMenu = async () => {
    const fetched = fetches.shift();
    if (fetched instanceof Error) throw fetched;
    if (fetched !== undefined && 'unconfirmed' in fetched) await doubt();
    return fetched;
  };
  const fanOut = createStartCrawlsActivities({
    db,
    startCrawl: async (dispensary, how) => (await startCrawl(client, dispensary, how)).runId,
    countFanOut: (fanOutId) => countFanOut(client, fanOutId),
  });
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: WORKFLOW_QUEUE,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      activities: { ...lookAgain, ...retries, recordOutcome },
    }),
    Worker.create({
      ...shared,
      taskQueue: fetchQueue('dutchie'),
      activities: { fetchMenu },
    }),
    Worker.create({ ...shared, taskQueue: INGEST_QUEUE, activities: { ...fanOut, ingestPayload } }),
  ]);
  const ends = Promise.all(workers.map((worker) => worker.run()));
  onTestFinished(async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await ends;
    await connection.close();
  });
  const store = { id, name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
  const crawl = async (start: CrawlStart = {}) =>
    (await startCrawl(client, store, { images: false, ...start })).handle;
  return {
    db,
    client,
    id,
    store,
    crawl,
    ingested,
    doubt,
    look: client.workflow.getHandle(`later/look-again-${id}`),
    retry: client.workflow.getHandle(`later/retry-${id}`),
  };
}
