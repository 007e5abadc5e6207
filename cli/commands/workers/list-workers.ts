import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { clockFault, isLive, LIVE_STATUSES } from '../../../domain/worker.ts';
import { readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { timeOf } from '../../tell-time.ts';
import { formatTable } from '../../format-table.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatPods, memoryInWords } from './format-pods.ts';

/** Shows the workers of the registry. */
export async function listWorkers(
  { all, json }: { all?: true; json?: true },
  command: Command,
): Promise<void> {
  const filter = all === true ? {} : { status: LIVE_STATUSES.join(',') };
  const { known, pods } = await withApi(command, async (api) => ({
    known: await readPages(Number.POSITIVE_INFINITY, (page) =>
      answerOf(api.GET('/api/worker-registry', { params: { query: { ...filter, ...page } } })),
    ),
    pods: (await answerOf(api.GET('/api/worker-registry/pods'))).items,
  }));
  const workers = known.items.toSorted(
    (one, other) => Number(isLive(other.status)) - Number(isLive(one.status)),
  );
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

type Worker = Schemas['Worker'];

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

function rowOf(worker: Worker, now: number): string[] {
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
    `${Math.max(Math.round((now - Date.parse(worker.last_heartbeat_at)) / 1_000), 0)} s ago`,
    worker.version,
  ];
}

function statusInWords(worker: Worker): string {
  const rival = worker.rival_pod_name;
  const clock = clockFault(worker);
  return [
    doingInWords(worker),
    ...askedInWords(worker),
    ...formerInWords(worker),
    ...(clock === null ? [] : [clock]),
    ...(rival === null ? [] : [`its id is used in pod ${rival} too`]),
  ].join(', ');
}

function doingInWords({ status, resources, counts_as_lost_at: lostAt }: Worker): string {
  if (lostAt !== null) return 'silent';
  return status === 'backing_off' ? `backing off: ${resources.backoff_reason}` : status;
}

function askedInWords(worker: Worker): string[] {
  const {
    decommission_requested_at: askedAt,
    decommission_requested_by: by,
    decommission_reason: reason,
  } = worker;
  return askedAt === null ? [] : [requestInWords('asked to stop', by, reason)];
}

/** Of the process before it under the same id. */
function formerInWords(worker: Worker): string[] {
  const {
    former_decommission_at: askedAt,
    former_decommission_by: by,
    former_decommission_reason: reason,
  } = worker;
  if (askedAt === null) return [];
  return [
    requestInWords(
      `started again: the process before it was asked to stop at ${timeOf(askedAt)}`,
      by,
      reason,
    ),
  ];
}

function requestInWords(request: string, by: string | null, reason: string | null): string {
  return withoutControls(
    `${request}${by === null ? '' : ` by ${by}`}${reason === null ? '' : `: ${reason}`}`,
  );
}
