import type { Command } from 'commander';
import type { RunOrder } from '../../../domain/run-list.ts';
import { countAllTasks, listTasks as readTasks } from '../../../reports/list-tasks.ts';
import { toAge, toDetail, toTask } from '../../../reports/task-answer.ts';
import { taskFilterOf } from '../../../temporal-config/run-query.ts';
import { moreThan, refuseOrder } from '../../run-filters.ts';
import { withLedger } from '../../with-ledger.ts';
import { withServers } from '../../with-servers.ts';
import { queryOf, type FilterOptions } from './task-filters.ts';
import { tellCounts, tellDetail, tellTasks } from './tell-tasks.ts';
import { findTask } from './with-tasks.ts';

/** Shows tasks, the newest first unless another order is asked for. */
export async function listTasks(
  { limit, json, sort, order, ...options }: FilterOptions & RunOrder & { limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  refuseOrder({ sort, order }, options.status);
  const { items, next } = await withLedger(command, async ({ db }) =>
    readTasks(db, taskFilterOf(await queryOf(db, options)), { after: null, limit, order: { sort, order } }),
  );
  if (json === true) say(JSON.stringify(items.map(toTask)));
  else if (items.length === 0) say('There are none.');
  else process.stdout.write(tellTasks(items));
  if (next !== null) process.stderr.write(moreThan(limit, { sort, order }));
}

/** Shows how many tasks there are of each role and status. */
export async function countTasks(
  { json, ...options }: FilterOptions & { json?: boolean },
  command: Command,
): Promise<void> {
  const counted = await withLedger(command, async ({ db }) =>
    countAllTasks(db, taskFilterOf(await queryOf(db, options))),
  );
  const { counts, byRole, more } = counted;
  if (json === true) say(JSON.stringify({ counts, by_role: byRole, more, ...toAge(counted) }));
  else process.stdout.write(tellCounts(counted));
}

/** Shows all that is known of one task. */
export async function showTask(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  const detail = toDetail(await withServers(command, (servers) => findTask(servers, id)));
  if (json === true) say(JSON.stringify(detail));
  else process.stdout.write(tellDetail(detail));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
