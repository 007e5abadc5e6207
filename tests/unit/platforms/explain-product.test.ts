import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import type { Flaw } from '../../../domain/product.ts';
import { explainProduct, TooLargeToExplain, type Explanation } from '../../../platforms/explain-product.ts';
import { flattenProduct } from '../../../platforms/flatten-product.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { generateRestStores } from '../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../sandbox/world/generate-world.ts';
import { makeRawProduct } from './dutchie/make-raw-product.ts';

const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));
const recipe = { seed: 7, dispensaries: 3, products: 20, restDispensaries: 3 };
const stores = { dutchie: generateWorld(recipe).stores, blaze: generateRestStores(recipe) };

function explain(raw: unknown, name: PlatformName = 'dutchie', menu: unknown[] = [raw]) {
  const explanations = explainProduct(platforms[name], menu, raw) ?? [];
  return (value: string): Explanation | undefined => explanations.find((of) => of.value === value);
}

function pathsOf(explanation: Explanation | undefined): string[] | undefined {
  return explanation?.from.map(({ path }) => path);
}

function describeFlaw({ cost, place, reason }: Flaw): string {
  return `${cost} ${place} ${reason}`;
}

test.each(PLATFORM_NAMES)(
  "tells each value of every product of the sandbox's menus of %s as the normalizer makes it",
  { timeout: 60_000 },
  (name) => {
    const platform = platforms[name];
    let products = 0;
    for (const store of stores[name]) {
      const menu = store.menuAt(0).map(({ record }) => record);
      const normalize = platform.normalizerOf(menu);
      for (const raw of menu) {
        const before = JSON.stringify(raw);
        const normalized = normalize(raw);
        const explanations = explainProduct(platform, menu, raw);
        expect(JSON.stringify(raw)).toBe(before);
        expect(normalized.ok).toBe(explanations !== null);
        if (!normalized.ok || explanations === null) continue;
        products += 1;
        const values = explanations.filter(({ value }) => value !== null);
        const reported = new Map<string | null, unknown>(values.map(({ value, result }) => [value, result]));
        expect(reported).toEqual(flattenProduct(normalized.product).values);
        // Every stated value has a source, except texts that are the same for all offers of a kind. Every value has a rule.
        expect(
          values.filter(
            ({ value, result, from, rule }) =>
              rule === '' ||
              (['string', 'number'].includes(typeof result) &&
                from.length === 0 &&
                !/^specials.*\.(type|\w+Join|of|operator|products)$/.test(value ?? '')),
          ),
        ).toEqual([]);
        const refused = explanations.flatMap((explanation) => explanation.flaws);
        expect(new Set(refused.map(describeFlaw))).toEqual(new Set(normalized.flaws.map(describeFlaw)));
      }
    }
    expect(products).toBeGreaterThan(50);
  },
);

describe('explaining a product', () => {
  test('tells the field of a price and its raw value', () => {
    const of = explain(makeRawProduct({ Options: ['1g', '3.5g'], recPrices: ['10', 30] }));
    expect(of('options[0].rec')).toMatchObject({
      result: '10.00',
      from: [{ path: 'recPrices[0]', raw: '10' }],
      rule: expect.stringContaining('read as money'),
    });
    expect(pathsOf(of('options[1].rec'))).toEqual(['recPrices[1]']);
  });

  test('tells the entry of the till by which a quantity was found, wherever it stands', () => {
    const children = [
      { option: '3.5g', quantityAvailable: null, quantity: 4 },
      { option: '1g', quantityAvailable: 2 },
    ];
    const of = explain(
      makeRawProduct({ Options: ['1g', '3.5g'], rawOptions: [], POSMetaData: { children } }),
    );
    const quantity = of('options[1].quantity');
    expect(quantity).toMatchObject({ result: 4, rule: expect.stringContaining('the option 3.5g') });
    expect(pathsOf(quantity)?.toSorted()).toEqual([
      'Options[1]',
      'POSMetaData.children[0].option',
      'POSMetaData.children[0].quantity',
      'POSMetaData.children[0].quantityAvailable',
    ]);
  });

  test('names no field that was not used because an earlier one says it', () => {
    const of = explain(makeRawProduct({ brand: { id: 'b', name: 'Acre' }, brandId: 'b', brandName: 'Acre' }));
    expect(pathsOf(of('brandId'))).toEqual(['brand.id']);
    expect(pathsOf(of('brandName'))).toEqual(['brand.name']);
  });

  test('names all that is enough on its own where no single one makes a difference', () => {
    const child = (option: string) => ({ option, quantityAvailable: 5 });
    const children = [child('1g'), child('2g')];
    const of = explain(makeRawProduct({ Options: ['1g', '2g'], rawOptions: [], POSMetaData: { children } }));
    expect(pathsOf(of('inStock'))).toEqual(
      expect.arrayContaining([
        'Status',
        'POSMetaData.children[0].quantityAvailable',
        'POSMetaData.children[1].quantityAvailable',
      ]),
    );
    const specials = explain(
      makeRawProduct({
        Options: ['1g'],
        recPrices: [10],
        medicalPrices: [10],
        recSpecialPrices: [5],
        medicalSpecialPrices: [6],
      }),
    );
    expect(pathsOf(specials('onSpecial'))).toEqual(
      expect.arrayContaining(['recSpecialPrices[0]', 'medicalSpecialPrices[0]']),
    );
  });

  test('says what is not stated', () => {
    const of = explain({ id: 'a', Name: 'Fern' });
    expect(of('strainType')).toEqual({
      value: 'strainType',
      result: null,
      from: [],
      rule: 'not stated',
      flaws: [],
    });
  });

  test('tells what was refused beside the value that it cost, and what cost no value at the end', () => {
    const raw = makeRawProduct({
      Options: ['1g', true],
      recPrices: ['ten', 5],
      recSpecialPrices: [],
      createdAt: 'never',
    });
    const of = explain(raw);
    expect(of('options[0].rec')).toMatchObject({ result: null, flaws: [{ place: 'recPrices[0]' }] });
    expect(of('createdAt')).toMatchObject({ result: null, flaws: [{ place: 'createdAt' }] });
    const surplus = explainProduct(platforms.dutchie, [], {
      id: 'a',
      Name: 'Fern',
      Options: ['1g'],
      recPrices: [1, 2],
    });
    expect(surplus?.at(-1)).toMatchObject({
      value: null,
      from: [{ path: 'recPrices[1]', raw: 2 }],
      flaws: [{ place: 'recPrices[1]' }],
    });
  });

  test('says where the rest of the menu has a say', () => {
    const edible = (id: string, most: number) =>
      makeRawProduct({ id, type: 'Edible', THCContent: { unit: 'PERCENTAGE', range: [most] } });
    const menu = [edible('a', 10), edible('b', 500)];
    expect(explain(menu[0], 'dutchie', menu)('thc.unit')).toMatchObject({
      result: 'MILLIGRAMS',
      rule: expect.stringContaining('the rest of the menu decides it'),
    });
    expect(explain(menu[0])('thc.unit')?.rule).not.toContain('menu');
  });

  test('shortens long texts', () => {
    const [from] = explain(makeRawProduct({ Name: 'x'.repeat(500) }))('name')?.from ?? [];
    expect(from).toEqual({ path: 'Name', raw: `${'x'.repeat(80)}…` });
  });

  test('refuses a product with more values than can be tried out', () => {
    const raw = makeRawProduct({ optionsBelowThreshold: Array.from({ length: 3000 }, String) });
    expect(() => explainProduct(platforms.dutchie, [raw], raw)).toThrow(TooLargeToExplain);
  });
});
