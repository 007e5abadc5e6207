import { z } from '@hono/zod-openapi';
import {
  ERROR_KINDS,
  ERROR_KINDS_TAKES,
  orderFault,
  RUN_SORTS,
  SEARCH_LENGTH_MAX,
  SEARCH_WORDS,
  SEARCH_WORDS_TAKES,
  SORT_ORDERS,
  type RunOrder,
} from '../domain/run-list.ts';
import type { RunQuery } from '../domain/run-query.ts';
import { fromText, moment, refuseReversed, textParameter } from './parameters.ts';
import { Problem } from './problem.ts';
import { wordedText } from './schemas/worded-text.ts';

// Parameters that lists of tasks and of jobs share.

const RETRIES_MAX = 1_000_000;

/** Returns the filters of lists and counts. Spread into `z.strictObject`. @param priority the allowed priorities */
export function runFilterParameters(priority: z.ZodType<number, number>) {
  return {
    worker: textParameter.optional().openapi({
      description: 'The `worker_id` of the worker that has it or, if it has ended, had it last.',
    }),
    error: wordedText(ERROR_KINDS, ERROR_KINDS_TAKES)
      .optional()
      .openapi({
        description: 'The kind of its last error, or several, separated by commas.',
        examples: ['Blocked,RateLimited'],
      }),
    priority: fromText(priority).optional().openapi({ description: 'Exactly this priority.' }),
    priority_min: fromText(priority).optional().openapi({ description: 'This priority or a higher number.' }),
    retries_min: fromText(z.int().min(0).max(RETRIES_MAX))
      .optional()
      .openapi({ description: 'The least number of retries.' }),
    requested_by: textParameter
      .optional()
      .openapi({ description: 'Who requested it: the name of an API key, or `this machine`.' }),
    search: wordedText(SEARCH_WORDS, SEARCH_WORDS_TAKES)
      .max(SEARCH_LENGTH_MAX)
      .optional()
      .openapi({ description: SEARCH, examples: ['timed out'] }),
    since: moment.optional().openapi({ description: 'Created at this time or later.' }),
    until: moment.optional().openapi({ description: 'Created before this time.' }),
    ended_since: moment.optional().openapi({ description: 'Ended at this time or later, with any outcome.' }),
    ended_until: moment.optional().openapi({ description: 'Ended before this time, with any outcome.' }),
  };
}

const SEARCH =
  'Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal.';

/** How a list is sorted; spread into `z.strictObject`. */
export const ORDER_PARAMETERS = {
  sort: z
    .enum(RUN_SORTS)
    .default('created')
    .openapi({ description: '`ended` and `duration` list only closed ones.' }),
  order: z.enum(SORT_ORDERS).default('desc'),
};

/**
 * Refuses a filter with a range that ends before it begins.
 * @param field the body's field with the filter; absent: the filter is in the query
 * @throws Problem `impossible` when a range ends before it begins
 */
export function refuseReversedRanges(requested: RunQuery, field?: string): void {
  refuseReversed({ name: 'since', value: requested.since }, { name: 'until', value: requested.until }, field);
  const { ended_since: since, ended_until: until } = requested;
  refuseReversed({ name: 'ended_since', value: since }, { name: 'ended_until', value: until }, field);
}

/** Refuses an order in which no run with these statuses can be listed. @throws Problem `impossible` */
export function refuseOrder(order: RunOrder, statuses: readonly string[] | undefined): void {
  const fault = orderFault(order, statuses);
  if (fault === null) return;
  const detail = `sort (query) ${fault}.`;
  throw new Problem('impossible', detail, { errors: [{ in: 'query', pointer: '/sort', detail }] });
}
