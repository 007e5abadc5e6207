import { InvalidArgumentError } from 'commander';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { addList } from '../../api/declare-list.ts';
import type { CliCommand } from '../../cli-command.ts';
import { reasonOption } from '../../reason-option.ts';
import { DEFAULT_LIMIT, setPlatform, type GivenLimit } from './limit-platforms.ts';
import { PLATFORM_COLUMNS, USUAL_UNKNOWN } from './platform-columns.ts';
import { startPlatform, stopPlatform } from './switch-platforms.ts';

/** Adds `platforms` with list, set, stop and start, for the limits and the switch of each platform. */
export function addPlatformCommands(program: CliCommand): void {
  const platforms = program
    .command('platforms')
    .description('Limits and switch of each platform, over all workers.');
  addList(
    platforms
      .command('list')
      .description('Shows the limits, what slows them down, and what is stopped.')
      .effect('reads')
      .examples('crawlchain platforms list'),
    { route: '/api/platforms', columns: PLATFORM_COLUMNS, below: () => Promise.resolve(USUAL_UNKNOWN) },
  );
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
    .viaApi()
    .action(setPlatform);
  platforms
    .command('stop')
    .description('Stops every request to a platform, on all workers; its work waits.')
    .effect('changes')
    .examples(
      "crawlchain platforms stop dutchie --reason 'they asked us to wait'",
      "crawlchain platforms stop dutchie --reason 'they asked us to wait' --direct",
    )
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .addOption(reasonOption('why: whoever finds the work waiting reads it').makeOptionMandatory())
    .option('--direct', 'in the database of DATABASE_URL, when the API does not answer')
    .viaApi()
    .action(stopPlatform);
  platforms
    .command('start')
    .description('Lets the requests go again; work that waits goes on within a minute.')
    .effect('changes')
    .examples('crawlchain platforms start dutchie')
    .argument('<platform>', PLATFORM_NAMES.join(', '), readPlatform)
    .viaApi()
    .action(startPlatform);
}

function readPlatform(given: string): PlatformName {
  const platform = PLATFORM_NAMES.find((name) => name === given);
  if (platform === undefined) throw new InvalidArgumentError(`It takes ${PLATFORM_NAMES.join(' or ')}.`);
  return platform;
}

function readRate(given: string): GivenLimit {
  if (given === DEFAULT_LIMIT) return DEFAULT_LIMIT;
  const rate = given.trim() === '' ? Number.NaN : Number(given);
  if (!(rate > 0 && rate <= 1000))
    throw new InvalidArgumentError('It takes a number above 0, at most 1000, or default.');
  return rate;
}

function readConcurrency(given: string): GivenLimit {
  if (given === DEFAULT_LIMIT) return DEFAULT_LIMIT;
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new InvalidArgumentError('It takes a whole number from 1 to 1000, or default.');
  return count;
}
