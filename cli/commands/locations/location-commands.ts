import { Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { formatAdded } from '../dispensaries/format-added.ts';

/** Adds `locations`, for stores that discovery found and left out. */
export function addLocationCommands(program: CliCommand): void {
  const locations = program.command('locations').description('Stores that discovery found and left out.');
  locations
    .command('rejected')
    .description('Shows these stores with the reasons, in the order of their ids.')
    .examples(
      'crawlchain locations rejected',
      "crawlchain locations rejected --state AZ --why 'test shop' --json",
    )
    .option('--state <state>', 'of this state only, such as AZ', readState)
    .addOption(new Option('--platform <name>', 'of this platform only').choices(PLATFORM_NAMES))
    .option('--why <words>', 'only those whose reason has these words, in any case')
    .option('--search <words>', 'only those whose name has these words, in any case')
    .list({
      route: '/api/locations/rejected',
      columns: [
        { header: 'location', value: 'id', kind: 'number' },
        { header: 'platform', value: 'platform', isMinor: true },
        { header: 'name', value: 'name' },
        {
          header: 'place',
          value: ({ city, state }) => [city, state].filter((part) => part !== null).join(', '),
        },
        { header: 'why', value: 'rejected_because' },
        { header: 'last seen', value: 'last_seen_at', kind: 'time' },
      ],
      limit: 100,
    });
  locations
    .command('admit')
    .description('Makes such a store a dispensary, which later discoveries keep, and starts its first crawl.')
    .examples("crawlchain locations admit 12 --reason 'it is a real store'")
    .argument(
      '<location>',
      'the id of a location, as `rejected` shows it',
      readNumber('the id of a location'),
    )
    .option('--no-crawl', 'starts no crawl')
    .changes({
      send: (api, [id]: [number], { crawl }: { crawl: boolean }) =>
        answerOf(api.POST('/api/locations/{id}/admit', { params: { path: { id } }, body: { crawl } })),
      format: formatAdded,
    });
}
