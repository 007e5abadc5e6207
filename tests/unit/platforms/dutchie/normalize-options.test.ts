import { describe, expect, test } from 'vitest';
import type { CanonicalOption, Flaw } from '../../../../domain/product.ts';
import { normalizerOf } from '../../../../platforms/dutchie/normalize-product.ts';
import { makeChild, makeRawProduct } from './make-raw-product.ts';

/** Normalizes a product as the only one of its menu. */
const normalizeProduct = (raw: unknown) => normalizerOf([raw])(raw);

function read(change: Record<string, unknown>): { options: CanonicalOption[]; flaws: Flaw[] } {
  const result = normalizeProduct(makeRawProduct(change));
  if (!result.ok) throw new Error(result.reason);
  return { options: result.product.options, flaws: result.flaws };
}

describe('sizes', () => {
  test.each([
    ['the label says it', ['1/8oz'], ['3.5g'], { amount: 3.5, unit: 'g' }],
    ['the label says it and the till another', ['1g'], ['2.0g'], { amount: 1, unit: 'g' }],
    ['only the till says it', ['N/A'], ['14.0g'], { amount: 14, unit: 'g' }],
    ['the till says nothing', ['100mg'], null, { amount: 100, unit: 'mg' }],
    ['nobody says it', ['N/A'], ['N/A'], null],
    ['the till lists something else than text', ['N/A'], [14], null],
  ])('%s', (...[, Options, rawOptions, size]) => {
    expect(read({ Options, rawOptions }).options.map((option) => option.size)).toEqual([size]);
  });
});

test('an edible of 100 mg is not sold by the gram, whatever its label says; its till may say the milligrams', () => {
  const edible = { type: 'Edible', THCContent: { unit: 'MILLIGRAMS', range: [100] } };
  const sizesOf = (Options: string[], rawOptions: string[]) =>
    read({ ...edible, Options, rawOptions, recPrices: [] }).options.map(({ size }) => size);
  expect(sizesOf(['1g', '1g', '3.5g'], ['1.0g', '100mg', '3.5g'])).toEqual([
    null,
    { amount: 100, unit: 'mg' },
    { amount: 3.5, unit: 'g' },
  ]);
});

