import type { ListedWorker } from '../db/queries/worker-registry.ts';
import { JOBS_QUEUE } from '../temporal-config/task-queues.ts';

/**
 * The job types that are known to workers which run jobs.
 * @param workers those that take new work
 * @returns null if one of them is of an earlier version that does not report its types
 */
export function knownJobTypes(
  workers: readonly Pick<ListedWorker, 'queues' | 'tuner'>[],
): ReadonlySet<string> | null {
  const known = new Set<string>();
  for (const { queues, tuner } of workers) {
    if (!queues.some(({ queue }) => queue === JOBS_QUEUE)) continue;
    if (tuner.job_types === undefined) return null;
    for (const name of tuner.job_types) known.add(name);
  }
  return known;
}
