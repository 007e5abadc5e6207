import { InvalidArgumentError, Option } from 'commander';
import { STALE_AFTER_MINUTES, STALE_MINUTES_MAX } from '../../../domain/task.ts';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { addRunOrder } from '../../run-filters.ts';
import { readNumber } from '../../read-number.ts';
import { cancelTask, recoverTasks, retryTask } from './change-tasks.ts';
import { countTasks, listTasks, showTask } from './show-tasks.ts';
import { addTaskFilters } from './task-filters.ts';

const LISTED = 50;

/** Adds `tasks` and what it does. @param onFailure told when a command ran and could not do all */
export function addTaskCommands(program: CliCommand, onFailure: () => void): void {
  const tasks = program.command('tasks').description('What there is to do, is done and was done.');
  addReads(tasks);
  tasks
    .command('cancel')
    .description('Asks an open task to end; what is under way ends within some seconds.')
    .effect('changes')
    .examples(
      'crawlchain tasks cancel crawl~1~0199c6f2-5a1b-7000-8000-000000000001',
      "crawlchain tasks cancel crawl~1~0199c6f2-5a1b-7000-8000-000000000001 --direct --reason 'the API is down'",
    )
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .viaApi()
    .addOption(new Option('--direct', DIRECT).conflicts('server'))
    .action(cancelTask);
  tasks
    .command('retry')
    .description('Starts the work of a closed task once more, as a new task.')
    .effect('changes')
    .examples('crawlchain tasks retry crawl~1~0199c6f2-5a1b-7000-8000-000000000001')
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(retryTask);
  tasks
    .command('recover')
    .description(
      'Has work begin again of whose worker nothing was heard for a time; heartbeat timeouts do so too, mostly earlier.',
    )
    .effect(unlessDryRun)
    .examples('crawlchain tasks recover --dry-run', 'crawlchain tasks recover --threshold 30')
    .option('--threshold <minutes>', 'for how long', readMinutes, STALE_AFTER_MINUTES)
    .option('--dry-run', 'says what is stuck, and changes nothing')
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(async (...call: Parameters<typeof recoverTasks>) => {
      if (!(await recoverTasks(...call))) onFailure();
    });
}

function addReads(tasks: CliCommand): void {
  addRunOrder(
    addTaskFilters(
      tasks
        .command('list')
        .description('Shows tasks, the newest first.')
        .effect('reads')
        .examples(
          'crawlchain tasks list',
          'crawlchain tasks list --status pending,running --state AZ',
          'crawlchain tasks list --dispensary 1 --since 2026-01-31T08:00:00Z --json',
        ),
    ),
  )
    .option('--limit <count>', 'so many at most', readLimit, LISTED)
    .option('--json', 'prints one JSON array')
    .viaApi()
    .action(listTasks);
  addTaskFilters(
    tasks
      .command('counts')
      .description('Shows how many tasks there are, by role and status.')
      .effect('reads')
      .examples('crawlchain tasks counts', 'crawlchain tasks counts --role payload_fetch --json'),
  )
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(countTasks);
  tasks
    .command('show')
    .description('Shows one task, with its stages and what is open of it.')
    .effect('reads')
    .examples('crawlchain tasks show crawl~1~0199c6f2-5a1b-7000-8000-000000000001')
    .argument('<id>', ID)
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(showTask);
}

const DIRECT = 'through the database and Temporal, where no API answers';
const ID = 'the id of a task, as `tasks list` shows it';

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && minutes <= STALE_MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`It takes minutes, from 0 to ${STALE_MINUTES_MAX}.`);
}
