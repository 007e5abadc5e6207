import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  ERROR_KINDS,
  ERROR_KINDS_TAKES,
  NEWEST_FIRST,
  orderFault,
  RUN_SORTS,
  SEARCH_LENGTH_MAX,
  SEARCH_WORDS,
  SEARCH_WORDS_TAKES,
  SORT_ORDERS,
  type RunOrder,
} from '../domain/run-list.ts';
import type { RunQuery } from '../domain/run-query.ts';
import { CommandRefused } from './command-refused.ts';
import { readTime } from './read-time.ts';
import { refuseReversed } from './refuse-reversed.ts';

/** The filter options that lists of tasks and of jobs have in common. */
export interface RunFilterOptions {
  worker?: string;
  error?: string[];
  priority?: number;
  priorityMin?: number;
  retriesMin?: number;
  requestedBy?: string;
  search?: string;
  since?: Date;
  until?: Date;
  endedSince?: Date;
  endedUntil?: Date;
}

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

/** Converts the options to a query. @throws CommandRefused if no run can match */
export function runQueryOf(options: RunFilterOptions): RunQuery {
  refuseReversed(options);
  const { endedSince, endedUntil } = options;
  refuseReversed({ since: endedSince, until: endedUntil }, 'ended-');
  return {
    worker: options.worker,
    error: options.error?.join(','),
    priority: options.priority,
    priority_min: options.priorityMin,
    retries_min: options.retriesMin,
    requested_by: options.requestedBy,
    search: options.search,
    since: options.since?.toISOString(),
    until: options.until?.toISOString(),
    ended_since: endedSince?.toISOString(),
    ended_until: endedUntil?.toISOString(),
  };
}

/** Checks an order. @throws CommandRefused if a list sorted that way has no run with these statuses */
export function orderOf({ sort, order }: RunOrder, statuses: readonly string[] | undefined): RunOrder {
  const fault = orderFault({ sort, order }, statuses);
  if (fault !== null) throw new CommandRefused(`--sort ${fault}.`);
  return { sort, order };
}

/** Parses a whole number, which may be negative. */
export function readInteger(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number.');
}

function readRetries(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 0.');
}

function readErrors(text: string): string[] {
  if (ERROR_KINDS.test(text)) return text.split(',');
  throw new InvalidArgumentError(`It takes ${ERROR_KINDS_TAKES}.`);
}

function readSearch(text: string): string {
  if (SEARCH_WORDS.test(text) && text.length <= SEARCH_LENGTH_MAX) return text;
  throw new InvalidArgumentError(`It takes ${SEARCH_WORDS_TAKES}.`);
}
