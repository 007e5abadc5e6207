import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizerOf } from '../../../../platforms/blaze/normalize-product.ts';
import { changeSomewhere } from '../../../conformance/change-somewhere.ts';
import { makeRawProduct, makeSize } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

test('every whole number of cents up to the bound becomes exactly that many dollars and cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (cents) => {
      const result = normalizeProduct(
        makeRawProduct({ variants: [makeSize({ unit_price: { amount: cents } })] }),
      );
      const [dollars, rest] = (result.ok ? (result.product.priceRec ?? '') : '').split('.');
      expect(BigInt(dollars ?? '') * 100n + BigInt(rest ?? '')).toBe(BigInt(cents));
      expect(rest).toHaveLength(2);
    }),
    { numRuns: 2000 },
  );
});

test('one odd attribute costs the attribute, never the product', () => {
  const optional = Object.keys(makeRawProduct()['attributes'] as object).filter((name) => name !== 'name');
  fc.assert(
    fc.property(fc.constantFrom(...optional), fc.anything(), (name, value) => {
      expect(normalizeProduct(makeRawProduct({ [name]: value }))).toMatchObject({
        ok: true,
        product: { name: 'Copper Canyon | Flower' },
      });
    }),
    { numRuns: 1000 },
  );
});

test('one odd size costs the size, never the others', () => {
  const good = makeSize({ size: 'good', unit_price: { amount: 1234 } });
  fc.assert(
    fc.property(changeSomewhere(makeSize()), (odd) => {
      const result = normalizeProduct(makeRawProduct({ variants: [odd, good] }));
      expect(result).toMatchObject({ ok: true });
      expect(JSON.stringify(result)).toMatch(/"option":"good".*"rec":"12\.34"/);
    }),
    { numRuns: 1000 },
  );
});

test('the same product gives the same result', () => {
  fc.assert(
    fc.property(changeSomewhere(makeRawProduct()), (raw) => {
      expect(normalizeProduct(raw)).toEqual(normalizeProduct(structuredClone(raw)));
    }),
  );
});
