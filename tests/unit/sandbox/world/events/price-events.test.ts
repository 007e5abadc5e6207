import { describe, expect, it } from 'vitest';
import { pairsOf, storesFor } from './happening.ts';

const cents = (amount: number | null, factor: number) =>
  amount === null ? null : Math.round(amount * factor * 100) / 100 || null;

/** Returns a special price; null if it is not below the list price, because a price of one cent cannot be reduced. */
const special = (amount: number | null, factor: number) => {
  const reduced = cents(amount, factor);
  return amount !== null && reduced !== null && reduced < amount ? reduced : null;
};

describe.each([
  ['closing-sale', 0.4],
  ['all-on-sale', 0.8],
])('%s', (kind, factor) => {
  it('puts every option on sale at the same share of its list price, which stays', () => {
    for (const store of storesFor(kind)) {
      for (const { usual, changed } of pairsOf(store, kind)) {
        expect(changed.onSpecial).toBe(true);
        expect(changed.options).toEqual(
          usual.options.map((option) => ({
            ...option,
            specialRec: special(option.rec, factor),
            specialMed: special(option.med, factor),
          })),
        );
      }
    }
  });
});

describe('sale-ends', () => {
  it('leaves neither special prices nor offers', () => {
    for (const store of storesFor('sale-ends')) {
      for (const { usual, changed } of pairsOf(store, 'sale-ends')) {
        expect(changed).toMatchObject({ onSpecial: false, specialRec: null, specialMed: null });
        expect(changed.options).toEqual(
          usual.options.map((option) => ({ ...option, specialRec: null, specialMed: null })),
        );
      }
    }
  });
});

describe.each([
  ['price-rise', 1.08, 1.08],
  ['new-tax', 1.1, 1],
])('%s', (kind, rec, med) => {
  it(`makes recreational prices ${rec} and medical prices ${med} times what they were`, () => {
    for (const store of storesFor(kind)) {
      for (const { usual, changed } of pairsOf(store, kind)) {
        expect(changed.options.map((option) => [option.rec, option.med])).toEqual(
          usual.options.map((option) => [cents(option.rec, rec), cents(option.med, med)]),
        );
      }
    }
  });
});

it('a new tax needs a store that sells recreationally', () => {
  const licences = storesFor('new-tax').map((store) => store.profileAt(0).place.licence);
  expect(licences).not.toContain('medical');
  expect(licences.length).toBeGreaterThan(0);
});
