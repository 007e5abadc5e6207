import { describe, expect, test } from 'vitest';
import type { CanonicalProduct } from '../../../../domain/product.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeChild, makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function normalized(change: Record<string, unknown> = {}): CanonicalProduct {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return result.product;
}

type Row = [title: string, change: Record<string, unknown>, expected: Partial<CanonicalProduct>];

function linked(...children: unknown[]): Record<string, unknown> {
  return { POSMetaData: { children } };
}

describe('stock', () => {
  test.each<Row>([
    [
      'an unlinked store counts by hand',
      {
        POSMetaData: null,
        manualInventory: [
          { option: '1/4oz', inventory: 2 },
          { option: '1/8oz', inventory: 169 },
        ],
      },
      { quantity: 171, quantityCapped: false, inStock: true },
    ],
    [
      'neither till nor count: in stock, quantity unknown',
      { POSMetaData: null, manualInventory: null },
      { quantity: null, quantityCapped: false, inStock: true },
    ],
    [
      '25 is the cap and means 25 or more',
      linked(makeChild('1/8oz', { quantityAvailable: 25 }), makeChild('1/4oz', { quantityAvailable: 3 })),
      { quantity: 28, quantityCapped: true },
    ],
    [
      '24 is 24',
      linked(makeChild('1/8oz', { quantityAvailable: 24 })),
      { quantity: 24, quantityCapped: false },
    ],
    [
      'all options at 0 are sold out, though listed',
      linked(makeChild('1/8oz', { quantityAvailable: 0 }), makeChild('1/4oz', { quantityAvailable: 0 })),
      { quantity: 0, inStock: false },
    ],
    [
      'one option at 0 and one that does not say: in stock',
      linked(makeChild('1/8oz', { quantityAvailable: 0 })),
      { quantity: 0, inStock: true },
    ],
    [
      'a till that reports null',
      linked(makeChild('1/8oz', { quantityAvailable: null, quantity: null })),
      { quantity: null, inStock: true },
    ],
    [
      'quantity where quantityAvailable is null',
      linked(makeChild('1/8oz', { quantityAvailable: null, quantity: 7 })),
      { quantity: 7 },
    ],
    ['a negative quantity', linked(makeChild('1/8oz', { quantityAvailable: -3 })), { quantity: 0 }],
    ['a part of a piece', linked(makeChild('1/8oz', { quantityAvailable: 2.9 })), { quantity: 2 }],
    [
      'a count by hand at the cap is exact',
      { POSMetaData: null, manualInventory: [{ option: '1/8oz', inventory: 25 }] },
      { quantity: 25, quantityCapped: false },
    ],
    [
      'counts beyond an integer column stay within it, alone and in sum',
      {
        POSMetaData: null,
        manualInventory: [
          { option: '1/8oz', inventory: 1e15 },
          { option: '1/4oz', inventory: 2_147_483_647 },
        ],
      },
      { quantity: 2_147_483_647 },
    ],
    ['Status Inactive, whatever the quantities', { Status: 'Inactive' }, { inStock: false, quantity: 16 }],
    ['Status absent', { Status: undefined }, { inStock: true, status: null }],
    ['Status active, written small', { Status: 'active' }, { inStock: true, status: 'Active' }],
    ['Status inactive, written large', { Status: ' INACTIVE ' }, { inStock: false, status: 'Inactive' }],
    ['Status OutOfStock', { Status: 'OutOfStock' }, { inStock: false, status: 'OutOfStock' }],
    ['Status OUT_OF_STOCK', { Status: 'OUT_OF_STOCK' }, { inStock: false, status: 'OutOfStock' }],
    ['a Status that is true', { Status: true }, { inStock: false, status: 'true' }],
    ['a Status nobody knows', { Status: 'Paused' }, { inStock: false, status: 'Paused' }],
    ['a quantity in text', linked(makeChild('1/8oz', { quantityAvailable: '5' })), { quantity: 5 }],
    [
      'half a gram, counted by hand',
      { POSMetaData: null, Options: ['1g'], manualInventory: [{ option: '1g', inventory: 0.5 }] },
      { quantity: 1, inStock: true },
    ],
    [
      'stock under a label that no option has is the stock of none',
      { Options: ['1g'], ...linked(makeChild('2g', { quantityAvailable: 9 })) },
      { quantity: null, inStock: false },
    ],
    [
      'stock that the till spells as the real ounce',
      {
        Options: ['1oz', '1/8oz'],
        rawOptions: null,
        ...linked(
          makeChild('28.35g', { quantityAvailable: 2 }),
          makeChild('3.54g', { quantityAvailable: 0 }),
        ),
      },
      { quantity: 2, inStock: true },
    ],
    [
      "stock of the till's size, where the option says none",
      {
        Options: ['N/A'],
        rawOptions: ['1.0g'],
        ...linked(makeChild('1g', { quantityAvailable: 5 })),
      },
      { quantity: 5, inStock: true },
    ],
    [
      'a label of other case and blanks',
      { Options: ['2  Pack'], ...linked(makeChild('2 pack', { quantityAvailable: 9 })) },
      { quantity: 9, inStock: true },
    ],
    [
      'the only label, of an option without a size',
      { Options: [''], ...linked(makeChild('Default', { quantityAvailable: 0 })) },
      { quantity: 0, inStock: false },
    ],
    [
      'a label of no option that has no stock, beside an option that does not say',
      {
        Options: ['1g'],
        ...linked(
          makeChild('1g', { quantityAvailable: null, quantity: null }),
          makeChild('2g', { quantityAvailable: 0 }),
        ),
      },
      { quantity: null, inStock: true },
    ],
    [
      'labels of no option at a till that reports no stock',
      { Options: ['1g'], ...linked(makeChild('2g', { quantityAvailable: null, quantity: null })) },
      { quantity: null, inStock: true },
    ],
    [
      'a label of the till that is a number',
      { Options: ['100', '200'], ...linked({ option: 100, quantity: 0 }, { option: 200, quantity: 6 }) },
      { quantity: 6, inStock: true },
    ],
    [
      'no stock under a label of the till that is an object',
      { Options: ['1g'], ...linked({ option: { label: '1g' }, quantityAvailable: 0 }) },
      { quantity: null, inStock: false },
    ],
    [
      'no option that can be read, and none left by the count by hand',
      {
        Options: [{ label: '1g' }],
        ...linked({ option: '1g', quantityAvailable: null }),
        manualInventory: [{ option: '1g', inventory: 0 }],
      },
      { options: [], inStock: false },
    ],
    [
      'no option that can be read, and none left by a record of 2019',
      { Options: [{ label: '1g' }], POSMetaData: null, quantities: [{ option: '1g', quantity: 0 }] },
      { options: [], inStock: false },
    ],
    [
      'beside an option that has stock of its own',
      { Options: ['1g', '2g'], ...linked(makeChild('1g'), makeChild('5g')) },
      { quantity: 4, inStock: true },
    ],
    [
      'beside an option that is counted by hand',
      {
        Options: ['1g'],
        ...linked(makeChild('5g', { quantityAvailable: 0 })),
        manualInventory: [{ option: '1g', inventory: 3 }],
      },
      { quantity: 3, inStock: true },
    ],
  ])('%s', (_title, change, expected) => {
    expect(normalized(change)).toMatchObject(expected);
  });

  const below = { Options: ['1g', '7g'], rawOptions: null, optionsBelowThreshold: ['7g'] };

  test.each<Row>([
    ['has none of it', linked(makeChild('1g', { quantityAvailable: 0 })), { inStock: false, quantity: 0 }],
    ['has none of any', linked(), { inStock: true, quantity: 0 }],
    ['has none of it, and some of another', linked(makeChild('1g')), { inStock: true, quantity: 4 }],
  ])('a till that leaves out an option below its threshold %s', (_title, change, expected) => {
    const product = normalized({ ...below, ...change });
    expect(product).toMatchObject(expected);
    expect(product.options[1]).toMatchObject({ quantity: 0, quantityTotal: null, belowThreshold: true });
    expect(product.priceOption).toBe('1g');
  });

  test.each<[title: string, change: Record<string, unknown>, quantity: number | null]>([
    ['no till is linked', { POSMetaData: null }, null],
    ['the till has no list', { POSMetaData: { canonicalID: '1', children: null } }, null],
    ['the till lists it', linked(makeChild('7g', { quantityAvailable: 2 })), 2],
    [
      'the till lists it without a quantity',
      linked(makeChild('7g', { quantityAvailable: null, quantity: null })),
      null,
    ],
    [
      'it was counted by hand',
      { ...linked(makeChild('1g')), manualInventory: [{ option: '7g', inventory: 3 }] },
      3,
    ],
    [
      'a label of the till is none of the options',
      linked(makeChild('Bag', { quantityAvailable: null, quantity: null })),
      null,
    ],
    ['an entry of the till has no label', linked(makeChild('')), null],
    ['an entry of the till cannot be read', linked(7), null],
    ['it is above its threshold', { optionsBelowThreshold: [], ...linked(makeChild('1g')) }, null],
  ])('an option below its threshold keeps what is known of it where %s', (_title, change, quantity) => {
    const product = normalized({ ...below, ...change });
    expect(product).toMatchObject({ inStock: true });
    expect(product.options[1]).toMatchObject({ quantity });
  });

  test.each([
    ['none and some', 0, 9, { quantity: 9, inStock: true }],
    ['few and many', 3, 9, { quantity: 9, inStock: true }],
    ['none and what is not stated', 0, null, { quantity: null, inStock: true }],
    ['what is not stated and some', null, 2, { quantity: 2, inStock: true }],
    ['none and none', 0, 0, { quantity: 0, inStock: false }],
  ])(
    'of two entries of an option the one with more counts, in either order: %s',
    (...[, one, other, expected]) => {
      const entries = [one, other].map((quantity, place) =>
        makeChild(['1g', '1.0g'][place] ?? '', {
          quantity,
          quantityAvailable: quantity,
          canonicalPackageId: `p${quantity}`,
        }),
      );
      for (const children of [entries, entries.toReversed()]) {
        const product = normalized({ Options: ['1g'], ...linked(...children) });
        expect(product).toMatchObject({ ...expected, options: [{ packageId: `p${expected.quantity}` }] });
      }
    },
  );

  test('children match options by their text: reordered, and one of them absent', () => {
    const { options } = normalized({
      Options: ['1g', '2g', '3.5g'],
      recPrices: [10, 18, 30],
      ...linked(makeChild('3.5g', { quantityAvailable: 1 }), makeChild(' 1g ', { quantityAvailable: 9 })),
    });
    expect(options.map(({ option, rec, quantity }) => [option, rec, quantity])).toEqual([
      ['1g', '10.00', 9],
      ['2g', '18.00', null],
      ['3.5g', '30.00', 1],
    ]);
  });
});
