import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { isLive, LIVE_STATUSES } from '../../../domain/worker.ts';
import { readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatTable } from '../../format-table.ts';
import { formatPods, memoryInWords } from './format-pods.ts';
import { formatSlots, formatStatus } from './format-worker.ts';

/** Shows the workers of the registry. */
export async function listWorkers(
  { all, json }: { all?: true; json?: true },
  command: Command,
): Promise<void> {
  const filter = all === true ? {} : { status: [...LIVE_STATUSES, 'silent'].join(',') };
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
  const { resources } = worker;
  return [
    worker.worker_id,
    worker.friendly_name,
    worker.pod_name,
    formatStatus(worker),
    `${worker.active_task_count}/${worker.max_concurrent_tasks}`,
    memoryInWords(resources),
    `${resources.cpu_percent}%`,
    formatSlots(worker),
    `${Math.max(Math.round((now - Date.parse(worker.last_heartbeat_at)) / 1_000), 0)} s ago`,
    worker.version,
  ];
}
