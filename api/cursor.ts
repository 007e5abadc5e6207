import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from './problem.ts';

/**
 * Writes the cursor for the page after a position. The cursor holds the position and a digest of the list's filter: with another filter,
 * the next page would skip or repeat items.
 */
export function writeCursor(position: unknown, filter: unknown): string {
  return Buffer.from(JSON.stringify({ p: position, f: digestOf(filter) })).toString('base64url');
}

/**
 * Reads a cursor back.
 * @param filter the list's filter now, without `limit` and `cursor`
 * @returns null when there is no cursor
 * @throws Problem `bad-cursor`
 */
export function readCursor<Position extends z.ZodType>(
  cursor: string | undefined,
  position: Position,
  filter: unknown,
): z.output<Position> | null {
  // A client's loop may send an empty cursor for the first page.
  if (cursor === undefined || cursor === '') return null;
  const { p, f } = parse(cursor);
  const read = position.safeParse(p);
  if (!read.success || f !== digestOf(filter)) throw badCursor();
  return read.data;
}

function parse(cursor: string): { p?: unknown; f?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw badCursor();
  }
}

function badCursor(): Problem {
  const detail = 'The cursor takes the `next_cursor` of this list, requested with the same filters.';
  return new Problem('bad-cursor', detail, { errors: [{ in: 'query', pointer: '/cursor', detail }] });
}

const DIGEST_CHARACTERS = 16;

/** Returns a digest of a filter. It is equal for the same values, in any order of the fields. */
function digestOf(filter: unknown): string {
  const sorted = JSON.stringify(filter, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256')
    .update(sorted ?? '')
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);
}

/** A position in a list of runs: the last run's id, and the value that the list is sorted by. */
export const runPosition = z.strictObject({
  id: z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  value: z.int().nullable(),
});