describe('quantities', () => {
  test('an entry is found by the same size spelled otherwise, or by the till’s spelling', () => {
    const { options } = read({
      Options: ['.5g', '1/2oz', 'Small'],
      rawOptions: ['0.50g', '14.0g', 'SM'],
      POSMetaData: {
        children: [
          makeChild('SM', { quantityAvailable: 3 }),
          makeChild('14g', { quantityAvailable: 2 }),
          makeChild('0.5g', { quantityAvailable: 1 }),
        ],
      },
    });
    expect(options.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
  });

  test('the text goes before the size: no option takes the entry of another', () => {
    const { options } = read({
      Options: ['1oz', '28g'],
      rawOptions: null,
      POSMetaData: { children: [makeChild('28g', { quantityAvailable: 9 })] },
    });
    expect(options.map(({ quantity }) => quantity)).toEqual([null, 9]);
  });

  test('an entry belongs to one option, also where a label stands twice', () => {
    const { options } = read({
      Options: ['N/A', 'N/A', 'N/A'],
      POSMetaData: {
        children: [makeChild('N/A', { quantityAvailable: 4 }), makeChild('N/A', { quantityAvailable: 7 })],
      },
    });
    expect(options.map(({ quantity }) => quantity)).toEqual([4, 7, null]);
  });

  test('where the till does not say, the count by hand does, option by option', () => {
    const { options } = read({
      Options: ['1g', '2g'],
      POSMetaData: { children: [makeChild('1g', { quantityAvailable: 25, quantity: 25 })] },
      manualInventory: [
        { option: '1g', inventory: 99 },
        { option: '2g', inventory: 31 },
      ],
    });
    expect(options).toMatchObject([
      { quantity: 25, quantityCapped: true },
      { quantity: 31, quantityCapped: false },
    ]);
  });

  test('all three quantities of the till are kept, and its ids', () => {
    const child = makeChild('1g', {
      quantity: 9,
      quantityAvailable: 7,
      kioskQuantityAvailable: 5,
      canonicalID: '811',
      canonicalPackageId: 'p-1',
    });
    expect(read({ Options: ['1g'], POSMetaData: { children: [child] } }).options).toMatchObject([
      { quantity: 7, quantityTotal: 9, quantityKiosk: 5, posId: '811', packageId: 'p-1' },
    ]);
  });

  test('an option below the store’s threshold is marked', () => {
    const { options } = read({ optionsBelowThreshold: ['1/4oz'] });
    expect(options.map(({ belowThreshold }) => belowThreshold)).toEqual([false, true]);
  });
});

describe('what is wrong costs the option or the value, and is told', () => {
  test.each<[string, Record<string, unknown>, Flaw[]]>([
    [
      'a label that is no text',
      { Options: ['1/8oz', true] },
      [{ cost: 'option', place: 'Options[1]', reason: "expected the option's label as text, got true" }],
    ],
    [
      'a negative price',
      { recPrices: [-5, 55] },
      [{ cost: 'value', place: 'recPrices[0]', reason: 'expected a number from 0 on, got -5' }],
    ],
    [
      'an absurd price',
      { medicalPrices: [28, 1e9] },
      [{ cost: 'value', place: 'medicalPrices[1]', reason: 'expected a price up to 100000, got 1000000000' }],
    ],
    [
      'words for a price',
      { recSpecialPrices: ['half', null] },
      [{ cost: 'value', place: 'recSpecialPrices[0]', reason: 'expected a number from 0 on, got "half"' }],
    ],
    [
      'prices behind the last option',
      { recPrices: [30, 55, 70, 80] },
      [{ cost: 'value', place: 'recPrices[2]', reason: 'expected 2 prices, one an option, got 4' }],
    ],
    [
      'a quantity in words',
      { POSMetaData: { children: [makeChild('1/8oz', { quantityAvailable: 'few' })] } },
      [
        {
          cost: 'value',
          place: 'POSMetaData.children[0].quantityAvailable',
          reason: 'expected a number, got "few"',
        },
      ],
    ],
    [
      'a label of the till that no option has',
      { POSMetaData: { children: [makeChild('1oz'), makeChild('3.5g'), makeChild('7.0g')] } },
      [
        {
          cost: 'value',
          place: 'POSMetaData.children[0].option',
          reason: 'expected one of the options "1/8oz, 1/4oz", got "1oz"',
        },
      ],
    ],
    [
      'a label of the till that comes twice',
      {
        POSMetaData: {
          children: [
            makeChild('1/4oz'),
            makeChild('1/8oz'),
            makeChild('1/8oz', { quantityAvailable: 9 }),
            makeChild(''),
          ],
        },
      },
      [
        {
          cost: 'value',
          place: 'POSMetaData.children[2].option',
          reason: 'expected one entry for each option, got another of "1/8oz"',
        },
      ],
    ],
    [
      'a label of the till beside options that are not listed, and a label that is empty',
      { Options: null, POSMetaData: { children: [makeChild('1oz'), makeChild('')] } },
      [],
    ],
    [
      'a word of the status that nobody knows',
      { Status: 'Paused' },
      [
        {
          cost: 'value',
          place: 'Status',
          reason: 'expected Active, Inactive, OutOfStock, got "Paused": not in stock',
        },
      ],
    ],
    [
      'a special price that is none',
      { recSpecialPrices: [30, 54.99], medicalSpecialPrices: [40] },
      [
        {
          cost: 'value',
          place: 'recSpecialPrices[0]',
          reason: 'expected a special price below the list price 30.00, got 30.00',
        },
        {
          cost: 'value',
          place: 'medicalSpecialPrices[0]',
          reason: 'expected a special price below the list price 28.00, got 40.00',
        },
      ],
    ],
    [
      'a list that is none',
      { manualInventory: 'none' },
      [{ cost: 'value', place: 'manualInventory', reason: 'expected a list, got "none"' }],
    ],
    [
      'a free option, a hole and an empty list are no flaws',
      { recPrices: [0, null], recSpecialPrices: [] },
      [],
    ],
  ])('%s', (_title, change, flaws) => {
    expect(read(change).flaws).toEqual(flaws);
  });

  test('the other options keep their prices and places', () => {
    const { options } = read({
      Options: ['1g', { size: 2 }, '3g'],
      recPrices: [10, 20, 30],
      rawOptions: null,
    });
    expect(options.map(({ option, rec }) => [option, rec])).toEqual([
      ['1g', '10.00'],
      ['3g', '30.00'],
    ]);
  });

  test('thousands of options are not believed', () => {
    const { options, flaws } = read({ Options: Array.from({ length: 3000 }, (_, place) => `${place}g`) });
    expect(options).toHaveLength(200);
    expect(flaws.filter(({ cost }) => cost === 'option')).toHaveLength(2800);
  });
});
