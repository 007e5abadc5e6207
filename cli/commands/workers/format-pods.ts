import type { Pod } from '../../../domain/pods.ts';
import type { MemoryUse } from '../../../domain/worker.ts';
import { formatTable } from '../../output/format-table.ts';

/**
 * Formats a table of the pods that have several workers; empty if there are none. Pods with one worker are left out: the row of
 * that worker shows the same numbers.
 */
export function formatPods(pods: readonly Pod[]): string {
  return formatTable(
    [
      { header: 'pod', value: 'pod_name' },
      { header: 'workers', value: ({ worker_ids: ids }) => ids.length, kind: 'number' },
      { header: 'memory of all', value: formatPodMemory },
    ],
    pods.filter(({ worker_ids: ids }) => ids.length > 1),
  );
}

/** Formats memory use, such as `478 of 2048 MiB, 23.3%`. */
export function formatPodMemory({ memory_mb, memory_total_mb, memory_percent }: MemoryUse): string {
  return `${memory_mb} of ${memory_total_mb} MiB, ${memory_percent}%`;
}
