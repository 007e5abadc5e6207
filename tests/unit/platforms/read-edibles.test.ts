import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentUnitOfEdibles } from '../../../platforms/read-edibles.ts';

const stated = fc.record({
  numbers: fc.array(fc.double({ min: 0, max: 2_000_000, noNaN: true }), { maxLength: 3 }),
  unit: fc.constantFrom('PERCENTAGE', 'MILLIGRAMS', 'UNKNOWN'),
});

test('the percentages of edibles are milligrams when one of them, at any place of the menu, can be no percentage', () => {
  fc.assert(
    fc.property(fc.array(fc.array(stated, { maxLength: 3 })), (edibles) => {
      const shares = edibles.flat().flatMap(({ numbers, unit }) => (unit === 'PERCENTAGE' ? numbers : []));
      const isMilligrams = shares.some((share) => share > 100 && share < 1_000_000);
      const expected = isMilligrams ? 'MILLIGRAMS' : 'PERCENTAGE';
      expect(percentUnitOfEdibles(edibles)).toBe(expected);
      expect(percentUnitOfEdibles(edibles.toReversed())).toBe(expected);
    }),
  );
});
