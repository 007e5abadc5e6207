import type { Pod, Worker } from '../server/workers-api.ts';

/** Workers that share a pod, or the memory of a host. */
export interface PodGroup {
  key: string;
  podName: string;
  /** Whether it is a host, whose workers are processes. */
  isHost: boolean;
  /** What they use together; null: none of them lives. */
  memory: Pick<Pod, 'memory_mb' | 'memory_total_mb' | 'memory_percent'> | null;
  workers: Worker[];
}

/**
 * Puts workers together by their pods, in the order of the pods' names. Two machines may have pods of one name, so the ids of a
 * pod decide; who has ended is in none and goes by the name.
 */
export function groupByPod(workers: readonly Worker[], pods: readonly Pod[]): PodGroup[] {
  const podOf = new Map(pods.flatMap((pod) => pod.worker_ids.map((id) => [id, pod] as const)));
  const groups = new Map<string, PodGroup>();
  for (const worker of workers) {
    const name = worker.pod_name;
    const pod = podOf.get(worker.worker_id) ?? pods.find(({ pod_name: other }) => other === name);
    const key = JSON.stringify([name, pod?.worker_ids[0]]);
    const group = groups.get(key) ?? {
      key,
      podName: name,
      isHost: worker.on_host,
      memory: pod ?? null,
      workers: [],
    };
    group.workers.push(worker);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) =>
    one.podName.localeCompare(other.podName, 'en', { numeric: true }),
  );
}
