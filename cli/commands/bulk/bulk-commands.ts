import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { BULK_ACTIONS, type BulkActionName } from '../../../domain/bulk-action.ts';
import { unlessDryRun, yesOption, type CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { requireId } from '../../require-id.ts';
import { addJobFilters } from '../jobs/job-filters.ts';
import { addTaskFilters } from '../tasks/task-filters.ts';
import { BULK_COLUMNS, formatBulkAction } from './format-bulk.ts';
import { startBulk, type StartOptions } from './start-bulk.ts';

const LISTED = 50;

/**
 * Adds `bulk` and its subcommands.
 */
export function addBulkCommands(program: CliCommand): void {
  const bulk = program
    .command('bulk')
    .description('Cancels, retries, starts or deletes all tasks or jobs that match a filter.');
  for (const action of BULK_ACTIONS) addAction(bulk, action);
  bulk
    .command('list')
    .description('Shows bulk actions, the newest first.')
    .examples('crawlchain bulk list')
    .list({ route: '/api/bulk-actions', columns: BULK_COLUMNS, limit: LISTED });
  bulk
    .command('show')
    .description(
      'Shows a bulk action: how many runs it has changed, skipped or failed to change, with the reasons.',
    )
    .examples('crawlchain bulk show 0199c6f2-5a1b-7000-8000-000000000001')
    .argument('<id>', ID)
    .reads({
      send: (api, [id]: [string]) => answerOf(api.GET('/api/bulk-actions/{id}', paramsOf(id))),
      format: formatBulkAction,
    });
  bulk
    .command('abort')
    .description('Cancels a bulk action: it changes no further runs, and undoes nothing.')
    .examples('crawlchain bulk abort 0199c6f2-5a1b-7000-8000-000000000001')
    .argument('<id>', ID)
    .changes({
      send: (api, [id]: [string]) => answerOf(api.POST('/api/bulk-actions/{id}/cancel', paramsOf(id))),
      format: (_, [id]) => `The cancellation of ${id} was requested.`,
    });
}

const paramsOf = (id: string) => ({ params: { path: { id: requireId('bulk action', id) } } });

const ID = 'the id of a bulk action, as `bulk list` shows it';

/** What each action does, to tasks, to jobs or to either. */
const ABOUT: Record<BulkActionName, (runs: string) => string> = {
  cancel: (runs) => `Cancels open ${runs}.`,
  retry: (runs) => `Runs closed ${runs} again; without --status, the failed ones.`,
  start: (runs) =>
    `Starts delayed ${runs} now${runs === 'jobs' ? '' : ', and moves crawls that wait for a worker forward'}.`,
  delete: (runs) => `Deletes ${runs} with their files; without --status, those that have ended.`,
};

/** Example calls in the help, for tasks and for jobs. Without one, the action does not take them. */
const EXAMPLES: Record<BulkActionName, { tasks?: string[]; jobs: string[] }> = {
  cancel: {
    tasks: [
      'crawlchain bulk cancel tasks --state NV --status pending --dry-run',
      "crawlchain bulk cancel tasks --started-by crawl-due/NV --reason 'the state is closed for a day'",
    ],
    jobs: ['crawlchain bulk cancel jobs --type download_media --account nightly'],
  },
  retry: {
    tasks: [
      'crawlchain bulk retry tasks --error Blocked --state NV --ended-since 2026-01-31T08:00:00Z',
      'crawlchain bulk retry tasks --error Blocked --state NV --expected-count 40 --wait',
    ],
    jobs: ['crawlchain bulk retry jobs --type download_media --error Timeout --wait'],
  },
  start: {
    tasks: ['crawlchain bulk start tasks --state NV --wait'],
    jobs: ['crawlchain bulk start jobs --account nightly'],
  },
  delete: {
    jobs: ['crawlchain bulk delete jobs --type download_media --ended-until 2026-01-31T08:00:00Z'],
  },
};

function addAction(bulk: CliCommand, action: BulkActionName): void {
  const group = bulk
    .command(action)
    .description(ABOUT[action](action === 'delete' ? 'jobs' : 'tasks or jobs'));
  for (const runs of ['tasks', 'jobs'] as const) {
    const examples = EXAMPLES[action][runs];
    if (examples === undefined) continue;
    group
      .command(runs)
      .description(ABOUT[action](runs))
      .effect(unlessDryRun)
      .examples(...examples)
      .viaApi()
      .with(runs === 'tasks' ? addTaskFilters : addJobFilters)
      .with(addStartOptions)
      .action((options: StartOptions, command: Command) => startBulk({ action, of: runs }, options, command));
  }
}

function addStartOptions(command: Command): void {
  command
    .addOption(yesOption())
    .option('--dry-run', 'counts the matches, and starts nothing')
    .option(
      '--expected-count <count>',
      'starts nothing if the count differs from this by more than a tenth',
      readNumber(),
    )
    .option('--wait', 'shows the progress until the end; exit code 1 if it did not do everything');
}
