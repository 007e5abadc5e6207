import { answerOf } from '../../../api-client/answer-of.ts';
import type { CliCommand } from '../../cli-command.ts';
import { addScheduleEdits } from './edit-schedules.ts';
import { addScheduleFirings } from './fire-schedules.ts';
import { formatDiff } from './format-diff.ts';
import { SCHEDULE_COLUMNS } from './format-schedules.ts';

/** Adds `schedules` and its subcommands. */
export function addScheduleCommands(program: CliCommand): void {
  const schedules = program.command('schedules').description('Work that starts by itself, at set times.');
  schedules
    .command('list')
    .description('Shows every schedule: its interval, its next run, and the result of its last run.')
    .examples('crawlchain schedules list')
    .list({
      route: '/api/schedules',
      columns: SCHEDULE_COLUMNS,
      none: 'There are no schedules; `crawlchain schedules apply` makes them.',
    });
  schedules
    .command('diff')
    .description('Compares the schedules with code and the environment of the API, and changes nothing.')
    .examples('crawlchain schedules diff')
    .reads({
      send: async (api) => (await answerOf(api.GET('/api/schedule-diff'))).items,
      format: formatDiffs,
    });
  schedules
    .command('apply')
    .description('Creates what is missing and brings the rest up to date; keeps what operators changed.')
    .examples('crawlchain schedules apply', 'crawlchain schedules apply --prune')
    .option('--prune', 'removes the schedules that code no longer defines')
    .changes({
      send: async (api, _: [], { prune = false }: { prune?: boolean }) =>
        (await answerOf(api.POST('/api/schedules/apply', { body: { prune } }))).items,
      format: formatDiffs,
    });
  addScheduleEdits(schedules);
  addScheduleFirings(schedules);
}

function formatDiffs(items: readonly Parameters<typeof formatDiff>[0][]): string {
  return items.map(formatDiff).join('\n');
}
