import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { RunOrder } from '../../../domain/run-list.ts';
import { formatAge } from '../../api/format-age.ts';
import { readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { moreThan, refuseOrder } from '../../run-filters.ts';
import { formatCounts, formatTask, formatTasks } from './format-tasks.ts';
import { refuseNoId } from './refuse-no-id.ts';
import { readQuery, type FilterOptions } from './task-filters.ts';

/** Lists tasks, the newest first unless another order is asked for. */
export async function listTasks(
  { limit, json, sort, order, ...options }: FilterOptions & RunOrder & { limit: number; json?: true },
  command: Command,
): Promise<void> {
  refuseOrder({ sort, order }, options.status);
  const { items, hasMore, page } = await withApi(command, async (api) => {
    const filter = await readQuery(api, options);
    return readPages(limit, (part) =>
      answerOf(api.GET('/api/tasks', { params: { query: { ...filter, sort, order, ...part } } })),
    );
  });
  process.stderr.write(formatAge(page));
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatTasks(items));
  if (hasMore) process.stderr.write(moreThan(limit, { sort, order }));
}

/** Shows how many tasks there are of each role and status. */
export async function countTasks(
  { json, ...options }: FilterOptions & { json?: true },
  command: Command,
): Promise<void> {
  const counted = await withApi(command, async (api) => {
    const query = await readQuery(api, options);
    return answerOf(api.GET('/api/tasks/counts', { params: { query } }));
  });
  process.stderr.write(formatAge(counted));
  process.stdout.write(json === true ? `${JSON.stringify(counted)}\n` : formatCounts(counted));
}

/** Shows all that is known of one task. */
export async function showTask(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId(id);
  const parameters = { path: { id }, query: { details: 'true' } } as const;
  const detail = await withApi(command, (api) =>
    answerOf(api.GET('/api/tasks/{id}', { params: parameters })),
  );
  process.stdout.write(json === true ? `${JSON.stringify(detail)}\n` : formatTask(detail));
}
