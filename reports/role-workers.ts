import type { ListedWorker } from '../db/queries/worker-registry.ts';
import type { Role } from '../domain/role.ts';
import { isHeard } from '../domain/worker.ts';
import { carries } from '../temporal-config/role-queues.ts';
import { BROWSER_QUEUE } from '../temporal-config/task-queues.ts';

/** The workers of a role, as the registry has them. */
export interface RoleWorkers {
  active: number;
  /** Tasks of the role that one runs at once, on average. */
  slots: number;
  /** Browsers that one runs at once, on average; 0 where none serves their queue. */
  browsers: number;
  /** Some take nothing new for want of memory. */
  lackMemory: boolean;
}

/**
 * The workers that take tasks of a role. A worker of several roles is one of each, with all its places: rows of roles that
 * share workers add up.
 * @param usualSlots of a worker, where none is active
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
