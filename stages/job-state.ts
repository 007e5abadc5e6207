import type { Db } from '../db/connect.ts';
import type { HeldJob } from '../db/queries/job-runs.ts';
import { findJobState, saveJobState } from '../db/queries/job-state.ts';
import { CrawlError } from '../domain/errors.ts';
import { jobJsonFault } from '../domain/job.ts';
import type { JobState } from '../jobs/job-type.ts';

const STATE_BYTES_MAX = 65_536;

/** Opens what the runs of a job keep for the next ones. @param signal from its abort on, nothing is set */
export function openJobState(db: Db, held: HeldJob, signal: AbortSignal): JobState {
  return {
    get: () => findJobState(db, held),
    async set(value) {
      signal.throwIfAborted();
      const fault = jobJsonFault({ state: value ?? null }, STATE_BYTES_MAX);
      if (fault !== null) throw new CrawlError('InvalidInput', `The state of a job ${fault}.`);
      await saveJobState(db, held, value ?? null);
    },
  };
}
