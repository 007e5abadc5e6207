import { describe, expect, test } from 'vitest';
import { platformSettings } from '../../config/platform-settings.ts';
import { readEnvironment } from '../../config/environment.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import type { CanonicalOption, CanonicalProduct, NormalizedProduct } from '../../domain/product.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { RAW_PRODUCTS, type PlainProduct } from './raw-products.ts';

// What the words and numbers of a menu mean does not depend on the platform, so all platforms must pass the same table.

const registry = createPlatformRegistry(platformSettings(readEnvironment({})));

const SIZE = { label: '3.5g', list: 30, special: null, quantity: 4 };
const PLAIN: PlainProduct = {
  id: 'p1',
  name: 'Fern',
  category: 'Flower',
  isActive: true,
  sizes: [SIZE],
  thc: null,
  hasOffer: false,
};

/** Returns a product with one size, which has these changes. */
const sized = (change: Partial<PlainProduct['sizes'][number]>): Partial<PlainProduct> => ({
  sizes: [{ ...SIZE, ...change }],
});

interface Expected extends Partial<Omit<CanonicalProduct, 'options'>> {
  options?: Partial<CanonicalOption>[];
}

interface Rule {
  rule: string;
  product: Partial<PlainProduct>;
  expected: Expected;
  /** The number of options and values that are left out or doubted. */
  flaws?: number;
}

