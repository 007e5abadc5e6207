import { Argument, InvalidArgumentError } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { reasonOption } from '../../reason-option.ts';
import { formatTable } from '../../output/format-table.ts';
import { DEFAULT_LIMIT, readLimits, setLimits, type GivenLimit } from './set-limits.ts';
import { PLATFORM_COLUMNS, USUAL_UNKNOWN } from './platform-columns.ts';

/** Adds `platforms` with list, set, stop and start, for the limits and the switch of each platform. */
export function addPlatformCommands(program: CliCommand): void {
  const platforms = program
    .command('platforms')
    .description('The limits of each platform over all workers, and whether it is stopped.');
  platforms
    .command('list')
    .description('Shows the limits of each platform, what slows it down, and whether it is stopped.')
    .examples('crawlchain platforms list')
    .list({
      route: '/api/platforms',
      columns: PLATFORM_COLUMNS,
      below: () => Promise.resolve(USUAL_UNKNOWN),
    });
  platforms
    .command('set')
    .description('Sets limits while the workers run; `default` restores the limit of their environment.')
    .examples(
      'crawlchain platforms set dutchie --requests-per-second 2 --max-concurrent 4',
      'crawlchain platforms set dutchie --requests-per-second default',
    )
    .addArgument(platformArgument())
    .option('--requests-per-second <number>', 'above 0, at most 1000, or default', readRate)
    .option('--max-concurrent <number>', 'a whole number from 1 to 1000, or default', readConcurrency)
    .changes({
      read: readLimits,
      send: setLimits,
      format: (paces) => `${formatTable(PLATFORM_COLUMNS, paces)}\n${USUAL_UNKNOWN}`,
    });
  platforms
    .command('stop')
    .description('Stops every request to a platform, on all workers; its work waits.')
    .examples(
      "crawlchain platforms stop dutchie --reason 'they asked us to wait'",
      "crawlchain platforms stop dutchie --reason 'they asked us to wait' --direct",
    )
    .addArgument(platformArgument())
    .addOption(reasonOption('the reason, for people who find that work waits').makeOptionMandatory())
    .option('--direct', 'changes the database of DATABASE_URL itself, when the API does not answer')
    .changes({
      send: (api, [name]: [PlatformName], { reason }: { reason: string }) =>
        answerOf(api.POST('/api/platforms/{name}/stop', { params: { path: { name } }, body: { reason } })),
      direct: async (...call) => (await import('./stop-directly.ts')).stopDirectly(...call),
      format: ({ was_stopped: wasStopped }, [name]) =>
        wasStopped ? `${name} was stopped already; the reason is the new one.` : `${name} is stopped.`,
    });
  platforms
    .command('start')
    .description('Starts the requests again; work that waits goes on within a minute.')
    .examples('crawlchain platforms start dutchie')
    .addArgument(platformArgument())
    .changes({
      send: (api, [name]: [PlatformName]) =>
        answerOf(api.POST('/api/platforms/{name}/start', { params: { path: { name } } })),
      format: ({ was_stopped: wasStopped }, [name]) =>
        wasStopped ? `${name} is started.` : `${name} was not stopped.`,
    });
}

const platformArgument = () => new Argument('<platform>', 'whose requests').choices(PLATFORM_NAMES);

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
