import { InvalidArgumentError, type Command } from 'commander';
import { unlessDryRun, type CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { collectNumbers } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { replay, type ReplayOptions } from './replay-payloads.ts';

/** Adds `replay`, which ingests stored payloads again with the current rules. */
export function addReplayCommand(program: CliCommand): void {
  program
    .command('replay')
    .description(
      'Ingests stored payloads again with the current rules; those of a dispensary from the oldest to the newest.',
    )
    .effect(unlessDryRun)
    .examples(
      'crawlchain replay --dry-run --state AZ',
      'crawlchain replay --dispensary 1 2 --from 2026-03-01 --to 2026-03-31',
    )
    .option(
      '--dispensary <id...>',
      'only payloads of these dispensaries',
      collectNumbers('ids of dispensaries'),
    )
    .option('--state <code>', 'only payloads of dispensaries of this state', readState)
    .option('--from <day>', 'fetched on this day or later (UTC)', day)
    .option('--to <day>', 'fetched on this day or earlier (UTC)', day)
    .option('--all', 'all stored payloads, if no option above selects some')
    .option('--dry-run', 'shows what would change, and changes nothing')
    .option('--json', 'prints one JSON object for each payload, one a line')
    .viaApi()
    .action((options: ReplayOptions & { all?: true }, command: Command) => {
      refuseUnnarrowed(options);
      return replay(options, command);
    });
}

/** Refuses a call without any filter, so that a half-typed one does not ingest every payload of every store. */
function refuseUnnarrowed(options: ReplayOptions & { all?: true }): void {
  const { dispensary, state, from, to, dryRun, all } = options;
  const isNarrowed = [dispensary, state, from, to].some((filter) => filter !== undefined);
  if (!isNarrowed && all !== true && dryRun !== true)
    throw new CommandRefused(
      'This would ingest every stored payload again. It takes --dispensary, --state, --from or --to, or --all; --dry-run says what would change.',
    );
}

function day(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  // `Date` turns a day that does not exist, such as February 30, into another one or an invalid date.
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(date.getTime()) ||
    !date.toISOString().startsWith(text)
  )
    throw new InvalidArgumentError('It takes a day, such as 2026-03-31.');
  return date;
}