const RULES: Rule[] = [
  { rule: 'a plain product has no flaw', product: {}, expected: { priceRec: '30.00', inStock: true } },
  {
    rule: 'what is not active is not in stock',
    product: { isActive: false },
    expected: { status: 'Inactive', inStock: false, quantity: 4 },
  },
  {
    rule: 'without a status a product is in stock',
    product: { isActive: null },
    expected: { status: null, inStock: true },
  },
  ...[
    { isActive: 1, status: '1' },
    { isActive: { name: 'Active' }, status: 'an object' },
    { isActive: ['Active'], status: 'a list' },
    { isActive: 'LIVE', status: 'LIVE' },
  ].map(({ isActive, status }) => ({
    rule: `a status that is ${status} is a word that nobody knows`,
    product: { isActive },
    expected: { status, inStock: false, quantity: 4 },
    flaws: 1,
  })),
  { rule: 'a price in text is a number', product: sized({ list: '30' }), expected: { priceRec: '30.00' } },
  { rule: 'a price of 0 is none', product: sized({ list: 0 }), expected: { priceRec: null } },
  { rule: 'a price of "0" is none', product: sized({ list: '0' }), expected: { priceRec: null } },
  {
    rule: 'a price below 0 is refused',
    product: sized({ list: -1 }),
    expected: { priceRec: null },
    flaws: 1,
  },
  {
    rule: 'a price in words is refused',
    product: sized({ list: 'thirty' }),
    expected: { priceRec: null },
    flaws: 1,
  },
  {
    rule: 'a price beyond 100,000 dollars is refused',
    product: sized({ list: 100_001 }),
    expected: { priceRec: null },
    flaws: 1,
  },
  {
    rule: 'a special price is below the list price',
    product: sized({ special: 29 }),
    expected: { specialRec: '29.00', onSpecial: true },
  },
  {
    rule: 'a special price at the list price is none',
    product: sized({ special: 30 }),
    expected: { specialRec: null, onSpecial: false },
    flaws: 1,
  },
  {
    rule: 'a special price above the list price is none',
    product: sized({ special: 35 }),
    expected: { specialRec: null, onSpecial: false },
    flaws: 1,
  },
  {
    rule: 'a special price where there is no list price stands',
    product: sized({ list: null, special: 20 }),
    expected: { specialRec: '20.00', onSpecial: true },
  },
  {
    rule: 'a special price of "0" is none',
    product: sized({ special: '0' }),
    expected: { specialRec: null, onSpecial: false },
  },
  {
    rule: 'an offer that lowers no price is a special',
    product: { hasOffer: true },
    expected: { specialRec: null, onSpecial: true },
  },
  {
    rule: 'the price is that of the cheapest size that can be had',
    product: {
      sizes: [
        { ...SIZE, label: '1g', list: 12, special: 10, quantity: 0 },
        { ...SIZE, label: '7g', list: 55 },
        { ...SIZE, special: 25 },
      ],
    },
    expected: { priceRec: '30.00', specialRec: '25.00', priceOption: '3.5g' },
  },
  {
    rule: 'where no size can be had, the price is that of the cheapest of all',
    product: {
      sizes: [
        { ...SIZE, quantity: 0 },
        { ...SIZE, label: '1g', list: 12, quantity: 0 },
      ],
    },
    expected: { priceRec: '12.00', priceOption: '1g' },
  },
  {
    rule: 'a quantity in text is a number',
    product: sized({ quantity: '5' }),
    expected: { quantity: 5, inStock: true },
  },
  {
    rule: 'a quantity of "0" is sold out',
    product: sized({ quantity: '0' }),
    expected: { quantity: 0, inStock: false },
  },
  {
    rule: 'a quantity below 0 is sold out',
    product: sized({ quantity: -2 }),
    expected: { quantity: 0, inStock: false },
  },
  {
    rule: 'half a gram of what is sold by weight is in stock',
    product: sized({ quantity: 0.5 }),
    expected: { quantity: 1, inStock: true },
  },
  {
    rule: 'half a piece of what is sold by the piece is not',
    product: sized({ label: 'N/A', quantity: 0.5 }),
    expected: { quantity: 0, inStock: false },
  },
  {
    rule: 'parts above one piece are cut off',
    product: sized({ quantity: 2.9 }),
    expected: { quantity: 2 },
  },
  {
    rule: 'a quantity in words is refused, and is then not known',
    product: sized({ quantity: 'few' }),
    expected: { quantity: null, inStock: true },
    flaws: 1,
  },
  {
    rule: 'an option whose label is neither text nor a number is left out',
    product: { sizes: [{ ...SIZE, label: true, quantity: null }, SIZE] },
    expected: { options: [{ option: '3.5g' }] },
    flaws: 1,
  },
  {
    rule: 'a label that is a number is its text',
    product: { sizes: [{ ...SIZE, label: 7, quantity: 0 }] },
    expected: { options: [{ option: '7', rec: '30.00', quantity: 0 }], inStock: false },
  },
  {
    rule: 'a product none of whose labels can be read is sold out if its quantities say so',
    product: {
      sizes: [
        { ...SIZE, label: {}, quantity: 0 },
        { ...SIZE, label: [], quantity: 0 },
      ],
    },
    expected: { options: [], inStock: false },
    flaws: 2,
  },
  {
    rule: 'a product none of whose labels can be read is in stock if one of them has a quantity',
    product: {
      sizes: [
        { ...SIZE, label: {}, quantity: 0 },
        { ...SIZE, label: {}, quantity: 3 },
      ],
    },
    expected: { options: [], inStock: true },
    flaws: 2,
  },
  {
    rule: 'a product none of whose labels can be read is in stock if no quantity is stated',
    product: sized({ label: {}, quantity: null }),
    expected: { options: [], inStock: true },
    flaws: 1,
  },
  {
    rule: 'a potency may be the wrong way round',
    product: { thc: { unit: '%', range: [24, 18] } },
    expected: { thc: { low: 18, high: 24, unit: 'PERCENTAGE' } },
  },
  {
    rule: 'a percentage above 100 is of an unknown unit',
    product: { thc: { unit: '%', range: [492] } },
    expected: { thc: { low: 492, high: 492, unit: 'UNKNOWN' } },
    flaws: 1,
  },
  {
    rule: 'an edible with a percentage above 100 is in milligrams',
    product: { category: 'Edible', thc: { unit: '%', range: [492] } },
    expected: { thc: { low: 492, high: 492, unit: 'MILLIGRAMS' } },
  },
  {
    rule: '1g is no weight of an edible of 100 mg',
    product: { category: 'Edible', thc: { unit: 'mg', range: [100] }, ...sized({ label: '1g' }) },
    expected: { options: [{ option: '1g', size: null }] },
  },
  {
    rule: '1g is no weight of an edible whose name says its milligrams',
    product: { category: 'Edibles', name: 'Gummies 100mg', ...sized({ label: '1g' }) },
    expected: { options: [{ size: null }] },
  },
  {
    rule: '1g is the weight of all else',
    product: { thc: { unit: 'mg', range: [100] }, ...sized({ label: '1g' }) },
    expected: { options: [{ size: { amount: 1, unit: 'g' } }] },
  },
  {
    rule: 'an eighth of an ounce and 3.5 grams are one size',
    product: { sizes: [SIZE, { ...SIZE, label: '1/8oz' }] },
    expected: {
      options: [{ size: { amount: 3.5, unit: 'g' } }, { size: { amount: 3.5, unit: 'g' } }],
    },
  },
];

