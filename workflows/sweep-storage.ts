import { ActivityFailure, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import type { SweepResult } from '../activities/sweep-storage.ts';
import { sweepActivities } from './activity-proxies.ts';
import { requireNoInput } from './require-input.ts';

/** Maintains the storage: partitions, retention, files without rows and rows without files. */
export async function sweepStorage(...given: unknown[]): Promise<SweepResult> {
  requireNoInput('sweepStorage', given);
  const first = await sweepActivities('storage_sweep').sweepStorage();
  const queues = first.fileQueues ?? [];
  const others = await Promise.all(queues.map(sweepPod));
  const sum = others.reduce<SweepResult>(
    (total, swept) => (swept === null ? total : add(total, swept)),
    first,
  );
  const unswept = queues.filter((_, place) => others[place] === null);
  setCurrentDetails([describe(sum), ...unswept.map((queue) => `${queue} could not be swept`)].join('; '));
  return sum;
}

/**
 * Sweeps one pod. Returns null if the pod did not take or could not finish the sweep: the other pods are swept anyway, and this
 * one the next day.
 */
async function sweepPod(queue: string): Promise<SweepResult | null> {
  try {
    return await sweepActivities(`storage_sweep of ${queue}`, queue).sweepStorage();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return null;
  }
}

function add(one: SweepResult, other: SweepResult): SweepResult {
  return {
    ...one,
    payloadsChecked: one.payloadsChecked + other.payloadsChecked,
    missing: one.missing + other.missing,
    corrupt: one.corrupt + other.corrupt,
    backAgain: one.backAgain + other.backAgain,
    strayFiles: one.strayFiles + other.strayFiles,
    straysKept: one.straysKept + other.straysKept,
    temporaryFiles: one.temporaryFiles + other.temporaryFiles,
    spools: one.spools + other.spools,
    expired: one.expired + other.expired,
    samples: [...one.samples, ...other.samples],
    droppedPartitions: [...one.droppedPartitions, ...other.droppedPartitions],
    forgottenJobs: (one.forgottenJobs ?? 0) + (other.forgottenJobs ?? 0),
    deletedJobFiles: (one.deletedJobFiles ?? 0) + (other.deletedJobFiles ?? 0),
    deletedRuns: (one.deletedRuns ?? 0) + (other.deletedRuns ?? 0),
  };
}

function describe(sum: SweepResult): string {
  const { payloadsChecked, missing, corrupt, strayFiles, temporaryFiles, expired } = sum;
  return `${payloadsChecked} payloads checked: ${missing} missing, ${corrupt} damaged, ${expired} expired; ${strayFiles + temporaryFiles} files were left behind`;
}
