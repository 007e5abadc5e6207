import type { Db } from '../db/connect.ts';
import { closeJob } from '../db/queries/job-runs.ts';
import type { ClosedJobStatus } from '../domain/job.ts';
import { currentJob, type JobTask } from '../stages/current-job.ts';

/** How a job that did not complete has ended. */
export interface JobEnd {
  task: JobTask;
  status: Exclude<ClosedJobStatus, 'completed'>;
  /** Absent in workflow code of earlier versions, which only wrote the kind in front of the reason. */
  errorKind?: string;
  reason: string;
}

const USUAL_KINDS = { failed: 'Error', cancelled: 'Cancelled' } as const;

/** Creates the activities that record how a job ended when its own attempt could not. */
export function createRecordJobEndActivities({ db }: { db: Db }) {
  return {
    /** Closes the calling job, whether or not it had started. A job that is already closed stays as it is. */
    async recordJobEnd({ task, status, errorKind = USUAL_KINDS[status], reason }: JobEnd): Promise<void> {
      await closeJob(db, currentJob(task), { status, errorKind, reason });
    },
  };
}
