import { createRefreshAnalyticsActivities } from '../activities/refresh-analytics.ts';
import { createSweepStorageActivities } from '../activities/sweep-storage.ts';
import type { Environment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import type { FetchTools } from '../stages/fetch-stage.ts';

/** Creates the activities of maintenance that takes long and is not urgent. */
export function upkeepActivities(
  { db, environment }: { db: Db; environment: Environment },
  { payloadFiles, pageSpool }: FetchTools,
): object {
  return {
    ...createRefreshAnalyticsActivities({ db }),
    ...createSweepStorageActivities({
      db,
      storageRoot: environment.STORAGE_ROOT,
      payloadFiles,
      pageSpool,
      retention: {
        days: environment.PAYLOAD_RETENTION_DAYS ?? null,
        perDispensary: environment.PAYLOAD_RETENTION_COUNT ?? null,
      },
      snapshotMonths: environment.SNAPSHOT_RETENTION_MONTHS ?? null,
      jobDays: environment.JOB_RETENTION_DAYS ?? null,
      runDays: environment.RUN_RETENTION_DAYS,
      returnSeconds: environment.STORAGE_RETURN_SECONDS,
    }),
  };
}
