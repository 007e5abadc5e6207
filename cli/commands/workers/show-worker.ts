import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withApi } from '../../api/with-api.ts';
import { formatFacts } from '../../format-facts.ts';
import { momentOf } from '../../tell-time.ts';
import { formatTasks } from '../tasks/format-tasks.ts';
import { memoryInWords } from './format-pods.ts';
import { formatSlots, formatStatus } from './format-worker.ts';

type Worker = Schemas['Worker'];

/** Shows a worker, and the tasks that it has in hand. */
export async function showWorker(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  const { worker, tasks } = await withApi(command, async (api) => {
    const known = await answerOf(api.GET('/api/worker-registry/{id}', { params: { path: { id } } }));
    const ids = known.current_task_ids.join(',');
    if (ids === '') return { worker: known, tasks: [] };
    const found = await answerOf(api.GET('/api/tasks', { params: { query: { ids } } }));
    return { worker: known, tasks: found.items };
  });
  if (json === true) {
    process.stdout.write(`${JSON.stringify({ ...worker, tasks })}\n`);
    return;
  }
  process.stdout.write(`${formatFacts(factsOf(worker))}\n${formatTasks(tasks)}`);
}

function factsOf(worker: Worker): [name: string, words: string | null][] {
  const { resources } = worker;
  return [
    ['worker', worker.worker_id],
    ['name', worker.friendly_name],
    ['pod', worker.pod_name],
    ['role', worker.role],
    ['status', formatStatus(worker)],
    ['tasks', `${worker.active_task_count} of ${worker.max_concurrent_tasks}`],
    ['memory', memoryInWords(resources)],
    ['cpu', `${resources.cpu_percent}%`],
    ['queues', formatSlots(worker)],
    ['started', momentOf(worker.started_at)],
    ['last heartbeat', momentOf(worker.last_heartbeat_at)],
    ['version', worker.version],
  ];
}
