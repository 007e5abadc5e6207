import { Option } from 'commander';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { admitLocation } from './admit-location.ts';
import { listRejected } from './list-rejected.ts';

/** Adds `locations`: stores that discovery found, and did not take. */
export function addLocationCommands(program: CliCommand): void {
  const locations = program.command('locations').description('Stores that discovery found and left out.');
  locations
    .command('rejected')
    .description('Shows them with the reasons, in the order of their ids.')
    .effect('reads')
    .examples(
      'crawlchain locations rejected',
      "crawlchain locations rejected --state AZ --why 'test shop' --json",
    )
    .option('--state <state>', 'of this state only, such as AZ', readState)
    .addOption(new Option('--platform <name>', 'of this platform only').choices(PLATFORM_NAMES))
    .option('--why <words>', 'only those whose reason has these words, in any case')
    .option('--search <words>', 'only those whose name has these words, in any case')
    .option('--limit <count>', 'so many at most', (text) => readNumber(text, 'a whole number above 0'), 100)
    .option('--json', 'as JSON')
    .viaApi()
    .action(listRejected);
  locations
    .command('admit')
    .description('Makes a dispensary of one, which later discoveries keep, and starts its first crawl.')
    .effect('changes')
    .examples("crawlchain locations admit 12 --reason 'it is a real store'")
    .argument('<location>', 'the id of a location, as `rejected` shows it', (text) =>
      readNumber(text, 'the id of a location'),
    )
    .option('--no-crawl', 'starts no crawl')
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(admitLocation);
}
