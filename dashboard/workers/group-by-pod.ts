import type { Pod, Worker } from '../server/workers-api.ts';

/** Workers that share a pod, or a host. */
export interface PodGroup {
  key: string;
  podName: string;
  /** True: a host, whose workers are processes. */
  isHost: boolean;
  /**
   * The live pods of the group, each with its memory. Only a host has several: each process that was started separately measures only
   * its own memory, and counts as a pod.
   */
  pods: Pod[];
  workers: Worker[];
}

/**
 * Groups workers by pod. Groups with silent workers come first, then groups with workers that back off; otherwise pods are sorted by
 * name. Two machines may have pods of the same name, so a pod is identified by its worker ids; the processes of a host form one
 * group. A worker that has ended is in no live pod, so it joins the first group with the name of its pod. The key of a group stays
 * the same when one of its workers ends, so that a focused row is not re-created.
 */
export function groupByPod(workers: readonly Worker[], pods: readonly Pod[]): PodGroup[] {
  const podOf = new Map(pods.flatMap((pod) => pod.worker_ids.map((id) => [id, pod] as const)));
  const groups = new Map<string, PodGroup>();
  for (const worker of workers) {
    const { pod_name: podName, on_host: isHost } = worker;
    const pod = podOf.get(worker.worker_id);
    const namesakes = pods.filter(({ pod_name: other }) => other === podName);
    const place = pod === undefined || isHost ? 0 : namesakes.indexOf(pod);
    const key = JSON.stringify([podName, isHost, place]);
    const group: PodGroup = groups.get(key) ?? { key, podName, isHost, pods: [], workers: [] };
    if (pod !== undefined && !group.pods.includes(pod)) group.pods.push(pod);
    group.workers.push(worker);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      workers: group.workers.toSorted((one, other) => troubleOf(other) - troubleOf(one)),
    }))
    .sort(
      (one, other) =>
        troubleOf(other.workers[0]) - troubleOf(one.workers[0]) ||
        one.podName.localeCompare(other.podName, 'en', { numeric: true }),
    );
}

/** Returns 2 for a silent worker, 1 for one that backs off, else 0. */
function troubleOf(worker: Worker | undefined): number {
  if ((worker?.counts_as_lost_at ?? null) !== null) return 2;
  return worker?.status === 'backing_off' ? 1 : 0;
}
