import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../domain/product.ts';
import { normalizerOf as blazeNormalizerOf } from '../../../platforms/blaze/normalize-product.ts';
import { normalizerOf as dutchieNormalizerOf } from '../../../platforms/dutchie/normalize-product.ts';
import { makeRawProduct as makeBlazeProduct } from './blaze/make-raw-product.ts';
import { makeRawProduct as makeDutchieProduct } from './dutchie/make-raw-product.ts';

/** A size as a menu states it: prices in whole dollars, where 0 means no price, and an optional quantity. */
interface Size {
  label?: string | null;
  rec?: number;
  med?: number;
  specialRec?: number;
  specialMed?: number;
  quantity: number | null;
}

interface Shop {
  isActive?: boolean;
  sizes: Size[];
}

function readDutchie({ isActive = true, sizes }: Shop): CanonicalProduct {
  const labels = sizes.map(({ label }, place) => (label === undefined ? `${place + 1}g` : label));
  return productOf(
    dutchieNormalizerOf,
    makeDutchieProduct({
      Status: isActive ? 'Active' : 'Inactive',
      Options: labels,
      rawOptions: null,
      recPrices: sizes.map(({ rec = 0 }) => rec),
      medicalPrices: sizes.map(({ med = 0 }) => med),
      recSpecialPrices: sizes.map(({ specialRec = 0 }) => specialRec),
      medicalSpecialPrices: sizes.map(({ specialMed = 0 }) => specialMed),
      POSMetaData: {
        children: sizes.map(({ quantity }, place) => ({
          option: labels[place] ?? 'N/A',
          quantityAvailable: quantity,
        })),
      },
    }),
  );
}

/** Reads a product on Blaze, which has no medical prices, so these are left out. */
function readBlaze({ isActive = true, sizes }: Shop): CanonicalProduct {
  const cents = (dollars = 0) => ({ amount: dollars * 100, currency: 'USD' });
  return productOf(
    blazeNormalizerOf,
    makeBlazeProduct({
      is_active: isActive,
      variants: sizes.map(({ label, rec, specialRec, quantity }, place) => ({
        size: label === undefined ? `${place + 1}g` : label,
        unit_price: cents(rec),
        discounted_price: cents(specialRec),
        available_quantity: quantity,
      })),
    }),
  );
}

function productOf(normalizerOf: typeof dutchieNormalizerOf, raw: unknown): CanonicalProduct {
  const result = normalizerOf([raw])(raw);
  if (!result.ok) throw new Error(result.reason);
  return result.product;
}

const PLATFORMS: [name: string, read: (shop: Shop) => CanonicalProduct][] = [
  ['dutchie', readDutchie],
  ['blaze', readBlaze],
];

describe.each(PLATFORMS)('the price of a product of %s', (_name, read) => {
  test.each<[title: string, shop: Shop, expected: Partial<CanonicalProduct>]>([
    [
      'is that of the next size when the cheapest is sold out',
      {
        sizes: [
          { rec: 10, quantity: 0 },
          { rec: 50, quantity: 3 },
          { rec: 30, quantity: 3 },
        ],
      },
      { priceRec: '30.00', priceOption: '3g' },
    ],
    [
      'is that of a size whose stock nobody tells',
      {
        sizes: [
          { rec: 10, quantity: null },
          { rec: 30, quantity: 3 },
        ],
      },
      { priceRec: '10.00', priceOption: '1g' },
    ],
    [
      'is the cheapest of all when none can be had',
      {
        sizes: [
          { rec: 30, specialRec: 25, quantity: 0 },
          { rec: 10, quantity: 0 },
        ],
      },
      { priceRec: '10.00', specialRec: '25.00', priceOption: '2g', inStock: false },
    ],
    [
      'is the cheapest of all when the product is not offered, whatever its sizes have',
      {
        isActive: false,
        sizes: [
          { rec: 10, quantity: 0 },
          { rec: 30, quantity: 3 },
        ],
      },
      { priceRec: '10.00', priceOption: '1g', inStock: false },
    ],
    [
      'is compared as a number',
      {
        sizes: [
          { rec: 100, quantity: 1 },
          { rec: 9, quantity: 1 },
        ],
      },
      { priceRec: '9.00', priceOption: '2g' },
    ],
    [
      'is that of its one size, in stock or not',
      { sizes: [{ rec: 12, quantity: 0 }] },
      { priceRec: '12.00', priceOption: '1g' },
    ],
    [
      'says the first of two sizes with the same price',
      {
        sizes: [
          { rec: 12, quantity: 2 },
          { rec: 12, quantity: 2 },
        ],
      },
      { priceOption: '1g' },
    ],
    [
      'says N/A for a size without a label, as its options do',
      { sizes: [{ label: null, rec: 12, quantity: 2 }] },
      { priceRec: '12.00', priceOption: 'N/A' },
    ],
    [
      'is that of a size without a label among others',
      {
        sizes: [
          { rec: 10, quantity: 0 },
          { label: null, rec: 20, quantity: 2 },
        ],
      },
      { priceRec: '20.00', priceOption: 'N/A' },
    ],
    [
      'is none, and of no size, where the sizes that can be had have none',
      {
        sizes: [
          { rec: 10, quantity: 0 },
          { rec: 0, quantity: 3 },
        ],
      },
      { priceRec: null, priceOption: null, inStock: true },
    ],
    ['is none without sizes', { sizes: [] }, { priceRec: null, specialRec: null, priceMed: null }],
  ])('%s', (_title, shop, expected) => {
    expect(read(shop)).toMatchObject(expected);
  });

  test('has the special price of a size that can be had, and stays on special by that of another', () => {
    const soldOut = { rec: 20, specialRec: 5, quantity: 0 };
    expect(read({ sizes: [soldOut, { rec: 30, specialRec: 25, quantity: 3 }] })).toMatchObject({
      priceRec: '30.00',
      specialRec: '25.00',
    });
    expect(read({ sizes: [soldOut, { rec: 30, quantity: 3 }] })).toMatchObject({
      priceRec: '30.00',
      specialRec: null,
      onSpecial: true,
    });
  });

  test('has no special price at or above the list price of its own size, though another costs more', () => {
    const sizes = [
      { rec: 20, specialRec: 20, quantity: 3 },
      { rec: 50, quantity: 3 },
    ];
    expect(read({ sizes })).toMatchObject({ priceRec: '20.00', specialRec: null });
  });
});

