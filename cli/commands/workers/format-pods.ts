import type { Pod } from '../../../domain/pods.ts';
import type { MemoryUse } from '../../../domain/worker.ts';
import { formatTable } from '../../format-table.ts';

/** A table of the pods that have several workers; the row of a worker that is alone in its pod says it all. Empty: none has. */
export function formatPods(pods: Pod[]): string {
  const shared = pods.filter(({ worker_ids: ids }) => ids.length > 1);
  if (shared.length === 0) return '';
  return formatTable(
    ['pod', 'workers', 'memory of all'],
    shared.map((pod) => [pod.pod_name, pod.worker_ids.length, memoryInWords(pod)]),
  );
}

/** Such as `478 of 2048 MiB, 23.3%`. */
export function memoryInWords({ memory_mb, memory_total_mb, memory_percent }: MemoryUse): string {
  return `${memory_mb} of ${memory_total_mb} MiB, ${memory_percent}%`;
}
