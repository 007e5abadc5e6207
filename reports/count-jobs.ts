import { readBounded } from '../db/bounded-read.ts';
import type { Db } from '../db/connect.ts';
import type { RunPosition } from '../db/queries/run-order.ts';
import { COUNTED_MAX } from '../domain/run-list.ts';
import { readLedgerAge, type LedgerAge, type ListedRun } from '../db/queries/runs.ts';
import { countShownRuns, listShownRuns } from '../db/queries/shown-runs.ts';
import { jobOf } from './job.ts';
import { JOB_STATUSES, type JobStatus } from '../domain/job.ts';
import { runsOfJobs, type JobFilter } from '../domain/run-filter.ts';

/** How many jobs there are of each status. */
export interface CountedJobs extends LedgerAge {
  counts: Record<JobStatus, number>;
  /** Statuses with more than `COUNTED_MAX` jobs. */
  more: JobStatus[];
}

/**
 * Counts jobs by status, up to `COUNTED_MAX` each.
 * @throws ReadTooBroad
 */
export async function countJobs(
  db: Db,
  { statuses = JOB_STATUSES, ...filter }: JobFilter,
): Promise<CountedJobs> {
  const [age, counted] = await Promise.all([
    readLedgerAge(db),
    readBounded(db, (tx, checkTime) =>
      filter.search === undefined
        ? countEach(tx, { ...filter, statuses }, checkTime)
        : countFound(tx, { ...filter, statuses }, checkTime),
    ),
  ]);
  const none = JOB_STATUSES.map((status) => [status, 0]);
  const counts = counted.map(([status, count]) => [status, Math.min(count, COUNTED_MAX)]);
  return {
    counts: Object.fromEntries([...none, ...counts]) as Record<JobStatus, number>,
    more: counted.filter(([, count]) => count > COUNTED_MAX).map(([status]) => status),
    ...age,
  };
}

type Asked = JobFilter & { statuses: readonly JobStatus[] };

/** Counts each status by an index, up to one more than `COUNTED_MAX`. */
async function countEach(tx: Db, requested: Asked, checkTime: () => void): Promise<[JobStatus, number][]> {
  const found: [JobStatus, number][] = [];
  for (const status of requested.statuses) {
    const runs = runsOfJobs({ ...requested, statuses: [status] });
    found.push([status, await countShownRuns(tx, runs, { limit: COUNTED_MAX + 1, checkTime })]);
    checkTime();
  }
  return found;
}

/**
 * Counts the results of a search. A search scans row by row, so all statuses are counted in one pass; a status with enough
 * rows is left out of the rest.
 */
async function countFound(tx: Db, requested: Asked, checkTime: () => void): Promise<[JobStatus, number][]> {
  const found = new Map(requested.statuses.map((status) => [status, 0]));
  const limit = COUNTED_MAX + 1;
  for (let after: RunPosition | null = null, statuses = requested.statuses; statuses.length > 0;) {
    const runs = runsOfJobs({ ...requested, statuses });
    const page: ListedRun[] = await listShownRuns(tx, runs, { after, limit, checkTime });
    for (const { run } of page) {
      const { status } = jobOf(run);
      found.set(status, (found.get(status) ?? 0) + 1);
    }
    after = page.at(-1)?.place ?? null;
    if (page.length < limit) break;
    statuses = statuses.filter((status) => (found.get(status) ?? 0) <= COUNTED_MAX);
    checkTime();
  }
  return [...found];
}
