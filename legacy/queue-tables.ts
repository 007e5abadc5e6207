import type { Columns } from './legacy-tables.ts';
import { firstColumn } from './legacy-tables.ts';

// The known queue tables of the legacy systems: every column of `worker_tasks` and `task_schedules`, and only the names of the
// others.

/** Queues: each row is a piece of work. */
export const QUEUES = ['worker_tasks', 'dispensary_crawl_jobs'] as const;
/** Schedules: each row is work that repeats at intervals. */
export const SCHEDULES = ['task_schedules', 'job_schedules'] as const;
/** Tables that are only written. */
export const LOGS = ['job_run_logs'] as const;

export const QUEUE_TABLES: readonly string[] = [...QUEUES, ...SCHEDULES, ...LOGS];

/** Statuses of work that has not begun; the old system would requeue stale work. */
export const WAITING = ['pending', 'queued', 'stale'];
/** Statuses of work that an old worker is doing. */
export const UNDER_WAY = ['claimed', 'running', 'in_progress', 'processing'];

/** Returns the column that enables a schedule; null: there is none. */
export function switchOf(columns: Columns): string | null {
  return firstColumn(columns, ['enabled', 'is_active', 'is_enabled', 'active'], (type) => type === 'boolean');
}

/** Returns the column that names a schedule for people; null: there is none. */
export function nameOf(columns: Columns): string | null {
  return firstColumn(columns, ['name', 'job_name', 'id']);
}
