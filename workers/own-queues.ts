import type { Environment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import { findOtherStorage } from '../db/queries/file-holders.ts';
import { storageSettings } from '../config/storage-settings.ts';
import type { Log } from '../observability/log.ts';
import {
  BROWSER_QUEUE,
  filesMediaQueue,
  filesQueue,
  filesReingestQueue,
  JOBS_QUEUE,
  WORKFLOW_QUEUE,
  type TaskQueue,
} from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * Returns the queues for files on this pod's own disk; none if workers share storage, or this worker stores none. A worker
 * that fetches always serves them, whatever its queues are limited to: no other worker can. One that only runs jobs serves the queue
 * of its sweeps.
 * @throws WorkerRefused when a live worker could be mistaken for a lost one
 */
export function ownQueues(environment: Environment, queues: TaskQueue[]): TaskQueue[] {
  const { held } = storageSettings(environment);
  const fetches = queues.some((queue) => queue.startsWith('fetch-') || queue === BROWSER_QUEUE);
  if (held === null || !(fetches || queues.includes(JOBS_QUEUE))) return [];
  const { STORAGE_RETURN_SECONDS: wait, HEARTBEAT_INTERVAL_MS: interval } = environment;
  if (wait * 1_000 < 2 * interval) {
    throw new WorkerRefused(
      `STORAGE_RETURN_SECONDS is ${wait} and HEARTBEAT_INTERVAL_MS ${interval}: a live worker must send two heartbeats in that time, so STORAGE_RETURN_SECONDS takes ${Math.ceil((2 * interval) / 1_000)} and more`,
    );
  }
  const sweeps = filesMediaQueue(held.holder);
  return fetches ? [filesQueue(held.holder), filesReingestQueue(held.holder), sweeps] : [sweeps];
}

interface Starting {
  environment: Environment;
  worker: string;
  queues: TaskQueue[];
  log: Log;
}

/**
 * Refuses this worker if a live one stores files differently: they would take each other's work from shared queues and not find
 * the files. If the registry cannot be read, the worker starts.
 * @throws WorkerRefused
 */
export async function refuseMixedStorage(
  db: Db,
  { environment, worker, queues, log }: Starting,
): Promise<void> {
  const queuesWithoutFiles: string[] = [WORKFLOW_QUEUE];
  if (queues.every((queue) => queuesWithoutFiles.includes(queue))) return;
  const isShared = environment.STORAGE_SHARED;
  const other = await findOtherStorage(db, { workerId: worker, isShared, queuesWithoutFiles }).catch(
    (error: unknown) => {
      log.warn(
        { err: error },
        'could not read the registry, so whether other workers share their storage is not known',
      );
      return null;
    },
  );
  if (other === null) return;
  throw new WorkerRefused(
    `STORAGE_SHARED is ${isShared} here and ${!isShared} for ${other}, which is live: workers that share queues must agree. Stop the others first; one that was killed counts as alive for five minutes.`,
  );
}
