import type { Client } from '@temporalio/client';
import { InvalidArgumentError, type Command } from 'commander';
import { readEnvironment } from '../../../config/environment.ts';
import { applySchedules, diffSchedules } from '../../../temporal-client/apply-schedules.ts';
import { describeSchedules, type ScheduleReport } from '../../../temporal-client/describe-schedules.ts';
import { schedulesOf } from '../../../temporal-client/schedule-definitions.ts';
import {
  backfillSchedule,
  editSchedule,
  pauseSchedule,
  resumeSchedule,
  ScheduleRefused,
  type ScheduleEdit,
} from '../../../temporal-client/steer-schedules.ts';
import { triggerSchedule, type TriggeredSchedule } from '../../../temporal-client/trigger-schedule.ts';
import { isKnownState, STATE_TAKES } from '../../../domain/state-code.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withTemporal } from '../../open-temporal.ts';
import { parseInterval } from '../../interval.ts';
import { readSearchScope } from '../../read-search-scope.ts';
import { readTime } from '../../read-time.ts';
import { reasonOption } from '../../reason-option.ts';
import { diffToJson, tellDiff } from './tell-diff.ts';
import { tellRun, tellSchedule, tellSchedules, toJson } from './tell-schedules.ts';

/** Adds `schedules` and what it does. @param onFailure told when a command ran and found something failing */
export function addScheduleCommands(program: CliCommand, onFailure: () => void): void {
  const schedules = program.command('schedules').description('What runs by itself, and how often.');
  schedules
    .command('list')
    .description('Shows every schedule: how often, when next, and what became of its last run.')
    .effect('reads')
    .examples('crawlchain schedules list')
    .option('--json', 'as JSON')
    .action(list);
  schedules
    .command('diff')
    .description('Compares the schedules with code and the environment, and changes nothing.')
    .effect('reads')
    .examples('crawlchain schedules diff')
    .option('--json', 'as JSON')
    .action(diff);
  schedules
    .command('apply')
    .description('Creates what is missing and brings the rest up to date; keeps what operators changed.')
    .effect('changes')
    .examples('crawlchain schedules apply', 'crawlchain schedules apply --prune')
    .option('--prune', 'removes the schedules that code has no longer')
    .option('--json', 'as JSON')
    .action(apply);
  addEdits(schedules);
  addFirings(schedules, onFailure);
}

function addEdits(schedules: CliCommand): void {
  schedules
    .command('edit')
    .description('Changes a schedule; `apply` keeps the change.')
    .effect('changes')
    .examples(
      'crawlchain schedules edit payload_fetch_all --interval 6h',
      'crawlchain schedules edit payload_fetch_all --state AZ --priority 5',
      'crawlchain schedules edit store_discovery_dutchie --state AZ --city Phoenix',
    )
    .argument('<id>', 'as `list` shows it')
    .option('--interval <time>', 'such as 4h, 90m or 1h30m; a minute at least', readInterval)
    .option('--priority <n>', 'a whole number, higher is more urgent', readPriority)
    .option(
      '--state <state>',
      'only dispensaries of this state, such as AZ; of a discovery AZ,CA too; or all',
      readStates,
    )
    .option('--city <name>', 'of a discovery: this city of the state alone')
    .option('--json', 'as JSON')
    .action(edit);
  schedules
    .command('pause')
    .description('Keeps a schedule from firing; what it started goes on.')
    .effect('changes')
    .examples("crawlchain schedules pause payload_fetch_all --note 'until Monday'")
    .argument('<id>', 'as `list` shows it')
    .addOption(reasonOption('why, for the schedule and the audit'))
    .option('--note <text>', 'why, for the schedule, in place of the reason')
    .option('--json', 'as JSON')
    .action(pause);
  schedules
    .command('resume')
    .description('Lets a paused schedule fire again, at its next time.')
    .effect('changes')
    .examples('crawlchain schedules resume payload_fetch_all')
    .argument('<id>', 'as `list` shows it')
    .option('--note <text>', 'in place of the note that code has')
    .option('--json', 'as JSON')
    .action(resume);
}

function addFirings(schedules: CliCommand, onFailure: () => void): void {
  schedules
    .command('trigger')
    .description('Fires a schedule now, under its own overlap policy; exit code 1 when that came to nothing.')
    .effect('changes')
    .examples('crawlchain schedules trigger payload_fetch_all')
    .argument('<id>', 'as `list` shows it')
    .option('--json', 'as JSON')
    .action(async (id: string, options: JsonOption, command: Command) => {
      if (!(await trigger(id, options, command))) onFailure();
    });
  schedules
    .command('backfill')
    .description('Fires for each time of a period, at once and under its own overlap policy.')
    .effect('changes')
    .examples(
      'crawlchain schedules backfill payload_fetch_all --from 2026-01-31T08:00:00Z --to 2026-01-31T12:00:00Z',
    )
    .argument('<id>', 'as `list` shows it')
    .requiredOption('--from <time>', 'ISO 8601, such as 2026-01-31T08:00:00Z', readTime)
    .requiredOption('--to <time>', 'ISO 8601', readTime)
    .option('--json', 'as JSON')
    .action(backfill);
}

