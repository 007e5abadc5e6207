import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { deleteUnusedPayloads } from '../db/queries/job-payloads.ts';
import { deleteOldJobs } from '../db/queries/jobs.ts';
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
import { sweepJobFiles } from '../stages/sweep-job-files.ts';
import { createJobFiles } from '../storage/job-files.ts';
import { deleteOldPartFiles } from '../storage/left-parts.ts';

interface Tools extends RepairTools {
  retention: Retention;
  /** Snapshots of months that ended more than this many months ago are dropped; null keeps them forever. */
  snapshotMonths: number | null;
  /** Jobs that ended more than this many days ago are deleted; null keeps them. */
  jobDays: number | null;
  /** Runs that ended more than this many days ago, except those of jobs, are deleted from the ledger; null keeps them. */
  runDays: number | null;
  /** A pod with its own disk that has been silent for longer counts as gone. */
  returnSeconds: number;
}

/** What one sweep did. */
export interface SweepResult extends StorageReport {
  droppedPartitions: string[];
  /** Absent in results of earlier versions. */
  forgottenJobs?: number;
  /** Files of deleted jobs and of earlier runs of jobs. Absent in results of earlier versions. */
  deletedJobFiles?: number;
  /** Rows deleted one by one, not with their partition. Absent in results of earlier versions. */
  deletedRuns?: number;
  /** Queues of pods that have their own disks, which only those pods can sweep. Absent in results of earlier versions. */
  fileQueues?: string[];
}

/**
 * How many months ahead partitions are created. An ingest would create a missing partition itself, but would have to take a lock
 * for that.
 */
const MONTHS_AHEAD = 2;

/** Creates the activities that maintain the storage. */
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
     * Creates partitions ahead, drops what is past its retention, deletes old unfinished downloads and files of deleted jobs,
     * and reconciles files with rows. Repeating it changes nothing.
     */
    async sweepStorage(): Promise<SweepResult> {
      await makeSnapshotPartitions(tools.db, MONTHS_AHEAD);
      const droppedPartitions =
        snapshotMonths === null ? [] : await dropOldSnapshotPartitions(tools.db, snapshotMonths);
      await deleteUnusedPayloads(tools.db);
      const forgottenJobs = jobDays === null ? 0 : await deleteAllOldJobs(tools.db, jobDays);
      // Sweep the runs after the jobs: a job's run keeps the partition of its month from being dropped.
      const runs = runDays === null ? { deletedRuns: 0, dropped: [] } : await sweepRuns(tools.db, runDays);
      const { held } = tools.payloadFiles;
      const queues = await findServedQueues(tools.db, {
        prefix: filesMediaQueue(''),
        silentSeconds: returnSeconds,
      });
      // A pod with its own disk sweeps that disk only when called on its own queue, so that one bad disk fails no other sweep.
      const { taskQueue } = activityInfo();
      const isOwnTurn =
        held === null ||
        taskQueue === filesMediaQueue(held.holder) ||
        // Earlier releases sent their sweeps to this queue.
        taskQueue === filesQueue(held.holder);
      const deletedJobFiles = isOwnTurn ? await sweepFilesOfJobs(tools) : 0;
      const report = isOwnTurn ? await repair(tools, retention) : emptyReport();
      return {
        ...report,
        droppedPartitions: [...droppedPartitions, ...runs.dropped],
        forgottenJobs,
        deletedJobFiles,
        deletedRuns: runs.deletedRuns,
        fileQueues: isOwnTurn && held !== null ? [] : queues,
      };
    },
  };
}

async function deleteAllOldJobs(db: Db, days: number): Promise<number> {
  for (let forgotten = 0; ;) {
    const { count, isMore } = await deleteOldJobs(db, days);
    forgotten += count;
    heartbeat({ forgottenJobs: forgotten });
    if (!isMore) return forgotten;
  }
}

async function sweepFilesOfJobs({ db, storageRoot: root, payloadFiles }: RepairTools): Promise<number> {
  await deleteOldPartFiles(root);
  const holder = payloadFiles.held?.holder ?? '';
  return sweepJobFiles({ db, jobFiles: createJobFiles({ root }), holder });
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
    // Only `fsck --deep` reads every byte, when a person requests it, because that reads the whole disk.
    isDeep: false,
    retention,
    isForced: false,
    onProgress: (progress) => heartbeat({ ...progress, samples: [] }),
  });
}
