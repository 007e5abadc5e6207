import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCapturedProduct } from '../../../../sandbox/world/captured-truth.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import { ODDITIES } from '../../../../sandbox/world/oddity.ts';
import { planProduct } from '../../../../sandbox/world/plan-product.ts';
import { makeWorldTruth } from '../../../../sandbox/world/world.ts';
import type { MenuEntry } from '../../../../sandbox/world/world.ts';

const usual = { seed: 1, dispensaries: 12, products: 120 };

describe('a generated world', () => {
  it('is the same for the same seed, whatever was asked of it before', () => {
    const [one, other] = [generateWorld(usual), generateWorld(usual)];
    makeWorldTruth(one, 7);
    expect(makeWorldTruth(one, 2)).toEqual(makeWorldTruth(other, 2));
    expect(one.stores[3]?.menuAt(2).map((entry) => entry.record)).toEqual(
      other.stores[3]?.menuAt(2).map((entry) => entry.record),
    );
  });

  it('is another one for another seed', () => {
    const ids = (seed: number) => generateWorld({ ...usual, seed }).stores.map((store) => store.platformId);
    expect(ids(1).filter((id) => ids(2).includes(id))).toEqual([]);
  });

  it('gives every store an id and a slug of its own, in both spellings of ids', () => {
    const stores = generateWorld({ seed: 5, dispensaries: 60, products: 20 }).stores.map((store) =>
      store.profileAt(0),
    );
    expect(new Set(stores.map((store) => store.platformId)).size).toBe(stores.length);
    expect(new Set(stores.map((store) => store.slug)).size).toBe(stores.length);
    expect(stores.filter((store) => /^[0-9A-Za-z]{17}$/.test(store.platformId)).length).toBeGreaterThan(5);
    expect(stores.filter((store) => /^[0-9a-f]{24}$/.test(store.platformId)).length).toBeGreaterThan(30);
  });

  it('knows the same article by one id in the stores of a chain, and has products without one', () => {
    const stores = makeWorldTruth(generateWorld(usual), 0).dispensaries;
    const byId = Map.groupBy(
      stores.flatMap(({ platformId, products }) => products.map((product) => ({ platformId, product }))),
      ({ product }) => product.enterpriseProductId,
    );
    expect(byId.get(null)?.length).toBeGreaterThan(100);
    byId.delete(null);
    for (const [id, shown] of byId) {
      expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(new Set(shown.map(({ product }) => `${product.brand} ${product.name}`)).size).toBe(1);
    }
    const shared = [...byId.values()].filter(
      (shown) => new Set(shown.map(({ platformId }) => platformId)).size > 1,
    );
    expect(shared.length).toBeGreaterThan(10);
  });

  it('shows the logo of a brand beside its name, in its record, at both places or nowhere', () => {
    const stores = generateWorld(usual).stores;
    const places = stores.flatMap((store) =>
      store.menuAt(0).map(({ record, truth }) => {
        const within = (record['brand'] as { imageUrl: string | null } | null)?.imageUrl ?? null;
        expect(truth.brandImageUrl).toBe(record['brandLogo'] ?? within);
        return `${record['brandLogo'] === null ? '' : 'beside'} ${within === null ? '' : 'within'}`.trim();
      }),
    );
    expect(new Set(places)).toEqual(new Set(['beside within', 'beside', 'within', '']));
  });

  it('has a store whose menu needs three pages of a hundred', () => {
    const sizes = makeWorldTruth(generateWorld({ ...usual, products: 100 }), 0).dispensaries.map(
      (store) => store.products.length,
    );
    expect(Math.max(...sizes)).toBeGreaterThan(200);
  });

  it('has a store whose address differs from the name in its data', () => {
    const stores = makeWorldTruth(generateWorld(usual), 0).dispensaries;
    expect(stores.filter((store) => store.slug !== store.cName)).toHaveLength(1);
  });

  it('has test shops by name, one of them with an empty menu', () => {
    const shops = makeWorldTruth(generateWorld(usual), 0).dispensaries.filter((store) => store.isTestShop);
    for (const word of ['sandbox', '(demo', 'dnu', 'test']) {
      expect(shops.some((shop) => shop.name.toLowerCase().includes(word))).toBe(true);
    }
    expect(shops.some((shop) => shop.products.length === 0)).toBe(true);
  });

  it('has no test shops when no dispensary is asked for', () => {
    expect(generateWorld({ ...usual, dispensaries: 0 }).stores).toEqual([]);
  });

  it('deals out every oddity in a usual world', () => {
    const store = { seed: 1, storeIndex: 0, storeId: 'a', licence: 'both', stock: 'till' } as const;
    const dealt = new Set(Array.from({ length: 300 }, (_, index) => planProduct(store, index).oddity));
    expect(ODDITIES.filter((oddity) => !dealt.has(oddity))).toEqual([]);
  });

  it('tells of every product what the definitions read out of the record that it serves', () => {
    const worlds = fc.record({
      seed: fc.nat(),
      dispensaries: fc.integer({ min: 1, max: 5 }),
      products: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(worlds, fc.nat({ max: 30 }), (options, pass) => {
        for (const entry of entriesOf(options, pass)) {
          const { imageOk: _served, ...read } = makeCapturedProduct(entry.record);
          const { imageOk: _known, ...reported } = entry.truth;
          expect(reported).toEqual(read);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('never shows money with more than two decimals or below zero', () => {
    for (const { truth } of entriesOf(usual, 3)) {
      for (const price of truth.options.flatMap((option) => [
        option.rec,
        option.med,
        option.specialRec,
        option.specialMed,
      ])) {
        expect(price === null || (price > 0 && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6)).toBe(
          true,
        );
      }
    }
  });

  it('sells nothing recreational in a medical-only store', () => {
    const store = makeWorldTruth(generateWorld(usual), 0).dispensaries.find(({ state }) => state === 'PA');
    expect(store?.products.every((product) => product.priceRec === null && product.specialRec === null)).toBe(
      true,
    );
    expect(store?.products.some((product) => product.priceMed !== null)).toBe(true);
  });
});

describe('the records of a usual world', () => {
  const records = entriesOf(usual, 0).map((entry) => entry.record);
  const has = (isOdd: (record: Record<string, unknown>) => boolean) => records.some(isOdd);

  it.each<[string, (record: Record<string, unknown>) => boolean]>([
    [
      'stock counted by hand and no till',
      (record) => record['POSMetaData'] === null && record['manualInventory'] !== null,
    ],
    [
      'no stock figures at all',
      (record) => record['POSMetaData'] === null && record['manualInventory'] === null,
    ],
    [
      'an offer without the special flag',
      (record) => record['special'] === null && record['specialData'] !== null,
    ],
    ['no brand', (record) => record['brand'] === null],
    ['a brand with a trailing blank', (record) => String(record['brandName']).endsWith(' ')],
    ['no recreational price list', (record) => record['recPrices'] === null],
    [
      'an empty recreational price list',
      (record) => Array.isArray(record['recPrices']) && record['recPrices'].length === 0,
    ],
    ['potency without a range', (record) => JSON.stringify(record['THCContent']).includes('"range":null')],
    ['no image', (record) => record['Image'] === ''],
    ['the option N/A', (record) => JSON.stringify(record['Options']) === '["N/A"]'],
    ['an old concentrate option', (record) => /"\d(\.\d)?gC"/.test(JSON.stringify(record['Options']))],
    ['numbers as text in an offer', (record) => JSON.stringify(record['specialData']).includes('"40.00"')],
    ['a price of zero', (record) => JSON.stringify(record['Prices']).startsWith('[0')],
    ['an emoji in a name', (record) => /\p{Extended_Pictographic}/u.test(String(record['Name']))],
    ['a hole in the special prices', (record) => JSON.stringify(record['recSpecialPrices']).includes('null')],
    [
      'more than a hundred percent',
      (record) => JSON.stringify(record['THCContent']).includes('"PERCENTAGE","range":[492]'),
    ],
  ])('hold %s', (_, isOdd) => {
    expect(has(isOdd)).toBe(true);
  });

  it('never say false for special, and give creation as milliseconds in text', () => {
    expect(records.every((record) => record['special'] === true || record['special'] === null)).toBe(true);
    expect(records.every((record) => /^\d{13}$/.test(String(record['createdAt'])))).toBe(true);
  });

  it('show no till quantity above its cap', () => {
    const children = records.flatMap(
      (record) =>
        (record['POSMetaData'] as { children: { quantity: number | null }[] } | null)?.children ?? [],
    );
    const quantities = children.map((child) => child.quantity).filter((quantity) => quantity !== null);
    expect(Math.max(...quantities)).toBe(25);
  });
});

function entriesOf(options: typeof usual, pass: number): MenuEntry[] {
  return generateWorld(options).stores.flatMap((store) => store.menuAt(pass));
}
