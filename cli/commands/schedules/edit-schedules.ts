import { InvalidArgumentError } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { isKnownState, STATE_TAKES } from '../../../domain/state-code.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { parseInterval } from '../../interval.ts';
import { readSearchScope } from '../../read-search-scope.ts';
import { reasonOption } from '../../reason-option.ts';
import { readInteger } from '../../run-filters.ts';
import { formatSchedule } from './format-schedules.ts';

/** Adds `edit`, `pause` and `resume`. */
export function addScheduleEdits(schedules: CliCommand): void {
  schedules
    .command('edit')
    .description('Changes a schedule; `apply` keeps the change.')
    .examples(
      'crawlchain schedules edit payload_fetch_all --interval 6h',
      'crawlchain schedules edit payload_fetch_all --state AZ --priority 5',
      'crawlchain schedules edit store_discovery_dutchie --state AZ --city Phoenix',
    )
    .argument('<id>', 'the id of a schedule, as `list` shows it')
    .option('--interval <time>', 'how often, such as 4h, 90m or 1h30m; at least a minute', readInterval)
    .option('--priority <n>', 'a whole number, higher is more urgent', readInteger)
    .option(
      '--state <state>',
      'only dispensaries of this state, such as AZ; for a discovery also several, such as AZ,CA; or all',
      readStates,
    )
    .option('--city <name>', 'for a discovery: searches only this city of the state')
    .changes({
      read: editOf,
      send: (api, [id]: [string], body) =>
        answerOf(api.PUT('/api/schedules/{id}', { params: { path: { id } }, body })),
      format: formatSchedule,
    });
  schedules
    .command('pause')
    .description('Keeps a schedule from firing; workflows that it has started go on.')
    .examples("crawlchain schedules pause payload_fetch_all --note 'until Monday'")
    .argument('<id>', 'the id of a schedule, as `list` shows it')
    .addOption(reasonOption('the reason, for the schedule and the audit'))
    .option('--note <text>', 'the note of the schedule; default: the reason')
    .changes({
      send: (api, [id]: [string], { note }: { note?: string }) =>
        answerOf(api.POST('/api/schedules/{id}/pause', noteOf(id, note))),
      format: formatSchedule,
    });
  schedules
    .command('resume')
    .description('Lets a paused schedule fire again, at its next time.')
    .examples('crawlchain schedules resume payload_fetch_all')
    .argument('<id>', 'the id of a schedule, as `list` shows it')
    .option('--note <text>', 'the note of the schedule; default: the one in code')
    .changes({
      send: (api, [id]: [string], { note }: { note?: string }) =>
        answerOf(api.POST('/api/schedules/{id}/resume', noteOf(id, note))),
      format: formatSchedule,
    });
}

interface EditOptions {
  interval?: number;
  priority?: number;
  /** Absent: all states. */
  state?: string[];
  city?: string;
}

function editOf(options: EditOptions): Schemas['ScheduleEdit'] {
  const { interval, priority } = options;
  const edit = {
    ...(interval === undefined ? {} : { interval_hours: interval / 3600 }),
    ...(priority === undefined ? {} : { priority }),
    ...scopeOf(options),
  };
  if (Object.keys(edit).length === 0)
    throw new CommandRefused('Nothing to change; give --interval, --priority or --state.');
  return edit;
}

function scopeOf({ state, city }: EditOptions): Schemas['ScheduleEdit'] {
  if (state === undefined && city === undefined) return {};
  const states = state ?? [];
  readSearchScope({ states, city });
  const [first = null, ...others] = states;
  return {
    ...(others.length === 0 ? { state_code: first } : { state_codes: states }),
    ...(city === undefined ? {} : { city }),
  };
}

function noteOf(id: string, note: string | undefined) {
  return { params: { path: { id } }, body: note === undefined ? {} : { note } };
}

function readInterval(given: string): number {
  const seconds = parseInterval(given);
  if (seconds === null) throw new InvalidArgumentError('It takes a time such as 4h, 90m, 1h30m or 2d.');
  return seconds;
}

function readStates(given: string): string[] {
  if (given.toLowerCase() === 'all') return [];
  const states = given.toUpperCase().split(',');
  if (states.every(isKnownState)) return states;
  throw new InvalidArgumentError(`It takes ${STATE_TAKES}, several separated by commas, or all.`);
}
