import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { isLive } from '../../../domain/worker.ts';
import { formatFacts } from '../../output/format-facts.ts';
import { momentOf } from '../../output/format-time.ts';
import { formatTable } from '../../output/format-table.ts';
import { TASK_COLUMNS } from '../tasks/format-tasks.ts';
import { formatPodMemory } from './format-pods.ts';
import { formatDisk, formatSlots, formatStatus, formatTrend } from './format-worker.ts';

type Worker = Schemas['Worker'];

interface BusyWorker extends Worker {
  tasks: Schemas['ListedTask'][];
}

/** Reads a worker and its current tasks. */
export async function readWorker(api: ApiClient, id: string): Promise<BusyWorker> {
  const worker = await answerOf(api.GET('/api/worker-registry/{id}', { params: { path: { id } } }));
  const ids = worker.current_task_ids.join(',');
  if (ids === '') return { ...worker, tasks: [] };
  const { items } = await answerOf(api.GET('/api/tasks', { params: { query: { ids } } }));
  return { ...worker, tasks: items };
}

/** Formats everything known about a worker, a line for each fact, then its tasks. */
export function formatWorker({ tasks, ...worker }: BusyWorker): string {
  return `${formatFacts(factsOf(worker))}\n${formatTable(TASK_COLUMNS, tasks) || 'There are none.'}`;
}

function factsOf(worker: Worker): [name: string, words: string | null][] {
  const { resources } = worker;
  // What a worker used and served before it ended would read as if it lived.
  const used: [name: string, words: string | null][] = [
    ['tasks', `${worker.active_task_count} of ${worker.max_concurrent_tasks}`],
    ['memory', formatPodMemory(resources)],
    ['memory trend', formatTrend(worker)],
    ['cpu', `${resources.cpu_percent}%`],
    ['disk', formatDisk(worker)],
    ['queues', formatSlots(worker)],
  ];
  return [
    ['worker', worker.worker_id],
    ['name', worker.friendly_name],
    ['pod', worker.pod_name],
    ['role', worker.role],
    ['status', formatStatus(worker)],
    ...(isLive(worker.status) ? used : []),
    ['started', momentOf(worker.started_at)],
    ['last heartbeat', momentOf(worker.last_heartbeat_at)],
    ['version', worker.version],
  ];
}
