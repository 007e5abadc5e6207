import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOptionSize } from '../../../domain/option-size.ts';

describe('parseOptionSize', () => {
  test.each([
    ['1g', 1, 'g'],
    ['.5g', 0.5, 'g'],
    ['0.5g', 0.5, 'g'],
    ['14.0g', 14, 'g'],
    ['28.3g', 28.3, 'g'],
    ['0.008g', 0.008, 'g'],
    ['1/8oz', 3.5, 'g'],
    ['1/4oz', 7, 'g'],
    ['1/2oz', 14, 'g'],
    ['1oz', 28, 'g'],
    ['1gC', 1, 'g'],
    ['3.5gC', 3.5, 'g'],
    ['1 gram', 1, 'g'],
    [' 2 Grams ', 2, 'g'],
    ['100mg', 100, 'mg'],
    ['2.5 MG', 2.5, 'mg'],
    ['30ml', 30, 'ml'],
    ['1l', 1000, 'ml'],
    ['1 fl. oz.', 29.5735, 'ml'],
  ])('%j is %d %s', (label, amount, unit) => {
    expect(parseOptionSize(label)).toEqual({ amount, unit });
  });

  test.each([
    'N/A',
    '',
    ' ',
    'Large',
    '10pk',
    'g',
    '.',
    '0g',
    '-1g',
    '1/0oz',
    '1g 2g',
    '1e3g',
    '9'.repeat(30) + 'g',
  ])('%j is no size', (label) => {
    expect(parseOptionSize(label)).toBeNull();
  });

  test('no label is no size', () => {
    expect(parseOptionSize(null)).toBeNull();
  });

  test('whatever the text, a size is a positive number of a known unit', () => {
    const label = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.double(), fc.constantFrom('g', 'oz', 'mg', 'ml', 'gC'))
        .map(([number, unit]) => number + unit),
      fc.stringMatching(/^[\d./]{1,20}(g|oz|mg| fl oz)$/),
    );
    fc.assert(
      fc.property(label, (text) => {
        const size = parseOptionSize(text);
        if (size === null) return;
        expect(size.amount).toBeGreaterThan(0);
        expect(size.amount).toBeLessThanOrEqual(1_000_000);
        expect(['g', 'mg', 'ml']).toContain(size.unit);
      }),
    );
  });

  test('the same weight is the same, however it is spelled', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (thousandths) => {
        const grams = thousandths / 1000;
        const spellings = [`${grams}g`, `${grams.toFixed(3)}g`, `${grams}gC`, `${grams} grams`];
        expect(spellings.map(parseOptionSize)).toEqual(spellings.map(() => ({ amount: grams, unit: 'g' })));
      }),
    );
  });
});
