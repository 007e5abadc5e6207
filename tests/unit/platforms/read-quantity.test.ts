import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OptionSize } from '../../../domain/option-size.ts';
import { readQuantity } from '../../../platforms/read-quantity.ts';

const read = (left: unknown, size: OptionSize | null) =>
  readQuantity({ record: { left }, place: '', flaws: [] }, 'left', size);
const sizes = fc.constantFrom<(OptionSize | null)[]>(
  { amount: 1, unit: 'g' },
  { amount: 100, unit: 'mg' },
  { amount: 30, unit: 'ml' },
  null,
);

test('text and number are one, whatever the size', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9, max: 10_000 }), fc.nat(99), sizes, (whole, hundredths, size) => {
      const text = `${whole}.${String(hundredths).padStart(2, '0')}`;
      expect(read(text, size)).toBe(read(Number(text), size));
    }),
  );
});

test('what is sold by weight is never nothing while some is left; pieces are whole', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), sizes, (left, size) => {
      expect(read(left, size)).toBe(size?.unit === 'g' ? 1 : 0);
      expect(read(left + 3, size)).toBe(3);
    }),
  );
});
