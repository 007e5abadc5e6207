import type { Db } from '../../db/connect.ts';
import { countScheduled, type ScheduledTasks } from '../../db/queries/overview-figures.ts';
import { countImageStages, countOpenJobs, type OpenCounts } from '../../db/queries/run-counts.ts';
import { RETRY_ID_PREFIX } from '../../temporal-config/workflow-ids.ts';
import { countAllTasks } from '../list-tasks.ts';

/** Counts of open tasks and jobs. They are read once, so that the overview's numbers and its sentences agree. */
export interface OpenWork {
  tasks: OpenCounts;
  jobs: OpenCounts;
  /** The tasks that download images. They count for no role. */
  images: OpenCounts;
  /** Whether more tasks wait than were counted. */
  hasMorePending: boolean;
  /** The pending tasks that wait for their scheduled time. */
  scheduled: ScheduledTasks;
}

/** Counts the open tasks and jobs. */
export async function readOpenWork(db: Db): Promise<OpenWork> {
  const [{ counts, more }, jobs, images, scheduled] = await Promise.all([
    countAllTasks(db, { statuses: ['pending', 'claimed', 'running', 'stale'] }),
    countOpenJobs(db),
    countImageStages(db),
    countScheduled(db, RETRY_ID_PREFIX),
  ]);
  return {
    tasks: { pending: counts.pending, running: counts.claimed + counts.running + counts.stale },
    jobs,
    images,
    hasMorePending: more.includes('pending'),
    scheduled,
  };
}
