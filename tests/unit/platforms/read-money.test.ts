import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSpecial } from '../../../platforms/read-money.ts';
import type { Source } from '../../../platforms/read-fields.ts';

test('a special price stands exactly where it is below the list price, and is noted elsewhere', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  const near = cents.chain((list) =>
    fc.tuple(fc.constant(list), fc.oneof(cents, fc.constantFrom(list, list + 1, Math.max(1, list - 1)))),
  );
  fc.assert(
    fc.property(near, ([listCents, specialCents]) => {
      const [list, special] = [(listCents / 100).toFixed(2), (specialCents / 100).toFixed(2)];
      const source: Source = { record: {}, place: '', flaws: [] };
      const isBelow = specialCents < listCents;
      expect(readSpecial(source, 'special', { special, list })).toBe(isBelow ? special : null);
      expect(source.flaws).toHaveLength(isBelow ? 0 : 1);
    }),
  );
});
