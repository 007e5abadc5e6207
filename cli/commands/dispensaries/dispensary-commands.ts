import { InvalidArgumentError, Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { parseInterval } from '../../interval.ts';
import { readState } from '../../read-state.ts';
import { formatAdded } from './format-added.ts';
import { DISPENSARY_COLUMNS, formatDispensary } from './format-dispensaries.ts';

type DispensaryChange = Schemas['DispensaryChange'];

/** Adds `dispensaries`, for the stores whose menus are crawled. */
export function addDispensaryCommands(program: CliCommand): void {
  const dispensaries = program.command('dispensaries').description('Stores whose menus are crawled.');
  dispensaries
    .command('list')
    .description('Lists dispensaries, in the order of their ids.')
    .examples('crawlchain dispensaries list', 'crawlchain dispensaries list --state AZ --search bloom')
    .option('--state <code>', 'only those of this state or province', readState)
    .addOption(new Option('--platform <name>', 'on this platform').choices(PLATFORM_NAMES))
    .option('--search <words>', 'parts of the name and city, in any case and order')
    .list({
      route: '/api/dispensaries',
      columns: DISPENSARY_COLUMNS,
      none: 'There are none. `crawlchain discover` finds some.',
      limit: 50,
    });
  dispensaries
    .command('show')
    .description('Shows everything known about a dispensary.')
    .examples('crawlchain dispensaries show deeply-rooted')
    .argument('<store>', 'its id or slug')
    .reads({ send: (api, [store]: [string]) => findApiDispensary(api, store), format: formatDispensary });
  dispensaries
    .command('add')
    .description('Adds a store by the address of its menu, and starts its first crawl.')
    .examples(
      'crawlchain dispensaries add https://dutchie.com/dispensary/deeply-rooted',
      'crawlchain dispensaries add https://dutchie.com/embedded-menu/deeply-rooted --no-crawl --json',
    )
    .argument('<url>', 'as copied from a browser')
    .option('--no-crawl', 'looks up the store at its platform, and does not crawl it')
    .changes({
      send: (api, [url]: [string], { crawl }: { crawl: boolean }) =>
        answerOf(api.POST('/api/dispensaries', { body: { menu_url: url, crawl } })),
      format: formatAdded,
    });
  addEdit(dispensaries);
}

/** The value that removes an interval that an operator set. */
const DEFAULT = 'default';

interface EditOptions {
  fetchMode?: DispensaryChange['fetch_mode'];
  interval?: number | typeof DEFAULT;
  crawls?: 'on' | 'off';
}

function addEdit(dispensaries: CliCommand): void {
  dispensaries
    .command('edit')
    .description('Changes how a dispensary is crawled, from its next crawl on.')
    .examples(
      'crawlchain dispensaries edit deeply-rooted --fetch-mode auto',
      "crawlchain dispensaries edit 1 --crawls off --reason 'it closes for a month'",
      'crawlchain dispensaries edit 1 --interval default',
    )
    .argument('<store>', 'its id or slug')
    .addOption(
      new Option(
        '--fetch-mode <mode>',
        'how its menu is fetched: http without a browser, browser in one, auto in one only after plain requests were blocked',
      ).choices(['http', 'browser', 'auto']),
    )
    .option(
      '--interval <time>',
      'how often it is crawled, such as 12h or 1h30m; the word default lets the interval adapt',
      readInterval,
    )
    .addOption(new Option('--crawls <switch>', 'off stops its crawls').choices(['on', 'off']))
    .changes({
      read: changeOf,
      send: async (api, [store]: [string], body) => {
        const { id } = await findApiDispensary(api, store);
        return answerOf(api.PATCH('/api/dispensaries/{id}', { params: { path: { id } }, body }));
      },
      format: formatDispensary,
    });
}

function changeOf({ fetchMode, interval, crawls }: EditOptions): DispensaryChange {
  const change = withoutUndefined({
    fetch_mode: fetchMode,
    crawl_interval_hours: interval === DEFAULT ? null : interval && interval / 3600,
    crawl_enabled: crawls === undefined ? undefined : crawls === 'on',
  });
  if (Object.keys(change).length > 0) return change;
  throw new CommandRefused('Nothing to change; give --fetch-mode, --interval or --crawls.');
}

/** The bounds of an interval: a minute, and a year. */
const SECONDS_MIN = 60;
const SECONDS_MAX = 366 * 86_400;

function readInterval(given: string): number | typeof DEFAULT {
  if (given === DEFAULT) return DEFAULT;
  const seconds = parseInterval(given);
  if (seconds !== null && seconds >= SECONDS_MIN && seconds <= SECONDS_MAX) return seconds;
  throw new InvalidArgumentError('It takes a time from 1m to 366d, such as 4h, 90m or 1h30m, or default.');
}
