import { InvalidArgumentError, Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { STALE_AFTER_MINUTES, STALE_MINUTES_MAX } from '../../../domain/task.ts';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { watchOption } from '../../output/list-options.ts';
import { requireId } from '../../require-id.ts';
import { addRunOrder } from '../../run-filters.ts';
import { formatCounts, formatRecovery, formatRetried, formatTask, TASK_COLUMNS } from './format-tasks.ts';
import { countTasks } from './count-tasks.ts';
import { addTaskFilters } from './task-filters.ts';

const LISTED = 50;

/** Adds `tasks` and its subcommands. */
export function addTaskCommands(program: CliCommand): void {
  const tasks = program
    .command('tasks')
    .description('Crawls, fetches and other units of work, open and closed.');
  addReads(tasks);
  tasks
    .command('cancel')
    .description('Cancels an open task; a running task ends within some seconds.')
    .examples(
      'crawlchain tasks cancel crawl~1~0199c6f2-5a1b-7000-8000-000000000001',
      "crawlchain tasks cancel crawl~1~0199c6f2-5a1b-7000-8000-000000000001 --direct --reason 'the API is down'",
    )
    .argument('<id>', ID)
    .addOption(new Option('--direct', DIRECT).conflicts('server'))
    .changes({
      send: (api, [id]: [string]) => answerOf(api.POST('/api/tasks/{id}/cancel', paramsOf(id))),
      direct: async (...call) => (await import('./cancel-directly.ts')).cancelDirectly(...call),
      format: (_, [id]) => `The cancellation of ${id} was requested.`,
    });
  tasks
    .command('retry')
    .description('Starts the work of a closed task again, as a new task.')
    .examples('crawlchain tasks retry crawl~1~0199c6f2-5a1b-7000-8000-000000000001')
    .argument('<id>', ID)
    .changes({
      send: (api, [id]: [string]) => answerOf(api.POST('/api/tasks/{id}/retry', paramsOf(id))),
      format: formatRetried,
    });
  tasks
    .command('recover')
    .description(
      'Restarts tasks whose worker has sent no heartbeat for some time; heartbeat timeouts usually do so earlier.',
    )
    .effect(unlessDryRun)
    .examples('crawlchain tasks recover --dry-run', 'crawlchain tasks recover --threshold 30')
    .option('--threshold <minutes>', 'for how long', readMinutes, STALE_AFTER_MINUTES)
    .option('--dry-run', 'shows the stuck tasks, and changes nothing')
    .changes({
      send: (api, _: [], { threshold, dryRun = false }: { threshold: number; dryRun?: boolean }) => {
        const body = { threshold_minutes: threshold, dry_run: dryRun };
        return answerOf(api.POST('/api/tasks/recover-stale', { body }));
      },
      format: formatRecovery,
      // An older Temporal server cannot reset activities.
      isGood: ({ tasks: found }) => found.every(({ outcome }) => outcome !== 'unsupported'),
    });
}

const paramsOf = (id: string) => ({ params: { path: { id: requireId('task', id) } } });

function addReads(tasks: CliCommand): void {
  tasks
    .command('list')
    .description('Shows tasks, the newest first.')
    .examples(
      'crawlchain tasks list',
      'crawlchain tasks list --status pending,running --state AZ --watch',
      'crawlchain tasks list --dispensary 1 --since 2026-01-31T08:00:00Z --json',
    )
    .with(addTaskFilters)
    .with(addRunOrder)
    .list({
      route: '/api/tasks',
      columns: TASK_COLUMNS,
      limit: LISTED,
    });
  tasks
    .command('counts')
    .description('Shows how many tasks there are, by role and status.')
    .examples('crawlchain tasks counts', 'crawlchain tasks counts --role payload_fetch --json')
    .with(addTaskFilters)
    .reads({ send: countTasks, format: formatCounts });
  tasks
    .command('show')
    .description('Shows one task, with its stages and its open activity.')
    .examples(
      'crawlchain tasks show crawl~1~0199c6f2-5a1b-7000-8000-000000000001',
      'crawlchain tasks show crawl~1~0199c6f2-5a1b-7000-8000-000000000001 --watch',
    )
    .argument('<id>', ID)
    .addOption(watchOption('json'))
    .reads({
      send: (api, [id]: [string]) => {
        const { path } = paramsOf(id).params;
        return answerOf(api.GET('/api/tasks/{id}', { params: { path, query: { details: 'true' } } }));
      },
      format: formatTask,
    });
}

const DIRECT = 'cancels it through the database and Temporal, if no API answers';
const ID = 'the id of a task, as `tasks list` shows it';

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && minutes <= STALE_MINUTES_MAX) return minutes;
  throw new InvalidArgumentError(`It takes minutes, from 0 to ${STALE_MINUTES_MAX}.`);
}
