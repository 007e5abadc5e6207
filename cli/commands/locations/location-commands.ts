import { Option, type Command } from 'commander';
import {
  admitLocation,
  listRejectedLocations,
  type LocationFilter,
  type RejectedLocation,
} from '../../../db/queries/rejected-locations.ts';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import { startFirstCrawl } from '../../../ledger/start-first-crawl.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { osUser } from '../../os-user.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { askedBy, withServers } from '../../with-servers.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { tellAdded, type AddOptions } from '../dispensaries/tell-added.ts';

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
    .option('--limit <count>', 'so many at most', readLimit, 100)
    .option('--after <id>', 'from the location after this one on', readId)
    .option('--json', 'as JSON')
    .action(list);
  locations
    .command('admit')
    .description('Makes a dispensary of one, which later discoveries keep, and starts its first crawl.')
    .effect('changes')
    .examples("crawlchain locations admit 12 --reason 'it is a real store'")
    .argument('<location>', 'the id of a location, as `rejected` shows it', readId)
    .option('--no-crawl', 'starts no crawl')
    .option('--json', 'prints one JSON object')
    .action(admit);
}

interface ListOptions extends Omit<LocationFilter, 'reason'> {
  why?: string;
  limit: number;
  after?: number;
  json?: boolean;
}

async function list({ limit, after, json, why, ...others }: ListOptions, command: Command): Promise<void> {
  const filter = { ...others, reason: why };
  const page = { after: after === undefined ? null : [String(after)], limit };
  const { items, next } = await withDatabase(command, ({ db }) => listRejectedLocations(db, filter, page));
  if (next !== null) process.stderr.write(`There are more: --after ${next[0]} shows them.\n`);
  if (json === true) return say(JSON.stringify(items, null, 2));
  if (items.length === 0) return say('There are none.');
  say(formatTable(HEADER, items.map(rowOf)).trimEnd());
}

const HEADER = ['location', 'platform', 'name', 'place', 'why', 'last seen'];

function rowOf(location: RejectedLocation): (string | number)[] {
  const { id, platform, name, city, state } = location;
  return [
    id,
    platform,
    withoutControls(name),
    withoutControls([city, state].filter((part) => part !== null).join(', ')),
    withoutControls(location.rejected_because),
    location.last_seen_at.toISOString().slice(0, 16),
  ];
}

async function admit(id: number, { crawl, json }: AddOptions, command: Command): Promise<void> {
  await withServers(command, async (servers) => {
    const admitted = await admitLocation(servers.db, id, osUser());
    if (admitted === null) throw new CommandRefused(`There is no location ${id}.`);
    const task = await startFirstCrawl(servers, admitted.dispensary, { crawl, ...askedBy(command) });
    tellAdded(admitted, task, { json });
  });
}

function readId(text: string): number {
  return readNumber(text, 'the id of a location');
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
