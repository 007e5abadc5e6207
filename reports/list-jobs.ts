import type { Db } from '../db/connect.ts';
import { runsOfJobs, type JobFilter } from '../domain/run-filter.ts';
import { jobOf, type Job } from './job.ts';
import { pageOfRuns, type RequestedPage, type LedgerPage } from './list-tasks.ts';

/**
 * Lists one page of jobs, the newest first unless the page names another order.
 * @throws ReadTooBroad
 */
export async function listJobs(db: Db, filter: JobFilter, page: RequestedPage): Promise<LedgerPage<Job>> {
  return pageOfRuns(db, runsOfJobs(filter), { ...page, itemOf: jobOf });
}
