import { InvalidArgumentError, type Command } from 'commander';
import { paceSettings } from '../../../config/pace-settings.ts';
import { listPaces, setLimits, startTarget, stopTarget } from '../../../db/queries/pace-control.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { describePace, restingPace, tellPace, type PaceDescription } from './describe-paces.ts';

/** Adds `platforms` with list, set, stop and start: the pace of each platform, and its switch. */
export function addPlatformCommands(program: Command): void {
  const platforms = program
    .command('platforms')
    .description('Limits and switch of each platform, over all workers.');
  platforms
    .command('list')
    .description('Shows the limits, what slows them down, and what is stopped.')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }, command: Command) => list(command, options.json ?? false));
  platforms
    .command('set')
    .description('Sets limits while the workers run; `default` gives one back to their environment.')
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .option('--requests-per-second <number>', 'above 0, at most 1000, or default', readRate)
    .option('--max-concurrent <number>', 'a whole number from 1 to 1000, or default', readConcurrency)
    .action(set);
  platforms
    .command('stop')
    .description('Stops every request to a platform, on all workers; its work waits.')
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .requiredOption('--reason <text>', 'why: whoever finds the work waiting reads it')
    .action(stop);
  platforms
    .command('start')
    .description('Lets the requests go again; work that waits goes on within a minute.')
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .action(start);
}

async function list(command: Command, asJson: boolean): Promise<void> {
  const { usual, reports } = await withDatabase(command, async ({ db, environment }) => ({
    usual: paceSettings(environment),
    reports: await listPaces(db),
  }));
  const others = reports.filter(({ target }) => !PLATFORM_NAMES.some((name) => name === target));
  const paces: PaceDescription[] = [
    ...PLATFORM_NAMES.map((name) =>
      describePace(reports.find(({ target }) => target === name) ?? restingPace(name), usual.platforms[name]),
    ),
    ...others.map((report) => describePace(report, usual.otherHosts)),
  ];
  say(asJson ? JSON.stringify(paces, null, 2) : paces.map(tellPace).join('\n'));
}

/** What gives a limit back to the environment of the workers. */
const DEFAULT = 'default';

interface SetOptions {
  requestsPerSecond?: number | typeof DEFAULT;
  maxConcurrent?: number | typeof DEFAULT;
}

async function set(platform: PlatformName, options: SetOptions, command: Command): Promise<void> {
  const { requestsPerSecond, maxConcurrent } = options;
  if (requestsPerSecond === undefined && maxConcurrent === undefined) {
    throw new CommandRefused('Nothing to set; give --requests-per-second, --max-concurrent, or both');
  }
  await withDatabase(command, ({ db }) =>
    setLimits(db, platform, {
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: limitOf(requestsPerSecond) }),
      ...(maxConcurrent === undefined ? {} : { maxConcurrentRequests: limitOf(maxConcurrent) }),
    }),
  );
  await list(command, false);
}

function limitOf(given: number | typeof DEFAULT): number | null {
  return given === DEFAULT ? null : given;
}

async function stop(platform: PlatformName, { reason }: { reason: string }, command: Command): Promise<void> {
  if (reason.trim() === '') throw new CommandRefused('--reason is empty; it takes a few words that say why');
  const isNew = await withDatabase(command, ({ db }) => stopTarget(db, platform, reason.trim()));
  say(isNew ? `${platform} is stopped.` : `${platform} was stopped already; the reason is the new one.`);
}

async function start(platform: PlatformName, _: object, command: Command): Promise<void> {
  const wasStopped = await withDatabase(command, ({ db }) => startTarget(db, platform));
  say(wasStopped ? `${platform} is started.` : `${platform} was not stopped.`);
}

function readPlatform(given: string): PlatformName {
  const platform = PLATFORM_NAMES.find((name) => name === given);
  if (platform === undefined) throw new InvalidArgumentError(`It takes ${PLATFORM_NAMES.join(' or ')}.`);
  return platform;
}

function readRate(given: string): number | typeof DEFAULT {
  if (given === DEFAULT) return DEFAULT;
  const rate = given.trim() === '' ? Number.NaN : Number(given);
  if (!(rate > 0 && rate <= 1000))
    throw new InvalidArgumentError('It takes a number above 0, at most 1000, or default.');
  return rate;
}

function readConcurrency(given: string): number | typeof DEFAULT {
  if (given === DEFAULT) return DEFAULT;
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new InvalidArgumentError('It takes a whole number from 1 to 1000, or default.');
  return count;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
