import type { Db } from '../db/connect.ts';
import { closeJob } from '../db/queries/job-runs.ts';
import type { ClosedJobStatus } from '../domain/job.ts';
import { callingJob, type JobTask } from '../stages/calling-job.ts';

/** How a job ended that did not complete. */
export interface JobEnd {
  task: JobTask;
  status: Exclude<ClosedJobStatus, 'completed'>;
  reason: string;
}

/** Activities that write how a job ended when its own attempt could not. */
export function createRecordJobEndActivities({ db }: { db: Db }) {
  return {
    /** Closes the calling job, whether it had begun or not; one that is closed stays as it is. */
    async recordJobEnd({ task, status, reason }: JobEnd): Promise<void> {
      await closeJob(db, callingJob(task), { status, reason });
    },
  };
}
