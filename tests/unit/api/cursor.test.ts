import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../../api/cursor.ts';
import { Problem } from '../../../api/problem.ts';

const POSITION = z.tuple([z.string(), z.int()]);

test('a cursor gives its position back with the same filter, in whatever order it is said', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.string(), fc.maxSafeInteger()),
      fc.dictionary(fc.string(), fc.string()),
      (position, filter) => {
        const reordered = Object.fromEntries(Object.entries(filter).reverse());
        expect(readCursor(writeCursor(position, filter), POSITION, reordered)).toEqual(position);
      },
    ),
  );
});

test('a cursor is refused with another filter', () => {
  const cursor = writeCursor(['a', 1], { role: 'payload_fetch' });
  expect(() => readCursor(cursor, POSITION, { role: 'product_refresh' })).toThrow(Problem);
});

test('whatever is no cursor is refused, and none is none', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      expect(() => readCursor(text, POSITION, {})).toThrow(Problem);
    }),
  );
  for (const none of [undefined, '']) expect(readCursor(none, POSITION, {})).toBeNull();
});
