import { createRunJobActivities } from '../activities/run-job.ts';
import type { Environment } from '../config/environment.ts';
import { storageSettings } from '../config/storage-settings.ts';
import type { Db } from '../db/connect.ts';
import type { AnyPlatform, FileSession, RequestPacing, SessionPorts } from '../egress/session.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import { createJobFiles } from '../storage/job-files.ts';

interface JobTools {
  environment: Environment;
  db: Db;
  jobTypes: JobTypes;
  /** This worker's name in the ledger. */
  worker: string;
}

/** Creates the job activity. A job may request a site that is no platform, and such a site has no switch to pause it. */
export function jobActivities(
  { db, jobTypes, environment, worker }: JobTools,
  sessions: Omit<SessionPorts<AnyPlatform, FileSession>, 'admit'>,
  pacing: RequestPacing,
): object {
  const { root, held } = storageSettings(environment);
  return createRunJobActivities({
    db,
    jobTypes,
    sessions: {
      ...sessions,
      admit: async (platform) => (platform === null ? undefined : pacing.admit(platform)),
    },
    jobFiles: createJobFiles({ root }),
    holder: held?.holder ?? '',
    downloadBytesMax: environment.JOB_DOWNLOAD_BYTES_MAX,
    resultBytesMax: environment.JOB_RESULT_BYTES_MAX,
    worker,
  });
}
