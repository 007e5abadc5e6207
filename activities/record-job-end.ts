import { endWaits } from '../db/queries/job-dependencies.ts';
import { closeJob } from '../db/queries/job-runs.ts';
import type { ClosedJobStatus } from '../domain/job.ts';
import { currentJob, type JobTask } from '../stages/current-job.ts';
import { passJobOn, type JobWaitTools } from '../stages/pass-job-on.ts';

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
export function createRecordJobEndActivities(tools: JobWaitTools) {
  const { db } = tools;
  return {
    /** Closes the calling job, whether or not it had started, passes its turn on, and wakes those that wait for it. A closed job stays as it is. */
    async recordJobEnd({ task, status, errorKind = USUAL_KINDS[status], reason }: JobEnd): Promise<void> {
      const run = currentJob(task);
      await closeJob(db, run, { status, errorKind, reason });
      await endWaits(db, run.id);
      await passJobOn(tools, run);
    },
  };
}
