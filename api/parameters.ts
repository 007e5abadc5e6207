import { z } from '@hono/zod-openapi';
import { Problem } from './problem.ts';
import { plainText } from './schemas/plain-text.ts';
import { wordedText } from './schemas/worded-text.ts';

// Parameters that several lists take.

/** True or false, in a query. */
export const flagParameter = z.enum(['true', 'false']).transform((given) => given === 'true');

/** A number as JSON writes it. Other texts that JavaScript reads as a number, such as an empty one, are mistakes. */
const DECIMAL = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Returns the schema of a number that is given as text, in a query or a path. @param number the allowed values */
export function fromText<Schema extends z.ZodType<number, number>>(number: Schema) {
  return z.preprocess(
    (given) => (typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given),
    number,
  );
}

/** Returns the schema of one or several of these words, comma-separated, in a query. */
export function severalOf(names: readonly string[]) {
  const one = names.join('|');
  const several = `ne or several of ${names.join(', ')}, separated by commas`;
  return wordedText(new RegExp(`^(${one})(,(${one}))*$`), `o${several}`)
    .optional()
    .openapi({ description: `O${several}.`, examples: ['pending,running'] });
}

/** A text, in a query. */
export const textParameter = plainText({ least: 1, most: 200 });

const LAST_MS = Date.UTC(9999, 11, 31);

/** A time, in a query or a body. */
export const moment = z.iso.datetime({ offset: true }).openapi({ examples: ['2026-01-10T06:00:00Z'] });

/** The parameters that restrict a list to a time range; spread into `z.strictObject`. */
export const RANGE_PARAMETERS = {
  since: moment.optional().openapi({ description: 'At this time or later.' }),
  until: moment.optional().openapi({ description: 'Before this time.' }),
};

/**
 * Converts these parameters to times from 1970 to 9999, which the database can store: nothing of ours is older.
 * @throws Problem `impossible` when `since` is after `until`
 */
export function toRange({ since, until }: { since?: string | undefined; until?: string | undefined }): {
  since: Date | undefined;
  until: Date | undefined;
} {
  refuseReversed({ name: 'since', value: since }, { name: 'until', value: until });
  return {
    since: since === undefined ? undefined : momentOf(since),
    until: until === undefined ? undefined : momentOf(until),
  };
}

function momentOf(text: string): Date {
  return new Date(Math.min(Math.max(Date.parse(text), 0), LAST_MS));
}

interface Bound {
  name: string;
  /** A time as text, or a number. */
  value: string | number | undefined;
}

/**
 * Refuses a range that ends before it begins.
 * @param field the body's field with the bounds; absent: they are in the query
 * @throws Problem `impossible` that names both bounds
 */
export function refuseReversed(least: Bound, most: Bound, field?: string): void {
  if (least.value === undefined || most.value === undefined) return;
  if (!(orderOf(least.value) > orderOf(most.value))) return;
  const place = field === undefined ? 'query' : 'body';
  const name = field === undefined ? least.name : `${field}.${least.name}`;
  const detail = `${name} (${place}) must not be above ${most.name}, got ${least.value} and ${most.value}.`;
  const above = field === undefined ? '' : `/${field}`;
  const errors = [least, most].map(
    (bound) => ({ in: place, pointer: `${above}/${bound.name}`, detail }) as const,
  );
  throw new Problem('impossible', detail, { errors });
}

function orderOf(value: string | number): number {
  return typeof value === 'number' ? value : Date.parse(value);
}
