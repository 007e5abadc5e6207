import type { Command } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { readNumber } from '../../read-number.ts';
import { showDiff, showLastDiff } from './show-diff.ts';

/** Adds `diff`, a shortcut for `payloads diff`. */
export function addDiffCommand(program: CliCommand): void {
  program
    .command('diff')
    .description('Shows what changed in a menu: products, prices and stock by size.')
    .effect('reads')
    .examples('crawlchain diff 1', 'crawlchain diff 41 57 --json')
    .argument(
      '<what...>',
      'a dispensary, by its id or slug: its last two payloads; or the ids of two payloads',
    )
    .viaApi()
    .action(diff);
}

async function diff(what: string[], { json }: { json?: true }, command: Command): Promise<void> {
  const [first = '', second, ...others] = what;
  if (others.length > 0)
    throw new CommandRefused(
      `\`diff\` takes a dispensary, or the ids of two payloads; it was given ${what.join(' ')}.`,
    );
  if (second === undefined) return showLastDiff(first, json === true, command);
  return showDiff({ from: readPayloadId(first), to: readPayloadId(second) }, json === true, command);
}

function readPayloadId(text: string): number {
  try {
    return readNumber(text, 'the id of a payload');
  } catch (error) {
    throw new CommandRefused(
      `${JSON.stringify(text)} is not the id of a payload; \`diff\` takes a dispensary, or the ids of two payloads.`,
      { cause: error },
    );
  }
}
