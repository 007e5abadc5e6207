import { describe, expect, it } from 'vitest';
import { FROM_PASS, happening, pairsOf, storesFor } from './happening.ts';

describe('goes-recreational', () => {
  it('adds recreational prices to a medical store, and leaves the medical ones', () => {
    const stores = storesFor('goes-recreational');
    expect(new Set(stores.map((store) => store.profileAt(0).place.licence))).toEqual(new Set(['medical']));
    for (const store of stores) {
      expect(happening(store, 'goes-recreational').profileAt(FROM_PASS).place.licence).toBe('both');
      const pairs = pairsOf(store, 'goes-recreational');
      expect(pairs.every(({ usual }) => usual.priceRec === null)).toBe(true);
      // A product whose price is 0 has no price on either menu.
      expect(pairs.every(({ usual, changed }) => changed.priceRec !== null || usual.priceMed === null)).toBe(
        true,
      );
      expect(pairs.map(({ changed }) => changed.priceMed)).toEqual(pairs.map(({ usual }) => usual.priceMed));
    }
  });
});

describe('drops-medical', () => {
  it('takes the medical prices away, and leaves the recreational ones', () => {
    const stores = storesFor('drops-medical');
    expect(new Set(stores.map((store) => store.profileAt(0).place.licence))).toEqual(new Set(['both']));
    for (const store of stores) {
      expect(happening(store, 'drops-medical').profileAt(FROM_PASS).place.licence).toBe('recreational');
      for (const { usual, changed } of pairsOf(store, 'drops-medical'))
        expect(changed).toMatchObject({ priceMed: null, specialMed: null, priceRec: usual.priceRec });
    }
  });
});
