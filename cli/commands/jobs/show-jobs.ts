import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { RunOrder } from '../../../domain/run-list.ts';
import { formatAge } from '../../api/format-age.ts';
import { readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { moreThan, refuseOrder } from '../../run-filters.ts';
import { formatJob, formatJobs, formatTypes } from './format-jobs.ts';
import { queryOf, type FilterOptions } from './job-filters.ts';
import { refuseNoId } from './refuse-no-id.ts';

/** Lists jobs, the newest first unless another order is asked for. */
export async function listJobs(
  { limit, json, sort, order, ...options }: FilterOptions & RunOrder & { limit: number; json?: true },
  command: Command,
): Promise<void> {
  const filter = { ...queryOf(options), sort, order };
  refuseOrder({ sort, order }, options.status);
  const { items, hasMore, page } = await withApi(command, (api) =>
    readPages(limit, (part) => answerOf(api.GET('/api/jobs', { params: { query: { ...filter, ...part } } }))),
  );
  process.stderr.write(formatAge(page));
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatJobs(items));
  if (hasMore) process.stderr.write(moreThan(limit, { sort, order }));
}

/** Shows all that is known of one job. */
export async function showJob(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId(id);
  const detail = await withApi(command, (api) =>
    answerOf(api.GET('/api/jobs/{id}', { params: { path: { id } } })),
  );
  process.stdout.write(json === true ? `${JSON.stringify(detail)}\n` : formatJob(detail));
}

/** Shows the types that the API starts. */
export async function showTypes({ json }: { json?: true }, command: Command): Promise<void> {
  const { items } = await withApi(command, (api) => answerOf(api.GET('/api/job-types')));
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatTypes(items));
}
