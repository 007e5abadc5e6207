import { inDigits } from '../parts/locale.ts';
import type { Worker } from '../server/workers-api.ts';

/** The queue of the workflows; its slots do not count as task slots. */
const WORKFLOW_QUEUE = 'crawlchain';

/** Says how many slots a worker uses at most over all its queues; null if it can use the slots of all queues at once. */
export function describeSlots({
  queues,
  max_concurrent_tasks: most,
}: Pick<Worker, 'queues' | 'max_concurrent_tasks'>): string | null {
  const ofTasks = queues.filter(({ queue }) => queue !== WORKFLOW_QUEUE);
  if (ofTasks.reduce((total, { slots }) => total + slots, 0) <= most) return null;
  const but = ofTasks.length === queues.length ? '' : ` without ${WORKFLOW_QUEUE}`;
  return `at most ${inDigits(most)} in use at once, over all queues${but}`;
}
