import type { Command } from 'commander';
import { listPods, listWorkers as loadList, type ListedWorker } from '../../../db/queries/worker-registry.ts';
import { clockFault, isLive } from '../../../domain/worker.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatPods, memoryInWords } from './format-pods.ts';

/** Shows the workers of the registry. */
export async function listWorkers(
  { all, json }: { all?: boolean; json?: boolean },
  command: Command,
): Promise<void> {
  const [known, pods] = await withDatabase(
    command,
    async ({ db }) => [await loadList(db), await listPods(db)] as const,
  );
  const workers = known.filter(({ status }) => all === true || isLive(status));
  if (json) {
    process.stdout.write(`${JSON.stringify(workers)}\n`);
    return;
  }
  if (workers.length === 0) {
    process.stdout.write('No worker lives.\n');
    return;
  }
  const now = Date.now();
  const table = formatTable(
    HEADER,
    workers.map((worker) => rowOf(worker, now)),
  );
  const podTable = formatPods(pods);
  process.stdout.write(podTable === '' ? table : `${table}\n${podTable}`);
}

const HEADER = [
  'worker',
  'name',
  'pod',
  'status',
  'tasks',
  'memory',
  'cpu',
  'queues',
  'heartbeat',
  'version',
];

function rowOf(worker: ListedWorker, now: number): string[] {
  const { resources, queues } = worker;
  return [
    worker.worker_id,
    worker.friendly_name,
    worker.pod_name,
    statusInWords(worker),
    `${worker.active_task_count}/${worker.max_concurrent_tasks}`,
    memoryInWords(resources),
    `${resources.cpu_percent}%`,
    queues.map(({ queue, slots }) => `${queue} ${slots}`).join(', '),
    `${Math.max(Math.round((now - worker.last_heartbeat_at.getTime()) / 1_000), 0)} s ago`,
    worker.version,
  ];
}

function statusInWords(worker: ListedWorker): string {
  const rival = worker.rival_pod_name;
  const clock = clockFault(worker);
  return [
    doingInWords(worker),
    ...askedInWords(worker),
    ...(clock === null ? [] : [clock]),
    ...(rival === null ? [] : [`its id is used in pod ${rival} too`]),
  ].join(', ');
}

function doingInWords({ status, resources, counts_as_lost_at: lostAt }: ListedWorker): string {
  if (lostAt !== null) return 'silent';
  return status === 'backing_off' ? `backing off: ${resources.backoff_reason}` : status;
}

function askedInWords(worker: ListedWorker): string[] {
  const {
    decommission_requested_at: askedAt,
    decommission_requested_by: by,
    decommission_reason: reason,
  } = worker;
  if (askedAt === null) return [];
  const because = reason === null ? '' : `: ${reason}`;
  return [withoutControls(`asked to stop${by === null ? '' : ` by ${by}`}${because}`)];
}