test('a product that is sold to patients alone says the size of its medical price', () => {
  const sizes = [
    { med: 10, specialMed: 8, quantity: 0 },
    { med: 30, specialMed: 29, quantity: 2 },
  ];
  expect(readDutchie({ sizes })).toMatchObject({
    priceRec: null,
    priceMed: '30.00',
    specialMed: '29.00',
    priceOption: '2g',
  });
});

test('each kind of price is that of its own cheapest size; the recreational one says which', () => {
  const sizes = [
    { rec: 30, med: 10, quantity: 2 },
    { rec: 20, med: 15, quantity: 2 },
  ];
  expect(readDutchie({ sizes })).toMatchObject({ priceRec: '20.00', priceMed: '10.00', priceOption: '2g' });
});

test('a size that the till does not mention is none that can be had where the till has stock of no size', () => {
  const raw = makeDutchieProduct({
    Options: ['1g', '2g'],
    rawOptions: null,
    recPrices: [10, 20],
    POSMetaData: {
      children: [
        { option: '9g', quantityAvailable: 4 },
        { option: '2g', quantityAvailable: 4 },
      ],
    },
  });
  expect(productOf(dutchieNormalizerOf, raw)).toMatchObject({ priceRec: '20.00', priceOption: '2g' });
});

describe('of any sizes, the price of each kind is the least that the definition allows', () => {
  const dollars = fc.integer({ min: 0, max: 200 });
  const shops: fc.Arbitrary<Required<Shop>> = fc.record({
    isActive: fc.boolean(),
    sizes: fc.array(
      fc.record({
        rec: dollars,
        med: dollars,
        specialRec: dollars,
        specialMed: dollars,
        quantity: fc.option(fc.integer({ min: 0, max: 3 })),
      }),
      { maxLength: 6 },
    ),
  });

  /** Computes the expected prices in whole dollars by sorting the menu's prices. */
  function expectedOf({ isActive, sizes }: Required<Shop>) {
    const onShelf = isActive ? sizes.filter(({ quantity }) => quantity !== 0) : [];
    const pool = onShelf.length === 0 ? sizes : onShelf;
    const least = (prices: number[]) => {
      const [first] = prices.filter((price) => price !== 0).toSorted((one, other) => one - other);
      return first === undefined ? null : `${first}.00`;
    };
    const below = (list = 0, special = 0) => (list === 0 || special < list ? special : 0);
    return {
      priceRec: least(pool.map(({ rec = 0 }) => rec)),
      priceMed: least(pool.map(({ med = 0 }) => med)),
      specialRec: least(pool.map(({ rec, specialRec }) => below(rec, specialRec))),
      specialMed: least(pool.map(({ med, specialMed }) => below(med, specialMed))),
    };
  }

  test.each(PLATFORMS)('%s', (name, read) => {
    fc.assert(
      fc.property(shops, (given) => {
        const shop =
          name === 'dutchie'
            ? given
            : { ...given, sizes: given.sizes.map((size) => ({ ...size, med: 0, specialMed: 0 })) };
        const product = read(shop);
        const expected = expectedOf(shop);
        expect(product).toMatchObject(expected);
        const named = product.options.find(({ option }) => option === product.priceOption);
        const price = expected.priceRec === null ? named?.med : named?.rec;
        expect(price ?? null).toBe(expected.priceRec ?? expected.priceMed);
      }),
      { numRuns: 500 },
    );
  });
});
