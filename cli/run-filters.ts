import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  ERROR_KINDS,
  ERROR_KINDS_TAKES,
  NEWEST_FIRST,
  RUN_SORTS,
  SEARCH_LENGTH_MAX,
  SEARCH_WORDS,
  SEARCH_WORDS_TAKES,
  SORT_ORDERS,
} from '../domain/run-list.ts';
import { readNumber } from './read-number.ts';
import { readTime } from './read-time.ts';

/** Adds the filter options of tasks and jobs. @param readPriority parses a priority */
export function addRunFilters<Filtered extends Command>(
  command: Filtered,
  readPriority: (text: string) => number,
): Filtered {
  return command
    .option('--worker <id>', 'the worker that has it, or had it last if it has ended')
    .option(
      '--error <kinds>',
      'the kind of its last error, such as Blocked; several separated by commas',
      readErrors,
    )
    .option('--priority <n>', 'this priority', readPriority)
    .option('--priority-min <n>', 'this priority or a higher number', readPriority)
    .option('--retries-min <count>', 'retried at least this many times', readRetries)
    .option('--requested-by <name>', 'who requested it: the name of an API key, or `this machine`')
    .option(
      '--search <words>',
      'words, or beginnings of words, that must all occur in the error, the result or, for a job, the payload',
      readSearch,
    )
    .option('--since <time>', 'created at this time or later, such as 2026-01-31T08:00:00Z', readTime)
    .option('--until <time>', 'created before', readTime)
    .option('--ended-since <time>', 'ended at this time or later, with any outcome', readTime)
    .option('--ended-until <time>', 'ended before', readTime);
}

/** Adds `--sort` and `--order`. */
export function addRunOrder<Filtered extends Command>(command: Filtered): Filtered {
  return command
    .addOption(
      new Option('--sort <by>', 'ended and duration list only closed ones')
        .choices(RUN_SORTS)
        .default(NEWEST_FIRST.sort),
    )
    .addOption(
      new Option('--order <order>', 'the highest or the lowest first')
        .choices(SORT_ORDERS)
        .default(NEWEST_FIRST.order),
    );
}

/** Parses a whole number, which may be negative. */
export const readInteger = readNumber('a whole number', /^-?\d{1,9}$/);

const readRetries = readNumber('a whole number from 0', /^\d{1,6}$/);

function readErrors(text: string): string {
  if (ERROR_KINDS.test(text)) return text;
  throw new InvalidArgumentError(`It takes ${ERROR_KINDS_TAKES}.`);
}

function readSearch(text: string): string {
  if (SEARCH_WORDS.test(text) && text.length <= SEARCH_LENGTH_MAX) return text;
  throw new InvalidArgumentError(`It takes ${SEARCH_WORDS_TAKES}.`);
}
