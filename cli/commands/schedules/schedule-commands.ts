import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { formatAge } from '../../api/format-age.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { addScheduleEdits } from './edit-schedules.ts';
import { addScheduleFirings } from './fire-schedules.ts';
import { formatDiff } from './format-diff.ts';
import { formatSchedules } from './format-schedules.ts';

/** Adds `schedules` and what it does. @param onFailure told when a command ran and found something failing */
export function addScheduleCommands(program: CliCommand, onFailure: () => void): void {
  const schedules = program.command('schedules').description('What runs by itself, and how often.');
  schedules
    .command('list')
    .description('Shows every schedule: how often, when next, and what became of its last run.')
    .effect('reads')
    .examples('crawlchain schedules list')
    .option('--json', 'as JSON')
    .viaApi()
    .action(list);
  schedules
    .command('diff')
    .description('Compares the schedules with code and the environment of the API, and changes nothing.')
    .effect('reads')
    .examples('crawlchain schedules diff')
    .option('--json', 'as JSON')
    .viaApi()
    .action(diff);
  schedules
    .command('apply')
    .description('Creates what is missing and brings the rest up to date; keeps what operators changed.')
    .effect('changes')
    .examples('crawlchain schedules apply', 'crawlchain schedules apply --prune')
    .option('--prune', 'removes the schedules that code has no longer')
    .option('--json', 'as JSON')
    .viaApi()
    .action(apply);
  addScheduleEdits(schedules);
  addScheduleFirings(schedules, onFailure);
}

async function list({ json }: { json?: boolean }, command: Command): Promise<void> {
  const found = await withApi(command, (api) => answerOf(api.GET('/api/schedules')));
  process.stderr.write(formatAge(found));
  if (json === true) say(JSON.stringify(found.items, null, 2));
  else if (found.items.length === 0) say('There are no schedules; `crawlchain schedules apply` makes them.');
  else process.stdout.write(formatSchedules(found.items));
}

async function diff({ json }: { json?: boolean }, command: Command): Promise<void> {
  const { items } = await withApi(command, (api) => answerOf(api.GET('/api/schedule-diff')));
  say(json === true ? JSON.stringify(items, null, 2) : items.map(formatDiff).join('\n'));
}

interface ApplyOptions {
  prune?: boolean;
  json?: boolean;
}

async function apply({ prune = false, json }: ApplyOptions, command: Command): Promise<void> {
  const { items } = await withApi(command, (api) =>
    answerOf(api.POST('/api/schedules/apply', { body: { prune } })),
  );
  say(json === true ? JSON.stringify(items, null, 2) : items.map(formatDiff).join('\n'));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
