import type { Worker, WorkerCounts, WorkerStatus } from '../server/workers-api.ts';

/** A worker that is silent is listed as that alone, whatever it said last. */
type Standing = keyof WorkerCounts;

/** Statuses of workers whose process runs. */
const LIVING: readonly WorkerStatus[] = ['active', 'backing_off', 'draining'];

/** Those that live. */
const LISTED: readonly Standing[] = ['silent', ...LIVING];

/** What the list may be narrowed to, besides those that live. */
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

/** What the address of the page says. */
export interface WorkerSearch {
  /** Absent: those that live. */
  status?: (typeof CHOICES)[number];
}

/** Reads an address; what is not understood is as if it were absent. */
export function readWorkerSearch({ status }: Record<string, unknown>): WorkerSearch {
  const known = CHOICES.find((choice) => choice === status);
  return known === undefined ? {} : { status: known };
}

/** What the API is asked for. */
export function filterOf({ status }: WorkerSearch): Record<string, string> {
  if (status === 'all') return {};
  return { status: status ?? LISTED.join(',') };
}

/** How many workers a choice shows. @param choice absent: those that live */
export function countOf(counts: WorkerCounts, choice: WorkerSearch['status']): number {
  const shown =
    choice === undefined ? LISTED : choice === 'all' ? (Object.keys(counts) as Standing[]) : [choice];
  return shown.reduce((sum, status) => sum + counts[status], 0);
}

/** Whether the process of a worker runs, as far as is known. */
export function isLiving({ status }: Pick<Worker, 'status'>): boolean {
  return LIVING.includes(status);
}

/** Whether a worker was asked to stop and has not said that it does: it may take new tasks. */
export function isAskedToStop(worker: Pick<Worker, 'status' | 'decommission_requested_at'>): boolean {
  return isLiving(worker) && worker.status !== 'draining' && worker.decommission_requested_at !== null;
}