describe.each(PLATFORM_NAMES.map((name) => registry[name]))('the platform $name', (platform) => {
  const normalize = (menu: Partial<PlainProduct>[]): NormalizedProduct[] => {
    const raw = menu.map((product) => RAW_PRODUCTS[platform.name]({ ...PLAIN, ...product }));
    return raw.map(platform.normalizerOf(raw));
  };

  test.each(RULES)('reads alike: $rule', ({ product, expected, flaws = 0 }) => {
    const [result] = normalize([product]);
    expect(result).toMatchObject({ ok: true, product: expected });
    expect(result?.ok === true && result.flaws).toHaveLength(flaws);
  });

  test('judges the percentages of edibles by the whole menu, and those of all else alone', () => {
    const weak = { category: 'Edible', thc: { unit: '%', range: [5] } } as const;
    const unitsOf = (...menu: Partial<PlainProduct>[]) =>
      normalize(menu).map((result) => result.ok && result.product.thc?.unit);
    expect(unitsOf(weak)).toEqual(['PERCENTAGE']);
    const strong = { category: 'edibles', thc: { unit: '%', range: [100, 110] } } as const;
    expect(unitsOf(weak, { ...weak, category: 'Flower' }, strong)).toEqual([
      'MILLIGRAMS',
      'PERCENTAGE',
      'MILLIGRAMS',
    ]);
    // A balm with 492 percent says nothing about edibles, nor does an edible with an impossibly large number.
    for (const other of [
      { category: 'Topicals', thc: { unit: '%', range: [492] } } as const,
      { category: 'Edible', thc: { unit: '%', range: [1e9] } } as const,
    ])
      expect(unitsOf(weak, other)[0]).toBe('PERCENTAGE');
  });

  test.each<[string, Partial<PlainProduct>, string]>([
    ['without an id', { id: null }, 'there is no id'],
    ['with an empty id', { id: '' }, 'there is no id'],
    ['with an endless id', { id: 'x'.repeat(201) }, 'the id is longer than 200 characters'],
    ['with an empty name', { name: ' ' }, 'the name is empty'],
    ['with a number for a name', { name: 7 }, 'expected text, got 7'],
  ])('refuses a product %s', (_title, product, reason) => {
    const [result] = normalize([product]);
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string });
  });

  test('takes no more than 200 options', () => {
    const sizes = Array.from({ length: 230 }, (_, place) => ({ ...SIZE, label: `${place + 1}g` }));
    const [result] = normalize([{ sizes }]);
    expect(result?.ok === true && result.product.options).toHaveLength(200);
    expect(result?.ok === true && result.flaws.filter(({ cost }) => cost === 'option')).toHaveLength(30);
  });
});
