import type { Command } from 'commander';
import { describeJobTypes } from '../../../jobs/describe-job-types.ts';
import type { RunOrder } from '../../../domain/run-list.ts';
import { toJob, toJobDetail } from '../../../reports/job-answer.ts';
import { listJobs as readJobs } from '../../../reports/list-jobs.ts';
import { jobFilterOf } from '../../../temporal-config/run-query.ts';
import { moreThan, refuseOrder } from '../../run-filters.ts';
import { withLedger } from '../../with-ledger.ts';
import { withServers } from '../../with-servers.ts';
import { queryOf, type FilterOptions } from './job-filters.ts';
import { tellDetail, tellJobs, tellTypes } from './tell-jobs.ts';
import { findJob, loadTypes } from './with-jobs.ts';

/** Shows jobs, the newest first unless another order is asked for. */
export async function listJobs(
  { limit, json, sort, order, ...options }: FilterOptions & RunOrder & { limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  const filter = jobFilterOf(queryOf(options));
  refuseOrder({ sort, order }, options.status);
  const page = { after: null, limit, order: { sort, order } };
  const { items, next } = await withLedger(command, ({ db }) => readJobs(db, filter, page));
  const jobs = items.map(toJob);
  if (json === true) say(JSON.stringify(jobs));
  else if (jobs.length === 0) say('There are none.');
  else process.stdout.write(tellJobs(jobs));
  if (next !== null) process.stderr.write(moreThan(limit, { sort, order }));
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
