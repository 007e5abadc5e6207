import type { Worker } from '../server/workers-api.ts';
import { isLiving } from './worker-search.ts';

/** The disk that workers write to. */
export interface WorkerDisk {
  disk: NonNullable<Worker['resources']['disk']>;
  /** Whether it is full, or soon will be; null: neither. */
  shortage: Worker['disk_shortage'];
}

/** Returns the disks of the workers of a pod or host, as the workers last reported them. Those of a pod write to the same disk. */
export function disksOf(workers: readonly Worker[]): WorkerDisk[] {
  const byFolder = new Map<string, WorkerDisk>();
  const byTime = workers
    .filter(isLiving)
    .toSorted((one, other) => Date.parse(one.last_heartbeat_at) - Date.parse(other.last_heartbeat_at));
  for (const { resources, disk_shortage: shortage } of byTime) {
    const { disk } = resources;
    if (disk !== undefined) byFolder.set(`${disk.total_bytes} ${disk.folder}`, { disk, shortage });
  }
  return [...byFolder.values()];
}
