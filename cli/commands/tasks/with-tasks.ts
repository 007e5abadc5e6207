import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import type { Db } from '../../../db/connect.ts';
import { createTaskBook, type TaskBook } from '../../../reports/task-book.ts';
import { readTaskDetail, type TaskDetail } from '../../../reports/task-detail.ts';
import { TemporalUnavailable } from '../../../temporal-client/ask-temporal.ts';
import { readTaskId } from '../../../temporal-config/workflow-ids.ts';
import { CommandFailed } from '../../command-failed.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { withTemporal } from '../../open-temporal.ts';

/** What tasks are found and steered with. */
export interface TaskTools {
  db: Db;
  client: Client;
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
  try {
    return await withDatabase(command, ({ db }) =>
      withTemporal(command, (client) => work({ db, client, book: createTaskBook({ db, client }) })),
    );
  } catch (error) {
    if (error instanceof TemporalUnavailable) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}

/**
 * Has Temporal change something.
 * @throws CommandFailed when no answer comes: nobody knows then whether it was done
 */
export async function askForChange<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    throw new CommandFailed(`${error.message} What it was asked to do may be done.`, { cause: error });
  }
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
