import { z } from '@hono/zod-openapi';
import type { KeysetPage, PageRequest } from '../db/keyset-page.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { Problem } from './problem.ts';
import type { Page } from './send-list.ts';

/** Prefix of PostgreSQL's codes for a value that its type does not allow. */
const BAD_VALUE_CODES = '22';

const position = z.array(z.string().max(1_000)).min(1).max(4);

interface RequestedPage {
  limit: number;
  cursor?: string | undefined;
  /** The list's filter. */
  filter: unknown;
}

/**
 * Reads the requested page of a list.
 * @param read reads the page at a position
 * @param toItem converts a row to an item of the response
 * @throws Problem `bad-cursor`
 */
export async function readPage<Row, Item>(
  { limit, cursor, filter }: RequestedPage,
  read: (page: PageRequest) => Promise<KeysetPage<Row>>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = readCursor(cursor, position, filter);
  try {
    const { items, next } = await read({ after, limit });
    return { items: items.map(toItem), next_cursor: next === null ? null : writeCursor(next, filter) };
  } catch (error) {
    if (after !== null && isBadValue(error))
      throw new Problem('bad-cursor', 'The cursor holds a position that this list does not have.', {
        cause: error,
      });
    throw error;
  }
}

function isBadValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith(BAD_VALUE_CODES);
}
