import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUsualOverCount } from '../../../domain/over-count.ts';

test.each([
  ['a menu of which nothing is missing', 0, [], true],
  ['the first one of which something is missing', 3, [], false],
  ['too few before it', 3, [3, 3], false],
  ['as much as always', 3, [3, 3, 3], true],
  ['less than always', 2, [3, 5, 4], true],
  ['more than always', 4, [3, 9, 9, 9, 9], false],
  ['one that was whole among those before', 1, [3, 3, 0, 3, 3], false],
])('%s: %i after %j', (...given) => {
  const [, missing, remembered, isUsual] = given;
  expect(isUsualOverCount(missing, remembered)).toBe(isUsual);
});

test('an over-count is usual exactly where at least three were remembered and all are as large', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(9), { maxLength: 5 }),
      (missing, remembered) => {
        const isUsual = remembered.length >= 3 && remembered.every((before) => before >= missing);
        expect(isUsualOverCount(missing, remembered)).toBe(isUsual);
      },
    ),
  );
});
