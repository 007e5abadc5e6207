import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentUnitOfEdibles } from '../../../platforms/read-edibles.ts';

const stated = fc.record({
  numbers: fc.array(fc.double({ min: 0, max: 2_000_000, noNaN: true }), { maxLength: 3 }),
  unit: fc.constantFrom('PERCENTAGE', 'MILLIGRAMS', 'UNKNOWN'),
});

test('the percentages of edibles are milligrams when one can be no percentage, at any place, and does not stand alone', () => {
  fc.assert(
    fc.property(fc.array(fc.array(stated, { maxLength: 3 })), (edibles) => {
      const highest = edibles
        .filter((of) => !of.some(({ unit }) => unit === 'MILLIGRAMS'))
        .map((of) => of.flatMap(({ numbers, unit }) => (unit === 'PERCENTAGE' ? numbers : [])))
        .map((shares) => shares.filter((share) => share < 1_000_000 && share > 0))
        .filter((shares) => shares.length > 0)
        .map((shares) => Math.max(...shares));
      const high = highest.filter((share) => share >= 100).length;
      const isMilligrams = highest.some((share) => share > 100) && high / highest.length >= 0.1;
      const expected = isMilligrams ? 'MILLIGRAMS' : 'PERCENTAGE';
      expect(percentUnitOfEdibles(edibles)).toBe(expected);
      expect(percentUnitOfEdibles(edibles.toReversed())).toBe(expected);
    }),
  );
});

test('one slip among many percentages changes none of them', () => {
  const percentages = Array.from({ length: 30 }, () => [{ numbers: [0.2], unit: 'PERCENTAGE' }]);
  expect(percentUnitOfEdibles([...percentages, [{ numbers: [492], unit: 'PERCENTAGE' }]])).toBe('PERCENTAGE');
});
