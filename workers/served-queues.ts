import type { ServedQueue } from '../domain/worker.ts';
import {
  BROWSER_QUEUE,
  filesMediaQueue,
  filesReingestQueue,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  WORKFLOW_QUEUE,
  type TaskQueue,
} from '../temporal-config/task-queues.ts';

/** Concurrent workflow tasks: each takes milliseconds and waits for nothing. */
const WORKFLOW_TASKS = 40;

/** One cached workflow takes about 0.3 MiB, so 0.2 workflows per MiB use six percent of the memory. */
const CACHED_WORKFLOWS_PER_MIB = 0.2;
const CACHED_WORKFLOWS_MIN = 50;
const CACHED_WORKFLOWS_MAX = 1_000;

/** The queues of work that no crawl waits for and that may take hours. */
const BACKGROUND_QUEUES: string[] = [REINGEST_QUEUE, MEDIA_QUEUE, JOBS_QUEUE];
const BACKGROUND_PREFIXES = [filesReingestQueue(''), filesMediaQueue('')];

/** Whether crawls take precedence over the tasks of a queue. */
export function isBackground(queue: string): boolean {
  return BACKGROUND_QUEUES.includes(queue) || BACKGROUND_PREFIXES.some((prefix) => queue.startsWith(prefix));
}

/**
 * Returns how many background tasks a worker runs at once, over all background queues: two thirds of the total, so that one slot
 * in three stays free for menus. A worker that serves no menus uses all slots.
 */
export function backgroundSlots(queues: TaskQueue[], total: number): number {
  const servesMenus = queues.some((queue) => queue !== WORKFLOW_QUEUE && !isBackground(queue));
  return servesMenus ? Math.max(1, Math.floor((total * 2) / 3)) : total;
}

/** Returns a worker's queues with their limits of concurrent tasks. The activity queues share `total`. */
export function slotsOfQueues(
  queues: TaskQueue[],
  { total, browsers }: { total: number; browsers: number },
): ServedQueue[] {
  const background = backgroundSlots(queues, total);
  const slotsOf = (queue: TaskQueue): number => {
    if (queue === WORKFLOW_QUEUE) return WORKFLOW_TASKS;
    if (isBackground(queue)) return background;
    return queue === BROWSER_QUEUE ? Math.min(browsers, total) : total;
  };
  return queues.map((queue) => ({ queue, slots: slotsOf(queue) }));
}

/** Returns how many workflows a worker caches between their tasks. */
export function cachedWorkflows(memoryLimitMiB: number): number {
  const fitting = Math.floor(memoryLimitMiB * CACHED_WORKFLOWS_PER_MIB);
  return Math.min(Math.max(fitting, CACHED_WORKFLOWS_MIN), CACHED_WORKFLOWS_MAX);
}
