import { InvalidArgumentError, Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { collectNumbers, readNumber } from '../../read-number.ts';
import { exportProxies } from './export-proxies.ts';
import { formatImport, sendList } from './import-proxies.ts';
import { PROXY_COLUMNS, usesOf } from './proxy-columns.ts';
import { resealPasswords } from './reseal-passwords.ts';
import { formatTests, testProxies } from './test-proxies.ts';

/** Adds `crawlchain proxies` and its subcommands. */
export function addProxyCommands(program: CliCommand): void {
  const proxies = program.command('proxies').description('The proxies that crawls go through.');
  proxies
    .command('import')
    .description('Adds the proxies of a list, and brings known ones up to date; all of them or none.')
    .effect(unlessDryRun)
    .examples(
      'crawlchain proxies import proxies.txt --owner provider-a',
      'crawlchain proxies import - --country US --dry-run < proxies.csv',
      'crawlchain proxies import proxies.txt --direct',
    )
    .argument('<file>', 'a list of lines or CSV, see docs/how-to/add-proxies.md; - reads standard input')
    .option('--owner <name>', 'a name for the source of the proxies, such as their seller')
    .option('--country <code>', 'two letters, for proxies to which the list gives no country', countryCode)
    .option(
      '--max-concurrent <n>',
      'how many sessions may use one proxy at once, over all workers',
      readNumber(),
    )
    .option('--dry-run', 'checks the list and writes nothing')
    .option('--direct', 'writes to the database of DATABASE_URL itself, if no API runs')
    .changes({
      send: sendList,
      direct: async (...call) => (await import('./import-directly.ts')).importDirectly(...call),
      format: formatImport,
    });
  proxies
    .command('list')
    .description('Shows every proxy with its state and its health at each target.')
    .examples('crawlchain proxies list')
    .list({
      route: '/api/proxies',
      columns: PROXY_COLUMNS,
      rows: usesOf,
      none: 'There are no proxies.',
      limit: Number.POSITIVE_INFINITY,
    });
  proxies
    .command('test')
    .description('Requests EXIT_ADDRESS_URL through proxies; exit code 1 when one does not work.')
    .examples('crawlchain proxies test', 'crawlchain proxies test 3 4 --json')
    .argument('[id...]', 'ids of proxies; none: all', collectIds)
    .reads({
      send: (api, [ids]: [number[] | undefined]) => testProxies(api, ids ?? []),
      format: formatTests,
      isGood: (tested) => tested.every(({ is_good: isGood }) => isGood),
    });
  addSwitches(proxies);
  addExportCommand(proxies);
  addResealCommand(proxies);
}

function addSwitches(proxies: CliCommand): void {
  proxies
    .command('enable')
    .description('Enables proxies; their earlier failures no longer count.')
    .examples('crawlchain proxies enable 3 4')
    .argument('<id...>', 'ids of proxies', collectIds)
    .changes({
      send: (api, [ids]: [number[]]) => answerOf(api.POST('/api/proxies/enable', { body: { ids } })),
      format: ({ ids }) => `Enabled, and earlier failures no longer count: ${ids.join(', ')}.`,
    });
  proxies
    .command('disable')
    .description('Takes proxies out of use until they are enabled again.')
    .examples('crawlchain proxies disable 3')
    .argument('<id...>', 'ids of proxies', collectIds)
    .changes({
      send: (api, [ids]: [number[]]) => answerOf(api.POST('/api/proxies/disable', { body: { ids } })),
      format: ({ ids }) => `Out of use: ${ids.join(', ')}.`,
    });
}

function addExportCommand(proxies: CliCommand): void {
  proxies
    .command('export')
    .description('Prints every proxy in a form that import reads, without passwords.')
    .effect('reads')
    .examples('crawlchain proxies export --format url > proxies.txt')
    .addOption(new Option('--format <format>', 'how').choices(['csv', 'url']).default('csv'))
    .viaApi({ isText: true })
    .action(exportProxies);
}

function addResealCommand(proxies: CliCommand): void {
  proxies
    .command('reseal')
    .description('Seals all passwords and credentials with another key; the workers have to be stopped.')
    .effect('changes')
    .examples('crawlchain proxies reseal new.key')
    .argument('<new-key-file>', 'the file with the new key; created if it is missing')
    .action(resealPasswords);
}

const collectIds = collectNumbers('a whole number above 0');

function countryCode(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) throw new InvalidArgumentError('It takes two letters, such as US.');
  return text.toUpperCase();
}
