import { InvalidArgumentError, type Command } from 'commander';
import { STALE_AFTER_MINUTES, STALE_MINUTES_MAX } from '../../../domain/task.ts';
import { addRunOrder } from '../../run-filters.ts';
import { readNumber } from '../../read-number.ts';
import { cancelTask, recoverTasks, retryTask } from './change-tasks.ts';
import { countTasks, listTasks, showTask } from './show-tasks.ts';
import { addTaskFilters } from './task-filters.ts';

const LISTED = 50;

/** Adds `tasks` and what it does. @param onFailure told when a command ran and could not do all */
export function addTaskCommands(program: Command, onFailure: () => void): void {
  const tasks = program.command('tasks').description('What there is to do, is done and was done.');
  addRunOrder(addTaskFilters(tasks.command('list').description('Shows tasks, the newest first.')))
    .option('--limit <count>', 'so many at most', readLimit, LISTED)
    .option('--json', 'prints one JSON array')
    .action(listTasks);
  addTaskFilters(tasks.command('counts').description('Shows how many tasks there are, by role and status.'))
    .option('--json', 'prints one JSON object')
    .action(countTasks);
  tasks
    .command('show')
    .description('Shows one task, with its stages and what is open of it.')
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .action(showTask);
  tasks
    .command('cancel')
    .description('Asks an open task to end; what is under way ends within some seconds.')
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .action(cancelTask);
  tasks
    .command('retry')
    .description('Starts the work of a closed task once more, as a new task.')
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .action(retryTask);
  tasks
    .command('recover')
    .description(
      'Has work begin again of whose worker nothing was heard for a time; heartbeat timeouts do so too, mostly earlier.',
    )
    .option('--threshold <minutes>', 'for how long', readMinutes, STALE_AFTER_MINUTES)
    .option('--dry-run', 'says what is stuck, and changes nothing')
    .option('--json', 'prints one JSON object')
    .action(async (...call: Parameters<typeof recoverTasks>) => {
      if (!(await recoverTasks(...call))) onFailure();
    });
}

const ID = 'the id of a task, as `tasks list` shows it';

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && minutes <= STALE_MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`It takes minutes, from 0 to ${STALE_MINUTES_MAX}.`);
}
