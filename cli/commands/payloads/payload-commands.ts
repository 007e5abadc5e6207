import type { Command } from 'commander';
import { findLastTwoPayloads, listPayloads, type ListedPayload } from '../../../db/queries/payloads.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { findDispensary } from '../../find-dispensary.ts';
import { formatTable } from '../../format-table.ts';
import { readNumber } from '../../read-number.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { withDatabase } from '../../open-database.ts';
import { showDiff } from './show-diff.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

interface DiffOptions {
  dispensary?: string;
  json?: boolean;
}

/** Adds `payloads`: what is in the menus that were stored. */
export function addPayloadCommands(program: CliCommand): void {
  const payloads = program.command('payloads').description('Menus that were fetched and stored.');
  payloads
    .command('list')
    .description('Shows what is stored, newest first.')
    .effect('reads')
    .examples('crawlchain payloads list --dispensary 1 --limit 10')
    .option('--dispensary <dispensary>', 'of this one only, by its id or slug')
    .option('--limit <count>', 'so many at most', readLimit, 50)
    .option('--json', 'as JSON')
    .action(list);
  payloads
    .command('diff')
    .description(
      'Shows what changed between two payloads of a dispensary: products, prices and stock by size.',
    )
    .effect('reads')
    .examples('crawlchain payloads diff 41 57', 'crawlchain payloads diff --dispensary 1 --json')
    .argument('[payload...]', 'the ids of two: the one before, and the one after', collectIds)
    .option(
      '--dispensary <dispensary>',
      'in place of two payloads: the last two of this one, by its id or slug',
    )
    .option('--json', 'as JSON')
    .action(diff);
}

async function list(
  { dispensary, limit, json }: { dispensary?: string; limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  const listed = await withDatabase(command, async ({ db }) => {
    const dispensaryId = dispensary === undefined ? null : (await findDispensary(db, dispensary)).id;
    return listPayloads(db, { dispensaryId, limit });
  });
  if (json === true) process.stdout.write(`${JSON.stringify(inSnakeCase(listed), null, 2)}\n`);
  else if (listed.length === 0) process.stdout.write('There are none.\n');
  else process.stdout.write(formatTable(LISTED, listed.map(rowOf)));
}

const LISTED = ['payload', 'dispensary', 'fetched', 'products', 'KiB', 'verdict', 'file', 'ingested'];

function rowOf(payload: ListedPayload): (string | number)[] {
  return [
    payload.id,
    withoutControls(`${payload.dispensaryName} (${payload.dispensaryId})`),
    payload.fetchedAt.toISOString().slice(0, 16),
    payload.productCount,
    Math.round(payload.bytes / 1024),
    payload.verdict,
    payload.fileState,
    payload.ingestedAt === null ? 'no' : 'yes',
  ];
}

async function diff(ids: number[], { dispensary, json }: DiffOptions, command: Command): Promise<void> {
  const [from, to, ...others] = ids;
  const pair = from === undefined || to === undefined || others.length > 0 ? null : { from, to };
  if (dispensary === undefined ? pair === null : ids.length > 0)
    throw new CommandRefused(
      `\`payloads diff\` takes the ids of two payloads, or --dispensary and none; it was given ${ids.join(' ') || 'none'}${dispensary === undefined ? '' : ' and --dispensary'}.`,
    );
  await showDiff(
    async (db) => pair ?? findLastTwoPayloads(db, (await findDispensary(db, dispensary ?? '')).id),
    json === true,
    command,
  );
}

function collectIds(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), readNumber(text, 'the id of a payload')];
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}
