import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { forgetOldJobs } from '../db/queries/jobs.ts';
import { dropOldSnapshotPartitions, makeSnapshotPartitions } from '../db/queries/snapshot-partitions.ts';
import type { Retention } from '../db/queries/payload-states.ts';
import { filesMediaQueue, filesQueue } from '../temporal-config/task-queues.ts';
import {
  emptyReport,
  repairStorage,
  type RepairTools,
  type StorageReport,
} from '../payloads/repair-storage.ts';
import { heartbeat } from './heartbeat.ts';

interface Tools extends RepairTools {
  retention: Retention;
  /** Snapshots of months that ended longer ago are dropped; null keeps them for ever. */
  snapshotMonths: number | null;
  /** Jobs that ended longer ago are forgotten; null keeps them. */
  jobDays: number | null;
  /** A pod with a disk of its own that has been silent for longer is gone. */
  returnSeconds: number;
}

/** What one sweep did. */
export interface SweepResult extends StorageReport {
  droppedPartitions: string[];
  /** Absent in results of before. */
  forgottenJobs?: number;
  /** Queues of pods that have disks of their own, which only they can sweep. Absent in results of before. */
  fileQueues?: string[];
}

/** An ingest makes the partition that it lacks; one that is there already costs it no lock. */
const MONTHS_AHEAD = 2;

/** Activities that keep the storage in order. */
export function createSweepStorageActivities({
  retention,
  snapshotMonths,
  jobDays,
  returnSeconds,
  ...tools
}: Tools) {
  return {
    /**
     * Makes partitions ahead, drops what is past its time, and brings files and rows together again. Doing it twice
     * changes nothing.
     */
    async sweepStorage(): Promise<SweepResult> {
      await makeSnapshotPartitions(tools.db, MONTHS_AHEAD);
      const droppedPartitions =
        snapshotMonths === null ? [] : await dropOldSnapshotPartitions(tools.db, snapshotMonths);
      const forgottenJobs = jobDays === null ? 0 : await forgetAllOldJobs(tools.db, jobDays);
      const { held } = tools.payloadFiles;
      const queues = await findServedQueues(tools.db, {
        prefix: filesMediaQueue(''),
        silentSeconds: returnSeconds,
      });
      // A pod with a disk of its own looks after that where it is asked to by name, so that one bad disk fails nobody else.
      const { taskQueue } = activityInfo();
      const isOwnTurn =
        held === null ||
        taskQueue === filesMediaQueue(held.holder) ||
        // Where an earlier release sent its sweeps.
        taskQueue === filesQueue(held.holder);
      const report = isOwnTurn ? await repair(tools, retention) : emptyReport();
      return {
        ...report,
        droppedPartitions,
        forgottenJobs,
        fileQueues: isOwnTurn && held !== null ? [] : queues,
      };
    },
  };
}

async function forgetAllOldJobs(db: Db, days: number): Promise<number> {
  for (let forgotten = 0; ;) {
    const { count, isMore } = await forgetOldJobs(db, days);
    forgotten += count;
    heartbeat({ forgottenJobs: forgotten });
    if (!isMore) return forgotten;
  }
}

function repair(tools: RepairTools, retention: Retention): Promise<StorageReport> {
  return repairStorage(tools, {
    isRepairing: true,
    // Every byte is read by `fsck --deep`, when a person asks for it: it costs a whole reading of the disk.
    isDeep: false,
    retention,
    isForced: false,
    onProgress: (progress) => heartbeat({ ...progress, samples: [] }),
  });
}
