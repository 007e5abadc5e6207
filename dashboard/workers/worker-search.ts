import type { Worker, WorkerCounts, WorkerStatus } from '../server/workers-api.ts';

/** The state by which workers are counted. A silent worker counts only as silent, whatever status it reported last. */
type Standing = keyof WorkerCounts;

/** Statuses of workers whose process runs. */
const LIVING: readonly WorkerStatus[] = ['active', 'backing_off', 'draining'];

/** The default list: live workers, including silent ones. */
const LISTED: readonly Standing[] = ['silent', ...LIVING];

/** The filters of the list, besides the default. */
export const CHOICES = [
  'silent',
  'active',
  'backing_off',
  'draining',
  'lost',
  'stopped',
  'decommissioned',
  'all',
] as const satisfies readonly (Standing | 'all')[];

/** The search parameters of the page's address. */
export interface WorkerSearch {
  /** Absent: live workers. */
  status?: (typeof CHOICES)[number];
}

/** Parses an address; treats invalid values as absent. */
export function readWorkerSearch({ status }: Record<string, unknown>): WorkerSearch {
  const known = CHOICES.find((choice) => choice === status);
  return known === undefined ? {} : { status: known };
}

/** Returns the query parameters for the API. */
export function filterOf({ status }: WorkerSearch): Record<string, string> {
  if (status === 'all') return {};
  return { status: status ?? LISTED.join(',') };
}

/** Returns the number of workers that a choice lists. @param choice undefined: live workers */
export function countOf(counts: WorkerCounts, choice: WorkerSearch['status']): number {
  const shown =
    choice === undefined ? LISTED : choice === 'all' ? (Object.keys(counts) as Standing[]) : [choice];
  return shown.reduce((sum, status) => sum + counts[status], 0);
}

/** Whether a worker's process runs, as far as is known. */
export function isLiving({ status }: Pick<Worker, 'status'>): boolean {
  return LIVING.includes(status);
}

/** Whether somebody requested that a worker stop, but it has not begun to; it may still take new tasks. */
export function isAskedToStop(worker: Pick<Worker, 'status' | 'decommission_requested_at'>): boolean {
  return isLiving(worker) && worker.status !== 'draining' && worker.decommission_requested_at !== null;
}
