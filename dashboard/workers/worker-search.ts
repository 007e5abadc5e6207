import type { Worker, WorkerCounts, WorkerStatus } from '../server/workers-api.ts';

/** A silent worker is listed only as silent, whatever status it reported last. */
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

/** The query parameters for the API. */
export function filterOf({ status }: WorkerSearch): Record<string, string> {
  if (status === 'all') return {};
  return { status: status ?? LISTED.join(',') };
}

/** The number of workers of a choice. @param choice absent: live workers */
export function countOf(counts: WorkerCounts, choice: WorkerSearch['status']): number {
  const shown =
    choice === undefined ? LISTED : choice === 'all' ? (Object.keys(counts) as Standing[]) : [choice];
  return shown.reduce((sum, status) => sum + counts[status], 0);
}

/** Whether a worker's process runs, as far as is known. */
export function isLiving({ status }: Pick<Worker, 'status'>): boolean {
  return LIVING.includes(status);
}

/** Whether a worker was asked to stop but has not begun to; it may still take new tasks. */
export function isAskedToStop(worker: Pick<Worker, 'status' | 'decommission_requested_at'>): boolean {
  return isLiving(worker) && worker.status !== 'draining' && worker.decommission_requested_at !== null;
}
