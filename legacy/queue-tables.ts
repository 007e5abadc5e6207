import type { Columns } from './legacy-tables.ts';
import { firstColumn } from './legacy-tables.ts';

// What is known of the tables in which the systems before kept their queue: of `worker_tasks` and `task_schedules` every column,
// of the others the names alone.

/** Queues: a row is a piece of work. */
export const QUEUES = ['worker_tasks', 'dispensary_crawl_jobs'] as const;
/** A row is something that is done at intervals. */
export const SCHEDULES = ['task_schedules', 'job_schedules'] as const;
/** Written only. */
export const LOGS = ['job_run_logs'] as const;

export const QUEUE_TABLES: readonly string[] = [...QUEUES, ...SCHEDULES, ...LOGS];

/** Work that nobody has begun; what is stale would have been put back. */
export const WAITING = ['pending', 'queued', 'stale'];
/** Work that an old worker is at. */
export const UNDER_WAY = ['claimed', 'running', 'in_progress', 'processing'];

/** The column that says whether a schedule runs. */
export function switchOf(columns: Columns): string | null {
  return firstColumn(columns, ['enabled', 'is_active', 'is_enabled', 'active'], (type) => type === 'boolean');
}

/** The column by which people know a schedule. */
export function nameOf(columns: Columns): string | null {
  return firstColumn(columns, ['name', 'job_name', 'id']);
}
