import { describe, expect, it } from 'vitest';
import { pairsOf, storesFor } from './happening.ts';
import type { Pair } from './happening.ts';

const CAP = 25;

function pairs(kind: string, age = 0): Pair[] {
  return storesFor(kind).flatMap((store) => pairsOf(store, kind, age));
}

/** Returns the quantities of options without and with the event, for options whose quantity the menu states. */
function counts(kind: string, age = 0): { usual: number; changed: number | null; capped: boolean }[] {
  return pairs(kind, age).flatMap(({ usual, changed }) =>
    usual.options.flatMap(({ quantity, quantityCapped: capped }, at) =>
      quantity === null ? [] : [{ usual: quantity, changed: changed.options[at]!.quantity, capped }],
    ),
  );
}

describe('closed-for-renovation', () => {
  it('leaves nothing in stock', () => {
    expect(pairs('closed-for-renovation').filter(({ changed }) => changed.inStock)).toEqual([]);
  });

  it('keeps what is counted on the menu', () => {
    const counted = pairs('closed-for-renovation').filter(
      ({ usual, changed }) => usual.inStock && changed.options.every(({ quantity }) => quantity === 0),
    );
    expect(counted.length).toBeGreaterThan(100);
    expect(counted.every(({ entry }) => entry.isActive)).toBe(true);
  });
});

describe('restock', () => {
  it('shows 3 of each option, and 300 a pass later, as far as the menu counts', () => {
    expect(new Set(counts('restock').map(({ changed }) => changed))).toEqual(new Set([3]));
    expect(new Set(counts('restock', 1).map(({ changed }) => changed))).toEqual(new Set([CAP, 300]));
    expect(counts('restock', 40).map(({ changed }) => changed)).toEqual(
      counts('restock', 40).map(({ usual }) => usual),
    );
  });
});

describe('sell-out-day', () => {
  it('empties most counted shelves for six passes', () => {
    for (const age of [0, 5]) {
      const all = counts('sell-out-day', age);
      const empty = all.filter(({ changed }) => changed === 0);
      expect(empty.length / all.length).toBeGreaterThan(0.8);
      expect(empty.length).toBeLessThan(all.length);
    }
    for (const { usual, changed } of pairs('sell-out-day', 6)) expect(changed).toEqual(usual);
  });
});

describe('quantities-unreported', () => {
  it('says no quantity, and has neither a till nor a count', () => {
    for (const { changed, entry } of pairs('quantities-unreported')) {
      expect(changed.options.every(({ quantity }) => quantity === null)).toBe(true);
      expect(entry.record).toMatchObject({ POSMetaData: null, manualInventory: null });
    }
  });
});

describe('counted-by-hand', () => {
  it('has a count in place of the till, and no cap', () => {
    for (const { changed, entry } of pairs('counted-by-hand')) {
      expect(entry.record).toMatchObject({ POSMetaData: null });
      expect(changed.options.every(({ quantityCapped }) => !quantityCapped)).toBe(true);
    }
    const all = counts('counted-by-hand');
    const wrong = all.filter(({ usual, changed, capped }) =>
      capped ? changed === null || changed < CAP : changed !== usual,
    );
    expect(wrong).toEqual([]);
    expect(all.some(({ capped }) => capped)).toBe(true);
  });
});

describe('count-too-high', () => {
  it('shows 3 more of everything that is counted, up to the cap of the till', () => {
    for (const { usual, changed, capped } of counts('count-too-high'))
      expect([usual + 3, CAP]).toContain(capped ? CAP : changed);
    expect(counts('count-too-high').some(({ usual, changed }) => changed === usual + 3)).toBe(true);
    expect(counts('count-too-high', 30).some(({ usual, changed }) => changed === usual + 3)).toBe(true);
  });
});
