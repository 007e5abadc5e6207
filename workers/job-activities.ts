import type { Client } from '@temporalio/client';
import { createRunJobActivities } from '../activities/run-job.ts';
import { allowedPrivateHosts } from '../config/address-settings.ts';
import type { Environment } from '../config/environment.ts';
import { storageSettings } from '../config/storage-settings.ts';
import type { Db } from '../db/connect.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import type { RequestPacing } from '../egress/session.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { Log } from '../observability/log.ts';
import type { JobRunTools } from '../stages/job-run.ts';
import type { JobWaitTools } from '../stages/pass-job-on.ts';
import { createToolRunner } from '../stages/run-tool.ts';
import { createJobFiles } from '../storage/job-files.ts';
import { startJob } from '../temporal-client/job-control.ts';
import { wakeJob } from '../temporal-client/store-waits.ts';
import { hiddenFromTools } from './hidden-from-tools.ts';

interface WakingTools {
  environment: Environment;
  db: Db;
  client: Client;
  log: Log;
}

interface JobTools extends WakingTools {
  passwordSeal: PasswordSeal;
  jobTypes: JobTypes;
  /** This worker's name in the ledger. */
  worker: string;
}

/** Returns the dependencies for waking jobs that wait for others. */
export function jobWaitTools({ db, client, log, environment }: WakingTools): JobWaitTools {
  return {
    db,
    platformLimits: environment.JOBS_PER_PLATFORM ?? {},
    wakeJob: (id) =>
      wakeJob(client, id, (err) =>
        log.warn({ err, job: id }, 'could not signal a job that waits for others; it checks by itself'),
      ),
  };
}

/** Creates the job activity. A job may request a site that is no platform, and such a site has no switch to pause it. */
export function jobActivities(
  tools: JobTools,
  sessions: Omit<JobRunTools['sessions'], 'admit'>,
  pacing: RequestPacing,
): object {
  const { passwordSeal, jobTypes, environment, worker } = tools;
  const { root, held } = storageSettings(environment);
  return createRunJobActivities({
    ...jobWaitTools(tools),
    passwordSeal,
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
    runTool: createToolRunner({
      isolation: environment.JOB_ISOLATION,
      memoryMb: environment.JOB_MEMORY_MB,
      hidden: hiddenFromTools(environment),
      addressPolicy: { allowedPrivateHosts: allowedPrivateHosts(environment) },
    }),
    startJob: (input, names) => startJob(tools.client, input, names),
  });
}
