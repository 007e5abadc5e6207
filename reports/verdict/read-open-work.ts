import type { Db } from '../../db/connect.ts';
import { countScheduled, type ScheduledTasks } from '../../db/queries/overview-figures.ts';
import { countOpenJobs } from '../../db/queries/run-counts.ts';
import { RETRY_ID_PREFIX } from '../../temporal-config/workflow-ids.ts';
import { countAllTasks } from '../list-tasks.ts';

/** Open tasks and jobs, read once: the overview shows these numbers, and its sentences count from them. */
export interface OpenWork {
  tasks: OpenCounts;
  jobs: OpenCounts;
  /** More tasks wait than were counted. */
  hasMorePending: boolean;
  /** Those of the pending tasks that wait for their time. */
  scheduled: ScheduledTasks;
}

interface OpenCounts {
  pending: number;
  running: number;
}

/** Counts the open tasks and jobs. */
export async function readOpenWork(db: Db): Promise<OpenWork> {
  const [{ counts, more }, jobs, scheduled] = await Promise.all([
    countAllTasks(db, { statuses: ['pending', 'claimed', 'running', 'stale'] }),
    countOpenJobs(db),
    countScheduled(db, RETRY_ID_PREFIX),
  ]);
  return {
    tasks: { pending: counts.pending, running: counts.claimed + counts.running + counts.stale },
    jobs,
    hasMorePending: more.includes('pending'),
    scheduled,
  };
}
