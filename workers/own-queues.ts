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
  WORKFLOW_QUEUE,
  type TaskQueue,
} from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * The queues for work with the files on this pod's own disk, where workers share no storage. A worker that fetches serves
 * them, whatever it is narrowed to: nobody else can.
 * @throws WorkerRefused when a worker that lives could be taken for one that is gone
 */
export function ownQueues(environment: Environment, queues: TaskQueue[]): TaskQueue[] {
  const { held } = storageSettings(environment);
  if (held === null || !queues.some((queue) => queue.startsWith('fetch-') || queue === BROWSER_QUEUE))
    return [];
  const { STORAGE_RETURN_SECONDS: wait, HEARTBEAT_INTERVAL_MS: interval } = environment;
  if (wait * 1_000 < 2 * interval) {
    throw new WorkerRefused(
      `STORAGE_RETURN_SECONDS is ${wait} and HEARTBEAT_INTERVAL_MS ${interval}: a worker that lives must be heard of twice in that time, so it takes ${Math.ceil((2 * interval) / 1_000)} and more`,
    );
  }
  return [filesQueue(held.holder), filesReingestQueue(held.holder), filesMediaQueue(held.holder)];
}

interface Starting {
  environment: Environment;
  worker: string;
  queues: TaskQueue[];
  log: Log;
}

/**
 * Workers that keep files in different ways take each other's work from the queues that they share, and do not find the
 * files. One that is already there has the last word; a registry that cannot be read stops nobody.
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
      log.warn({ err: error }, 'the registry does not tell how other workers keep their files');
      return null;
    },
  );
  if (other === null) return;
  throw new WorkerRefused(
    `STORAGE_SHARED is ${isShared} here and ${!isShared} for ${other}, which lives: workers that share queues must agree. Stop the others first; one that was killed counts as alive for five minutes.`,
  );
}
