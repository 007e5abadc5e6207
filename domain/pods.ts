import type { MemoryUse, WorkerResources } from './worker.ts';

/** Workers that share the memory of a machine or container, and their total use of it. */
export interface Pod extends MemoryUse {
  pod_name: string;
  worker_ids: string[];
}

/** A worker as of its last heartbeat. */
export interface WorkerOfPod {
  worker_id: string;
  pod_name: string;
  resources: WorkerResources;
  last_heartbeat_at: Date;
}

/**
 * Groups workers into pods, sorted by name. Each worker reports the memory of its whole pod, so the newest report counts. If the
 * workers of a pod report only their own memory, the sum counts.
 */
export function podsOf(workers: WorkerOfPod[]): Pod[] {
  const pods = Map.groupBy(workers, ({ pod_name, resources }) =>
    JSON.stringify([pod_name, resources.pod?.measured ?? null]),
  );
  return [...pods.values()]
    .map((members) => ({
      pod_name: members[0]!.pod_name,
      worker_ids: members.map(({ worker_id }) => worker_id).toSorted(),
      ...memoryOf(members),
    }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function memoryOf(members: WorkerOfPod[]): MemoryUse {
  const newest = members.toSorted(
    (one, other) => Number(other.last_heartbeat_at) - Number(one.last_heartbeat_at),
  )[0];
  if (newest?.resources.pod !== undefined) {
    const { memory_mb, memory_total_mb, memory_percent } = newest.resources.pod;
    return { memory_mb, memory_total_mb, memory_percent };
  }
  const sum = (field: 'memory_mb' | 'memory_total_mb') =>
    members.reduce((total, { resources }) => total + resources[field], 0);
  const [used, limit] = [sum('memory_mb'), sum('memory_total_mb')];
  return {
    memory_mb: used,
    memory_total_mb: limit,
    memory_percent: limit === 0 ? 0 : Math.round((1_000 * used) / limit) / 10,
  };
}

function keyOf({ pod_name, worker_ids }: Pod): string {
  return `${pod_name} ${worker_ids[0]}`;
}
