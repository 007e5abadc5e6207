import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatAge } from '../../output/show-list.ts';
import { formatCounts, formatTask } from './format-tasks.ts';
import { refuseNoId } from '../../refuse-no-id.ts';
import { readQuery, type FilterOptions } from './task-filters.ts';

/** Shows the number of tasks by role and status. */
export async function countTasks(
  { json, ...options }: FilterOptions & { json?: true },
  command: Command,
): Promise<void> {
  const counted = await withApi(command, async (api) => {
    const query = await readQuery(api, options);
    return answerOf(api.GET('/api/tasks/counts', { params: { query } }));
  });
  process.stderr.write(formatAge(counted));
  answer(counted, { json }, formatCounts);
}

/** Shows everything known about one task. */
export async function showTask(id: string, options: { json?: true }, command: Command): Promise<void> {
  refuseNoId('task', id);
  const parameters = { path: { id }, query: { details: 'true' } } as const;
  const detail = await withApi(command, (api) =>
    answerOf(api.GET('/api/tasks/{id}', { params: parameters })),
  );
  answer(detail, options, formatTask);
}