async function list({ json }: { json?: boolean }, command: Command): Promise<void> {
  const reports = await withTemporal(command, describeSchedules);
  if (json === true) say(JSON.stringify(reports.map(toJson), null, 2));
  else if (reports.length === 0) say('There are no schedules; `crawlchain schedules apply` makes them.');
  else process.stdout.write(tellSchedules(reports));
}

async function diff({ json }: { json?: boolean }, command: Command): Promise<void> {
  const definitions = schedulesOf(readEnvironment());
  const diffs = await withTemporal(command, (client) => diffSchedules(client, definitions));
  say(json === true ? JSON.stringify(diffs.map(diffToJson), null, 2) : diffs.map(tellDiff).join('\n'));
}

async function apply(options: { prune?: boolean; json?: boolean }, command: Command): Promise<void> {
  const definitions = schedulesOf(readEnvironment());
  const applied = await withTemporal(command, (client) =>
    applySchedules(client, definitions, { prune: options.prune ?? false }),
  );
  say(
    options.json === true
      ? JSON.stringify(applied.map(diffToJson), null, 2)
      : applied.map(tellDiff).join('\n'),
  );
}

interface JsonOption {
  json?: boolean;
}

interface EditOptions extends JsonOption {
  interval?: number;
  priority?: number;
  /** None: all. */
  state?: string[];
  city?: string;
}

async function edit(id: string, options: EditOptions, command: Command): Promise<void> {
  const { interval, priority, state: states, city } = options;
  const isNarrowed = states !== undefined || city !== undefined;
  const given: ScheduleEdit = {
    ...(interval === undefined ? {} : { intervalSeconds: interval }),
    ...(priority === undefined ? {} : { priority }),
    ...(isNarrowed ? { scope: readSearchScope({ states: states ?? [], city }) } : {}),
  };
  if (Object.keys(given).length === 0)
    throw new CommandRefused('Nothing to change; give --interval, --priority or --state.');
  tell(await steer(command, (client) => editSchedule(client, id, given)), options);
}

interface NoteOptions extends JsonOption {
  note?: string;
  reason?: string;
}

async function pause(id: string, options: NoteOptions, command: Command): Promise<void> {
  tell(await steer(command, (client) => pauseSchedule(client, id, options.note ?? options.reason)), options);
}

async function resume(id: string, options: NoteOptions, command: Command): Promise<void> {
  tell(await steer(command, (client) => resumeSchedule(client, id, options.note)), options);
}

function tell(report: ScheduleReport, { json }: JsonOption): void {
  say(json === true ? JSON.stringify(toJson(report)) : tellSchedule(report));
}

async function trigger(id: string, { json }: JsonOption, command: Command): Promise<boolean> {
  const { outcome, report } = await steer(command, (client) => triggerSchedule(client, id));
  say(
    json === true
      ? JSON.stringify({ outcome, schedule: toJson(report) })
      : tellTriggered(id, { outcome, report }),
  );
  return outcome === 'fired' && report.lastRun?.outcome !== 'failed';
}

function tellTriggered(id: string, { outcome, report }: TriggeredSchedule): string {
  const { lastRun, overlap } = report;
  if (outcome === 'skipped')
    return `${id} did not fire: what it started before waits for a worker, and its overlap policy is ${overlap}.`;
  if (outcome === 'already-running' && lastRun !== null)
    return `${id} came to nothing: ${tellRun(lastRun)}, and goes on.`;
  return `${id} fired: ${lastRun === null ? 'its run is not known yet' : tellRun(lastRun)}`;
}

async function backfill(
  id: string,
  { json = false, ...period }: JsonOption & { from: Date; to: Date },
  command: Command,
): Promise<void> {
  const report = await steer(command, (client) => backfillSchedule(client, id, period));
  if (json) return tell(report, { json });
  say(`${id} fires for the times of that period, with the overlap policy ${report.overlap}.`);
}

async function steer<Result>(command: Command, work: (client: Client) => Promise<Result>): Promise<Result> {
  try {
    return await withTemporal(command, work);
  } catch (error) {
    if (error instanceof ScheduleRefused) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}

function readInterval(given: string): number {
  const seconds = parseInterval(given);
  if (seconds === null) throw new InvalidArgumentError('It takes a time such as 4h, 90m, 1h30m or 2d.');
  return seconds;
}

function readPriority(given: string): number {
  if (!/^-?\d{1,9}$/.test(given))
    throw new InvalidArgumentError('It takes a whole number; higher is more urgent.');
  return Number(given);
}

function readStates(given: string): string[] {
  if (given.toLowerCase() === 'all') return [];
  const states = given.toUpperCase().split(',');
  if (states.every(isKnownState)) return states;
  throw new InvalidArgumentError(`It takes ${STATE_TAKES}, several with commas, or all.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
