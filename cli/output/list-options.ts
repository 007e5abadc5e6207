import { Option, type Command } from 'commander';
import { readNumber } from '../read-number.ts';

/** Adds the options of every list. @param limit the default `--limit`; undefined: the list always shows all items */
export function addListOptions<Listing extends Command>(
  command: Listing,
  limit: number | undefined,
): Listing {
  if (limit !== undefined) command.addOption(limitOption(limit));
  return command
    .addOption(new Option('--json', 'prints one JSON array'))
    .addOption(
      new Option(
        '--jsonl',
        `prints one JSON object a line, as they are read${limit === undefined ? '' : '; all of them, without --limit'}`,
      ).conflicts('json'),
    )
    .addOption(utcOption())
    .addOption(watchOption('json', 'jsonl'));
}

/** Creates the option `--utc`, with which a terminal shows exact times. */
function utcOption(): Option {
  return new Option('--utc', 'shows exact times in UTC, even in a terminal');
}

/** Creates the option `--watch`. @param conflicting options of the command that exclude `--watch` */
export function watchOption(...conflicting: string[]): Option {
  return new Option('--watch', 'shows it again every two seconds, until Ctrl-C').conflicts(conflicting);
}

/** Creates the option `--limit`. @param usual its default */
export function limitOption(usual: number): Option {
  return new Option('--limit <count>', 'shows at most this many').argParser(readNumber()).default(usual);
}
