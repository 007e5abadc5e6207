import { InvalidArgumentError, type Command } from 'commander';
import { diffPayloads } from '../../../activities/diff-payloads.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { findLastTwoPayloads } from '../../../db/queries/payloads.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { describeDiff } from './describe-diff.ts';

interface DiffOptions {
  dispensary?: number;
  json?: boolean;
}

/** Adds `payloads`: what is in the menus that were stored. */
export function addPayloadCommands(program: Command): void {
  program
    .command('payloads')
    .description('Menus that were fetched and stored.')
    .command('diff')
    .description(
      'Shows what changed between two payloads of a dispensary: products, prices and stock by size.',
    )
    .argument('[payload...]', 'the ids of two: the one before, and the one after', collectIds)
    .option('--dispensary <id>', 'in place of two payloads: the last two of this dispensary', positiveId)
    .option('--json', 'as JSON')
    .action(diff);
}

async function diff(ids: number[], { dispensary, json }: DiffOptions, command: Command): Promise<void> {
  const [from, to, ...others] = ids;
  const pair = from === undefined || to === undefined || others.length > 0 ? null : { from, to };
  if (dispensary === undefined ? pair === null : ids.length > 0)
    throw new CommandRefused(
      `\`payloads diff\` takes the ids of two payloads, or --dispensary and none; it was given ${ids.join(' ') || 'none'}${dispensary === undefined ? '' : ' and --dispensary'}.`,
    );
  const found = await withDatabase(command, async ({ db, environment }) => {
    const tools = {
      db,
      platforms: createPlatformRegistry(platformSettings(environment)),
      payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
    };
    try {
      return await diffPayloads(tools, pair ?? (await findLastTwoPayloads(db, dispensary ?? 0)));
    } catch (error) {
      if (error instanceof CrawlError) throw new CommandRefused(error.message, { cause: error });
      throw error;
    }
  });
  process.stdout.write(json === true ? `${JSON.stringify(found, null, 2)}\n` : describeDiff(found));
}

function collectIds(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), positiveId(text)];
}

function positiveId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It takes an id: a whole number from 1.');
  return Number(text);
}
