import type { ListedWorker } from '../db/queries/worker-registry.ts';
import { JOBS_QUEUE } from '../temporal-config/task-queues.ts';

/**
 * Returns the job types that the workers which run jobs know.
 * @param workers those that take new work
 * @returns null if one of these workers is of an earlier version that does not report its types
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
