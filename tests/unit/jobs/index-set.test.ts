import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packIndexes, unpackIndexes } from '../../../jobs/index-set.ts';

test('packed indexes come back as they were', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000)), (indexes) => {
      const ascending = indexes.toSorted((one, other) => one - other);
      expect(unpackIndexes(packIndexes(ascending))).toEqual(ascending);
    }),
  );
});
