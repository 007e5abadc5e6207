import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, onTestFinished } from 'vitest';
import { createActOnRunsActivities, type ActOnRun } from '../../activities/act-on-runs.ts';
import { createJobWaitActivities } from '../../activities/job-waits.ts';
import { createRecordJobEndActivities } from '../../activities/record-job-end.ts';
import { createRecordBulkEndActivities } from '../../activities/record-bulk-end.ts';
import { currentJob, type JobTask } from '../../stages/current-job.ts';
import { passJobOn } from '../../stages/pass-job-on.ts';
import type { Db } from '../../db/connect.ts';
import { readRuns } from './keep-ledger.ts';
import { INGEST_QUEUE, JOBS_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { wakeJob } from '../../temporal-client/store-waits.ts';
import { createActOnRun } from '../../workers/act-on-run.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import { startApiServer, type ApiServer } from './api-server.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

/** A bulk action as the API returns it. */
export interface ShownBulkAction {
  id: string;
  status: string;
  matched: number | null;
  done: number;
  skipped: number;
  failed: number;
  skipped_by_reason: { reason: string; count: number; sample_ids: string[] }[];
  failed_by_reason: { reason: string; count: number; sample_ids: string[] }[];
  [field: string]: unknown;
}

export interface BulkWorldOptions {
  /** Does the work of a chain. */
  crawl?: (dispensaryId: number) => Promise<void>;
  /** Does the work of a job. */
  runJob?: (task: JobTask) => Promise<object>;
  /** Wraps the function that the real activity calls for each run. */
  around?: (act: ActOnRun) => ActOnRun;
}

export interface BulkWorld {
  db: Db;
  client: Client;
  api: ApiServer;
  /** Starts a bulk action through the API. @returns its id */
  start(body: object, headers?: Record<string, string>): Promise<string>;
  /** Waits until a bulk action has ended. @returns its final state */
  ended(id: string, headers?: Record<string, string>): Promise<ShownBulkAction>;
  /** Waits until the ledger has this many runs of a type that ended in this way; with null, this many open ones. */
  untilRuns(type: string, endedAs: string | null, count: number): Promise<void>;
}

/** Creates a database, a namespace, the API, and a worker that runs real bulk actions with their real activities. */
export async function createBulkWorld({ crawl, runJob, around }: BulkWorldOptions): Promise<BulkWorld> {
  const [{ db }, { client, namespace, address }] = [await createTestDatabase(), await createTestNamespace()];
  quietRuntime();
  const connection = await NativeConnection.connect({ address });
  const workflowBundle = { codePath: inject('standInBundlePath') };
  const act = createActOnRun({ db, client });
  const shared = {
    connection,
    namespace,
    dataConverter: DATA_CONVERTER,
    maxHeartbeatThrottleInterval: '1s' as const,
    shutdownForceTime: '5s' as const,
  };
  const waiting = {
    db,
    wakeJob: (id: string) => wakeJob(client, id, () => undefined),
    platformLimits: {},
    findJobEnd: async () => null,
    hasRunEnded: async () => false,
  };
  // Does the work, and passes the turn of its account on, as the real activity does.
  const workAndPassOn = async (task: JobTask): Promise<object> => {
    const result = (await runJob?.(task)) ?? {};
    await passJobOn(waiting, currentJob(task));
    return result;
  };
  const bookkeeping = {
    ...createRecordBulkEndActivities({ db }),
    ...createRecordJobEndActivities(waiting),
    ...createJobWaitActivities(waiting),
    isInDoubt: async () => true,
    isRetryWanted: async () => true,
  };
  const activities = {
    [INGEST_QUEUE]: createActOnRunsActivities({ db, actOnRun: around?.(act) ?? act, worker: 'Xylos' }),
    [JOBS_QUEUE]: { runJob: workAndPassOn },
    chains: { crawl: crawl ?? (async () => undefined) },
  };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: WORKFLOW_QUEUE, workflowBundle, activities: bookkeeping }),
    ...Object.entries(activities).map(([taskQueue, some]) =>
      Worker.create({ ...shared, taskQueue, activities: { ...some } }),
    ),
  ]);
  const ends = Promise.all(workers.map((worker) => worker.run()));
  onTestFinished(async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await ends;
    await connection.close();
  });
  const api = await startApiServer({ db, client });
  return {
    db,
    client,
    api,
    start: (body, headers = {}) => start(api, body, headers),
    ended: (id, headers = {}) => ended(api, id, headers),
    untilRuns: (type, endedAs, count) => untilRuns(db, { type, endedAs, count }),
  };
}

async function start(api: ApiServer, body: object, headers: Record<string, string>): Promise<string> {
  const answer = await api.call<{ id: string }>('POST', '/api/bulk-actions', { body, headers });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 202 });
  return answer.body.id;
}

async function ended(api: ApiServer, id: string, headers: Record<string, string>): Promise<ShownBulkAction> {
  let shown: ShownBulkAction | undefined;
  await expect
    .poll(
      async () => {
        shown = (await api.call<ShownBulkAction>('GET', `/api/bulk-actions/${id}`, { headers })).body;
        return shown['completed_at'];
      },
      { timeout: 180_000, interval: 100 },
    )
    .not.toBeNull();
  return shown!;
}

async function untilRuns(
  db: Db,
  wanted: { type: string; endedAs: string | null; count: number },
): Promise<void> {
  await expect
    .poll(
      async () => {
        const runs = await readRuns(db);
        return runs.filter(({ type, ended_as: as }) => type === wanted.type && as === wanted.endedAs).length;
      },
      { timeout: 180_000, interval: 100 },
    )
    .toBe(wanted.count);
}

/** Creates a non-retryable failure of a chain or a job. */
export const blocked = (kind = 'Blocked'): ApplicationFailure =>
  ApplicationFailure.nonRetryable('every proxy was refused', kind);
