import type { ListedWorker } from '../db/queries/worker-registry.ts';
import type { Role } from '../domain/role.ts';
import { isHeard } from '../domain/worker.ts';
import { carries } from '../temporal-config/role-queues.ts';
import { BROWSER_QUEUE } from '../temporal-config/task-queues.ts';

/** The workers of a role in the registry. */
export interface RoleWorkers {
  active: number;
  /** How many tasks of the role a worker runs at once, on average. */
  slots: number;
  /** How many browsers a worker runs at once, on average; 0 if none serves the browser queue. */
  browsers: number;
  /** Whether some workers take nothing new because they lack memory. */
  lackMemory: boolean;
}

/**
 * Summarizes the workers that take tasks of a role. A worker that serves several roles counts fully in each, so the sums over
 * roles that share workers are too high.
 * @param usualSlots the slots of a worker, used if none is active
 */
export function workersOf(role: Role, workers: ListedWorker[], usualSlots: number): RoleWorkers {
  const active = workers.filter(
    (worker) =>
      isHeard(worker) &&
      worker.status !== 'draining' &&
      worker.queues.some(({ queue }) => carries(queue, role)),
  );
  const slotsOf = ({ queues, max_concurrent_tasks: most }: ListedWorker) =>
    Math.min(most, sum(queues.map(({ queue, slots }) => (carries(queue, role) ? slots : 0))));
  const browsersOf = ({ queues }: ListedWorker) =>
    carries(BROWSER_QUEUE, role) ? (queues.find(({ queue }) => queue === BROWSER_QUEUE)?.slots ?? 0) : 0;
  return {
    active: active.length,
    slots: average(active.map(slotsOf)) ?? usualSlots,
    browsers: average(active.map(browsersOf)) ?? 0,
    lackMemory: active.some(({ resources }) => resources.backoff_cause === 'memory'),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function average(numbers: number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}
