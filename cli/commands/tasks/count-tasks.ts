import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatAge } from '../../output/show-list.ts';
import { formatCounts } from './format-tasks.ts';
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
