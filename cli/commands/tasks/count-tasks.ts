import type { OptionValues } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { filtersOf } from '../../api/filters-of.ts';
import { formatAge } from '../../output/show-list.ts';

/** Counts the tasks that match the options, by role and status. */
export async function countTasks(
  api: ApiClient,
  _: [],
  options: OptionValues,
): Promise<Schemas['TaskCounts']> {
  const query = await filtersOf(options, api);
  const counted = await answerOf(api.GET('/api/tasks/counts', { params: { query } }));
  process.stderr.write(formatAge(counted));
  return counted;
}
