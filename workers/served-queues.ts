import type { ServedQueue } from '../domain/worker.ts';
import { BROWSER_QUEUE, JOBS_QUEUE, WORKFLOW_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';

/** Workflow tasks that are worked at at once: each takes milliseconds, and waits for nothing. */
const WORKFLOW_TASKS = 40;

/** One cached workflow takes about 0.3 MiB: a fifth of a workflow for each MiB is six hundredths of the memory. */
const CACHED_WORKFLOWS_PER_MIB = 0.2;
const CACHED_WORKFLOWS_MIN = 50;
const CACHED_WORKFLOWS_MAX = 1_000;

/** The queues of a worker, each with how many of its tasks run at once; those of activities share `total`. */
export function slotsOfQueues(
  queues: TaskQueue[],
  { total, browsers }: { total: number; browsers: number },
): ServedQueue[] {
  const isForJobsAlone = queues.every((queue) => queue === JOBS_QUEUE || queue === WORKFLOW_QUEUE);
  const slotsOf = (queue: TaskQueue): number => {
    if (queue === WORKFLOW_QUEUE) return WORKFLOW_TASKS;
    // A job may take a day: one place is left to crawls, where there is more than one.
    if (queue === JOBS_QUEUE && !isForJobsAlone) return Math.max(1, total - 1);
    return queue === BROWSER_QUEUE ? Math.min(browsers, total) : total;
  };
  return queues.map((queue) => ({ queue, slots: slotsOf(queue) }));
}

/** How many workflows a worker keeps in memory between their tasks. */
export function cachedWorkflows(memoryLimitMiB: number): number {
  const fitting = Math.floor(memoryLimitMiB * CACHED_WORKFLOWS_PER_MIB);
  return Math.min(Math.max(fitting, CACHED_WORKFLOWS_MIN), CACHED_WORKFLOWS_MAX);
}
