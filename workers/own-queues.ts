import type { Environment } from '../config/environment.ts';
import { storageSettings } from '../config/storage-settings.ts';
import { BROWSER_QUEUE, filesQueue, type TaskQueue } from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * The queue for work with the files on this pod's own disk, where workers share no storage. A worker that fetches serves
 * it, whatever it is narrowed to: nobody else can.
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
  return [filesQueue(held.holder)];
}
