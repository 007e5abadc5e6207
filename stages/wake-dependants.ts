import type { Db } from '../db/connect.ts';
import { findDependants, endWaits } from '../db/queries/job-dependencies.ts';

export interface JobWaitTools {
  db: Db;
  /**
   * Signals a job that what it waits for has changed; false if it has closed. The worker passes this function in, because the worker
   * holds the Temporal client.
   */
  wakeJob: (id: string) => Promise<boolean>;
}

/** Wakes the jobs that wait for the end of a job. A second call wakes the same jobs again, unless they wait no more. */
export async function wakeDependants({ db, wakeJob }: JobWaitTools, id: string): Promise<void> {
  for (const dependant of await findDependants(db, id))
    if (!(await wakeJob(dependant))) await endWaits(db, dependant);
}
