import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeDisk } from '../../../domain/disk.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { clockFault } from '../../../domain/worker.ts';
import type { Column } from '../../output/column.ts';
import { formatPodMemory } from './format-pods.ts';
import type { Display } from '../../output/display.ts';
import { timeOf } from '../../output/format-time.ts';

type Worker = Schemas['Worker'];

/** The columns of a list of workers. */
export const WORKER_COLUMNS: readonly Column<Worker>[] = [
  { header: 'worker', value: 'worker_id', kind: 'id' },
  { header: 'name', value: 'friendly_name', isMinor: true },
  { header: 'pod', value: 'pod_name', isMinor: true },
  { header: 'status', value: formatStatus, kind: 'status' },
  { header: 'tasks', value: (worker) => `${worker.active_task_count}/${worker.max_concurrent_tasks}` },
  { header: 'memory', value: formatMemory },
  { header: 'cpu', value: ({ resources }) => `${resources.cpu_percent}%` },
  { header: 'disk', value: (worker) => formatDisk(worker) ?? '-', isMinor: true },
  { header: 'queues', value: formatSlots, isMinor: true },
  { header: 'heartbeat', value: 'last_heartbeat_at', kind: 'time' },
  { header: 'version', value: 'version', isMinor: true },
];

function formatMemory({ resources, memory_trend: trend }: Worker): string {
  return `${formatPodMemory(resources)}${trend?.is_rising === true ? ', rising' : ''}`;
}

/** Says how much memory a worker used before, and whether it has risen since; null if that is unknown. */
export function formatTrend({ memory_trend: trend }: Worker): string | null {
  // An older API gives none.
  if (!trend) return null;
  return `${trend.is_rising ? 'rising: ' : ''}was ${trend.percent}% at ${timeOf(trend.at)}`;
}

const SHORTAGES = { full: 'full', low: 'nearly full' };

/** Describes the disk that a worker reports, and whether it is short of space; null if it reports none. */
export function formatDisk({ resources: { disk }, disk_shortage: shortage }: Worker): string | null {
  if (disk === undefined) return null;
  return `${!shortage ? '' : `${SHORTAGES[shortage]}: `}${describeDisk(disk)}`;
}

/** Formats the queues that a worker serves, with its slots for each. */
export function formatSlots({ queues }: Worker): string {
  return queues.map(({ queue, slots }) => `${queue} ${slots}`).join(', ');
}

/** Describes what a worker does, requests to stop it, and what is wrong with it. */
export function formatStatus(worker: Worker, display?: Display): string {
  const rival = worker.rival_pod_name;
  const clock = clockFault(worker);
  return [
    formatWork(worker),
    ...formatRequested(worker),
    ...formatFormer(worker, display),
    ...(clock === null ? [] : [clock]),
    ...(rival === null ? [] : [`its id is used in pod ${rival} too`]),
  ].join(', ');
}

function formatWork({ status, resources, counts_as_lost_at: lostAt }: Worker): string {
  if (lostAt !== null) return 'silent';
  return status === 'backing_off' ? `backing off: ${resources.backoff_reason}` : status;
}

function formatRequested(worker: Worker): string[] {
  const {
    decommission_requested_at: requestedAt,
    decommission_requested_by: by,
    decommission_reason: reason,
  } = worker;
  return requestedAt === null ? [] : [formatRequest('asked to stop', by, reason)];
}

/** Describes the request to stop the earlier process with the same worker id; empty if nobody requested that. */
function formatFormer(worker: Worker, display: Display | undefined): string[] {
  const {
    former_decommission_at: requestedAt,
    former_decommission_by: by,
    former_decommission_reason: reason,
  } = worker;
  if (requestedAt === null) return [];
  return [
    formatRequest(
      `started again: the process before it was asked to stop at ${timeOf(requestedAt, display)}`,
      by,
      reason,
    ),
  ];
}

function formatRequest(request: string, by: string | null, reason: string | null): string {
  return withoutControls(
    `${request}${by === null ? '' : ` by ${by}`}${reason === null ? '' : `: ${reason}`}`,
  );
}
