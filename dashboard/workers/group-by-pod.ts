import type { Pod, Worker } from '../server/workers-api.ts';

/** Workers that share a pod, or the memory of a host. */
export interface PodGroup {
  key: string;
  podName: string;
  /** Whether it is a host, whose workers are processes. */
  isHost: boolean;
  /** Those of them that live: several only on a host, where processes that were started by themselves measure themselves alone. */
  pods: Pod[];
  workers: Worker[];
}

/**
 * Puts workers together by their pods, in the order of the pods' names; those that are silent, then those that back off, come first with their pods. Two machines may have pods of one name, so the ids of a
 * pod decide; the processes of a host stand together. Who has ended is in none: it stands with the first of its name, and has no memory. The key stays when one of the
 * workers ends, so that the row that has the focus is not made anew.
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

/** @returns 2 for a worker that is silent, 1 for one that takes nothing new, else 0 */
function troubleOf(worker: Worker | undefined): number {
  if ((worker?.counts_as_lost_at ?? null) !== null) return 2;
  return worker?.status === 'backing_off' ? 1 : 0;
}
