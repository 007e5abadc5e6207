import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import type { ProductTruth } from '../../../../sandbox/world/product-truth.ts';
import { makeWorldTruth } from '../../../../sandbox/world/world.ts';
import type { World } from '../../../../sandbox/world/world.ts';

const usual = { seed: 3, dispensaries: 4, products: 60 };

function productsAt(world: World, pass: number): Map<string, ProductTruth> {
  const stores = makeWorldTruth(world, pass).dispensaries;
  return new Map(
    stores.flatMap((store) =>
      store.products.map((product) => [`${store.platformId}/${product.id}`, product]),
    ),
  );
}

function quantityOf(product: ProductTruth): number {
  return product.options.reduce((sum, option) => sum + (option.quantity ?? 0), 0);
}

describe('the step from pass 0 to pass 1', () => {
  it('shows every kind of change, even in the smallest world that promises it', () => {
    const worlds = fc.record({ seed: fc.nat(), dispensaries: fc.constant(2), products: fc.constant(20) });
    fc.assert(
      fc.property(worlds, (options) => {
        const world = generateWorld(options);
        const [before, after] = [productsAt(world, 0), productsAt(world, 1)];
        const both = [...before].flatMap(([key, was]) => {
          const is = after.get(key);
          return is ? [[was, is] as const] : [];
        });
        expect(both.some(([was, is]) => was.priceRec !== is.priceRec)).toBe(true);
        expect(both.some(([was, is]) => !was.onSpecial && is.specialRec !== null)).toBe(true);
        expect(both.some(([was, is]) => was.specialRec !== null && !is.onSpecial)).toBe(true);
        expect(both.some(([was, is]) => was.inStock && !is.inStock)).toBe(true);
        expect(both.some(([was, is]) => !was.inStock && is.inStock)).toBe(true);
        expect(
          both.some(([was, is]) => is.inStock && was.inStock && quantityOf(was) !== quantityOf(is)),
        ).toBe(true);
        expect([...before.keys()].some((key) => !after.has(key))).toBe(true);
        expect([...after.keys()].some((key) => !before.has(key))).toBe(true);
        const slugs = (pass: number) => makeWorldTruth(world, pass).dispensaries.map((store) => store.slug);
        expect(slugs(0)).not.toEqual(slugs(1));
      }),
      { numRuns: 25 },
    );
  });
});

describe('sales', () => {
  it('lower some price wherever there is one, but for the oddity of prices above the list', () => {
    const plainStores = { seed: fc.nat(), dispensaries: fc.constant(2), products: fc.constant(40) };
    fc.assert(
      fc.property(fc.record(plainStores), fc.nat(12), (options, pass) => {
        const { stores } = generateWorld(options);
        const records = stores.flatMap((store) => store.menuAt(pass).map(({ record }) => record));
        for (const record of records) {
          const [list, special] = [record['recPrices'], record['recSpecialPrices']] as (number | null)[][];
          const raised = (special ?? []).flatMap((price, place) => {
            const base = list?.[place] ?? null;
            return price === null || base === null || price < base ? [] : [Math.round(price - base)];
          });
          expect(raised.every((dollars) => dollars === 5)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('products over the passes', () => {
  const world = generateWorld(usual);
  const passes = Array.from({ length: 25 }, (_, pass) => productsAt(world, pass));
  const keys = new Set(passes.flatMap((products) => [...products.keys()]));
  const absences = [...keys].flatMap((key) => {
    const marks = passes.map((products) => (products.has(key) ? 'x' : '.')).join('');
    return [...marks.matchAll(/(?<=x)\.+(?=x|$)/g)].map(({ 0: gap, index }) => ({
      length: gap.length,
      returns: index + gap.length < passes.length,
    }));
  });

  it('leave for exactly one pass', () => {
    expect(absences.some(({ length, returns }) => length === 1 && returns)).toBe(true);
  });

  it('come back after more than three passes', () => {
    expect(absences.some(({ length, returns }) => length > 3 && returns)).toBe(true);
  });

  it('leave for good', () => {
    expect(absences.some(({ length, returns }) => length > 15 && !returns)).toBe(true);
  });

  it('keep arriving after the first passes', () => {
    const early = new Set(passes.slice(0, 5).flatMap((products) => [...products.keys()]));
    expect([...keys].some((key) => !early.has(key))).toBe(true);
  });

  it('stay on the menu for the most part, so that no pass looks like an outage', () => {
    const sizes = passes.map((products) => products.size);
    expect(Math.min(...sizes)).toBeGreaterThan(Math.max(...sizes) * 0.8);
  });
});

describe('a store that moves', () => {
  it('keeps its id and remembers its old name', () => {
    const store = generateWorld(usual).stores[1];
    const [before, after] = [store?.profileAt(0), store?.profileAt(1)];
    expect(after?.platformId).toBe(before?.platformId);
    expect(after?.cName).not.toBe(before?.cName);
    expect(after?.pastCNames).toEqual([before?.cName, after?.cName]);
  });
});
