import type { Command } from 'commander';
import { toAge, toDetail, toTask } from '../../../reports/task-answer.ts';
import { filterOf, type FilterOptions } from './task-filters.ts';
import { tellCounts, tellDetail, tellTasks } from './tell-tasks.ts';
import { findTask, withTasks } from './with-tasks.ts';

/** Shows the newest tasks. */
export async function listTasks(
  { limit, json, ...options }: FilterOptions & { limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  const { items, next } = await withTasks(command, async ({ db, book }) =>
    book.list(await filterOf(db, options), { after: null, limit }),
  );
  if (json === true) say(JSON.stringify(items.map(toTask)));
  else if (items.length === 0) say('There are none.');
  else process.stdout.write(tellTasks(items));
  if (next !== null) process.stderr.write(`There are more; these are the newest ${limit} (--limit).\n`);
}

/** Shows how many tasks there are of each role and status. */
export async function countTasks(
  { json, ...options }: FilterOptions & { json?: boolean },
  command: Command,
): Promise<void> {
  const counted = await withTasks(command, async ({ db, book }) => book.count(await filterOf(db, options)));
  const { counts, byRole } = counted;
  if (json === true) say(JSON.stringify({ counts, by_role: byRole, ...toAge(counted) }));
  else process.stdout.write(tellCounts(counted));
}

/** Shows all that is known of one task. */
export async function showTask(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  const detail = toDetail(await withTasks(command, (tools) => findTask(tools, id)));
  if (json === true) say(JSON.stringify(detail));
  else process.stdout.write(tellDetail(detail));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
