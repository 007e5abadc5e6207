import { InvalidArgumentError, type Command } from 'commander';
import { readEnvironment } from '../../../config/environment.ts';
import { paceSettings } from '../../../config/pace-settings.ts';
import type { Db } from '../../../db/connect.ts';
import {
  listPaces,
  setLimits,
  startTarget,
  stopTarget,
  type PaceReport,
} from '../../../db/queries/pace-control.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { inSnakeCase, snakeCased } from '../../in-snake-case.ts';
import { reasonOption } from '../../reason-option.ts';
import { findWorkerSettings } from '../../worker-settings.ts';
import {
  describePace,
  restingPace,
  tellPace,
  type PaceDescription,
  type UsualLimits,
} from './describe-paces.ts';

/** Adds `platforms` with list, set, stop and start: the pace of each platform, and its switch. */
export function addPlatformCommands(program: CliCommand): void {
  const platforms = program
    .command('platforms')
    .description('Limits and switch of each platform, over all workers.');
  platforms
    .command('list')
    .description('Shows the limits, what slows them down, and what is stopped.')
    .effect('reads')
    .examples('crawlchain platforms list')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }, command: Command) => list(command, options.json ?? false));
  platforms
    .command('set')
    .description('Sets limits while the workers run; `default` gives one back to their environment.')
    .effect('changes')
    .examples(
      'crawlchain platforms set dutchie --requests-per-second 2 --max-concurrent 4',
      'crawlchain platforms set dutchie --requests-per-second default',
    )
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .option('--requests-per-second <number>', 'above 0, at most 1000, or default', readRate)
    .option('--max-concurrent <number>', 'a whole number from 1 to 1000, or default', readConcurrency)
    .option('--json', 'as JSON')
    .action(set);
  platforms
    .command('stop')
    .description('Stops every request to a platform, on all workers; its work waits.')
    .effect('changes')
    .examples("crawlchain platforms stop dutchie --reason 'they asked us to wait'")
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .addOption(reasonOption('why: whoever finds the work waiting reads it').makeOptionMandatory())
    .option('--json', 'as JSON')
    .action(stop);
  platforms
    .command('start')
    .description('Lets the requests go again; work that waits goes on within a minute.')
    .effect('changes')
    .examples('crawlchain platforms start dutchie')
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .option('--json', 'as JSON')
    .action(start);
}

/** @param change made before the limits are shown; what refuses to show them refuses it too */
async function list(command: Command, asJson: boolean, change?: (db: Db) => Promise<void>): Promise<void> {
  const { paces, isUsualKnown } = await readPaces(command, change);
  if (asJson) return say(JSON.stringify(paces.map(toJson), null, 2));
  say(paces.map(tellPace).join('\n'));
  if (!isUsualKnown) say(USUAL_UNKNOWN);
}

const USUAL_UNKNOWN =
  'Limits without (set) are those of the environment of this command; that of the workers may have others.';

async function readPaces(
  command: Command,
  change?: (db: Db) => Promise<void>,
): Promise<{ paces: PaceDescription[]; isUsualKnown: boolean }> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const workers = await findWorkerSettings(dataDir);
  const isUsualKnown = workers !== null;
  const { usual, reports } = await withDatabase(command, async ({ db, environment }) => {
    // What the command's own environment says besides holds for no worker.
    const limits = paceSettings(isUsualKnown ? readEnvironment(workers) : environment);
    await change?.(db);
    return { usual: limits, reports: await listPaces(db) };
  });
  const others = reports.filter(({ target }) => !PLATFORM_NAMES.some((name) => name === target));
  const describe = (report: PaceReport, limits: UsualLimits): PaceDescription =>
    describePace(report, limits, isUsualKnown ? 'workers' : 'command');
  const paces = [
    ...PLATFORM_NAMES.map((name) =>
      describe(reports.find(({ target }) => target === name) ?? restingPace(name), usual.platforms[name]),
    ),
    ...others.map((report) => describe(report, usual.otherHosts)),
  ];
  return { paces, isUsualKnown };
}

/** Limits that were set are named as the other fields are. */
function toJson({ setByCommand, ...pace }: PaceDescription): unknown {
  return inSnakeCase({ ...pace, setByCommand: setByCommand.map(snakeCased) });
}

/** What gives a limit back to the environment of the workers. */
const DEFAULT = 'default';

interface SetOptions {
  requestsPerSecond?: number | typeof DEFAULT;
  maxConcurrent?: number | typeof DEFAULT;
  json?: boolean;
}

async function set(platform: PlatformName, options: SetOptions, command: Command): Promise<void> {
  const { requestsPerSecond, maxConcurrent } = options;
  if (requestsPerSecond === undefined && maxConcurrent === undefined) {
    throw new CommandRefused('Nothing to set; give --requests-per-second, --max-concurrent, or both');
  }
  await list(command, options.json ?? false, (db) =>
    setLimits(db, platform, {
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: limitOf(requestsPerSecond) }),
      ...(maxConcurrent === undefined ? {} : { maxConcurrentRequests: limitOf(maxConcurrent) }),
    }),
  );
}

function limitOf(given: number | typeof DEFAULT): number | null {
  return given === DEFAULT ? null : given;
}

async function stop(
  platform: PlatformName,
  { reason, json }: { reason: string; json?: boolean },
  command: Command,
): Promise<void> {
  const isNew = await withDatabase(command, ({ db }) => stopTarget(db, platform, reason));
  if (json === true) return say(JSON.stringify({ platform, stopped: true, was_stopped: !isNew, reason }));
  say(isNew ? `${platform} is stopped.` : `${platform} was stopped already; the reason is the new one.`);
}

async function start(platform: PlatformName, { json }: { json?: boolean }, command: Command): Promise<void> {
  const wasStopped = await withDatabase(command, ({ db }) => startTarget(db, platform));
  if (json === true) return say(JSON.stringify({ platform, stopped: false, was_stopped: wasStopped }));
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
