import type { Command } from 'commander';
import { createTaskBook, type TaskBook } from '../../../reports/task-book.ts';
import { readTaskDetail, type TaskDetail } from '../../../reports/task-detail.ts';
import { readTaskId } from '../../../temporal-config/workflow-ids.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withServers, type Servers } from '../../with-servers.ts';

/** What tasks are found and steered with. */
export interface TaskTools extends Servers {
  book: TaskBook;
}

/**
 * Runs a command's work with the ledger and Temporal, which both know of tasks.
 * @throws CommandRefused when one of them does not answer
 */
export async function withTasks<Result>(
  command: Command,
  work: (tools: TaskTools) => Promise<Result>,
): Promise<Result> {
  return withServers(command, (servers) => work({ ...servers, book: createTaskBook(servers) }));
}

/** @throws CommandRefused when there is no such task */
export async function findTask(tools: TaskTools, id: string): Promise<TaskDetail> {
  const execution = readTaskId(id);
  const detail = execution === null ? null : await readTaskDetail(tools, execution);
  if (detail !== null) return detail;
  throw new CommandRefused(
    `There is no task ${JSON.stringify(id)}; it takes an id as \`crawlchain tasks list\` shows it.`,
  );
}
