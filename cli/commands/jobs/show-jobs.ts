import type { Command } from 'commander';
import { describeJobTypes } from '../../../jobs/describe-job-types.ts';
import { toJob, toJobDetail } from '../../../reports/job-answer.ts';
import { createJobBook } from '../../../reports/job-book.ts';
import { withServers } from '../../with-servers.ts';
import { filterOf, type FilterOptions } from './job-filters.ts';
import { tellDetail, tellJobs, tellTypes } from './tell-jobs.ts';
import { findJob, loadTypes } from './with-jobs.ts';

/** Shows the newest jobs. */
export async function listJobs(
  { limit, json, ...options }: FilterOptions & { limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  const filter = filterOf(options);
  const { items, next } = await withServers(command, (servers) =>
    createJobBook(servers).list(filter, { after: null, limit }),
  );
  const jobs = items.map(toJob);
  if (json === true) say(JSON.stringify(jobs));
  else if (jobs.length === 0) say('There are none.');
  else process.stdout.write(tellJobs(jobs));
  if (next !== null) process.stderr.write(`There are more; these are the newest ${limit} (--limit).\n`);
}

/** Shows all that is known of one job. */
export async function showJob(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  const detail = toJobDetail(await withServers(command, (servers) => findJob(servers, id)));
  if (json === true) say(JSON.stringify(detail));
  else process.stdout.write(tellDetail(detail));
}

/** Shows the registered types; asks no server. */
export async function showTypes({ json }: { json?: boolean }): Promise<void> {
  const types = describeJobTypes(await loadTypes());
  if (json === true) say(JSON.stringify(types));
  else process.stdout.write(tellTypes(types));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
