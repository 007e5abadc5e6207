import { setCurrentDetails } from '@temporalio/workflow';
import type { SweepResult } from '../activities/sweep-storage.ts';
import { sweepActivities } from './activity-proxies.ts';

/** Keeps the storage in order: partitions, retention, files without rows and rows without files. */
export async function sweepStorage(): Promise<SweepResult> {
  const result = await sweepActivities('storage_sweep').sweepStorage();
  const { payloadsChecked, missing, corrupt, strayFiles, temporaryFiles, expired } = result;
  setCurrentDetails(
    `${payloadsChecked} payloads looked at: ${missing} missing, ${corrupt} damaged, ${expired} past their time; ${strayFiles + temporaryFiles} files were left behind`,
  );
  return result;
}
