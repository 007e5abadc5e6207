import { inDigits } from '../parts/locale.ts';
import type { Worker } from '../server/workers-api.ts';

/** Its slots are for workflows, which take no slot of a task. */
const WORKFLOW_QUEUE = 'crawlchain';

/** Says how many slots of its queues a worker fills at once; null: all of them. */
export function describeSlots({
  queues,
  max_concurrent_tasks: most,
}: Pick<Worker, 'queues' | 'max_concurrent_tasks'>): string | null {
  const ofTasks = queues.filter(({ queue }) => queue !== WORKFLOW_QUEUE);
  if (ofTasks.reduce((total, { slots }) => total + slots, 0) <= most) return null;
  const but = ofTasks.length === queues.length ? '' : ` without ${WORKFLOW_QUEUE}`;
  return `at most ${inDigits(most)} in use at once, over all queues${but}`;
}
