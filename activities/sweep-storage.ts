import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { forgetOldJobs } from '../db/queries/jobs.ts';
import { dropOldSnapshotPartitions, makeSnapshotPartitions } from '../db/queries/snapshot-partitions.ts';
import { beginSweep, deleteSweptRows, dropSweptPartitions } from '../db/queries/sweep-runs.ts';
import type { Retention } from '../db/queries/payload-states.ts';
import { filesMediaQueue, filesQueue } from '../temporal-config/task-queues.ts';
import {
  emptyReport,
  repairStorage,
  type RepairTools,
  type StorageReport,
} from '../payloads/repair-storage.ts';
import { heartbeat } from '../stages/heartbeat.ts';

interface Tools extends RepairTools {
  retention: Retention;
  /** Snapshots of months that ended longer ago are dropped; null keeps them for ever. */
  snapshotMonths: number | null;
  /** Jobs that ended longer ago are forgotten; null keeps them. */
  jobDays: number | null;
  /** Runs other than jobs that ended longer ago are deleted from the ledger; null keeps them. */
  runDays: number | null;
  /** A pod with a disk of its own that has been silent for longer is gone. */
  returnSeconds: number;
}

/** What one sweep did. */
export interface SweepResult extends StorageReport {
  droppedPartitions: string[];
  /** Absent in results of before. */
  forgottenJobs?: number;
  /** Those that were deleted one by one, not with their partition. Absent in results of before. */
  deletedRuns?: number;
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
  runDays,
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
      // After the jobs, which keep their months from being dropped.
      const runs = runDays === null ? { deletedRuns: 0, dropped: [] } : await sweepRuns(tools.db, runDays);
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
        droppedPartitions: [...droppedPartitions, ...runs.dropped],
        forgottenJobs,
        deletedRuns: runs.deletedRuns,
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

async function sweepRuns(db: Db, days: number): Promise<{ deletedRuns: number; dropped: string[] }> {
  const before = await beginSweep(db, days);
  const dropped = await dropSweptPartitions(db, before);
  for (let deletedRuns = 0; ;) {
    const { count, isMore } = await deleteSweptRows(db, before);
    deletedRuns += count;
    heartbeat({ deletedRuns });
    if (!isMore) return { deletedRuns, dropped };
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
