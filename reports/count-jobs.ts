import { readBounded } from '../db/bounded-read.ts';
import type { Db } from '../db/connect.ts';
import { COUNTED_MAX } from '../db/queries/run-counts.ts';
import { readLedgerAge, type LedgerAge } from '../db/queries/runs.ts';
import { countShownRuns } from '../db/queries/shown-runs.ts';
import { JOB_STATUSES, type JobStatus } from '../domain/job.ts';
import { runsOfJobs, type JobFilter } from '../domain/run-filter.ts';

/** How many jobs there are of each status. */
export interface CountedJobs extends LedgerAge {
  counts: Record<JobStatus, number>;
  /** Statuses of which there are more than `COUNTED_MAX`. */
  more: JobStatus[];
}

/**
 * Counts jobs by status, of each up to `COUNTED_MAX`.
 * @throws ReadTooBroad
 */
export async function countJobs(
  db: Db,
  { statuses = JOB_STATUSES, ...filter }: JobFilter,
): Promise<CountedJobs> {
  const [age, counted] = await Promise.all([
    readLedgerAge(db),
    readBounded(db, async (tx, checkTime) => {
      const found: [JobStatus, number][] = [];
      for (const status of statuses) {
        const runs = runsOfJobs({ ...filter, statuses: [status] });
        found.push([status, await countShownRuns(tx, runs, { limit: COUNTED_MAX + 1, checkTime })]);
        checkTime();
      }
      return found;
    }),
  ]);
  const none = JOB_STATUSES.map((status) => [status, 0]);
  const counts = counted.map(([status, count]) => [status, Math.min(count, COUNTED_MAX)]);
  return {
    counts: Object.fromEntries([...none, ...counts]) as Record<JobStatus, number>,
    more: counted.filter(([, count]) => count > COUNTED_MAX).map(([status]) => status),
    ...age,
  };
}
