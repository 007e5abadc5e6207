import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWebAddress, tidy, toQuantity } from '../../../platforms/product-values.ts';

test.each([
  [' Two \t\n spaces ', 'Two spaces'],
  ['', null],
  [' ', null],
  [null, null],
  [undefined, null],
])('%j tidied is %j', (text, expected) => {
  expect(tidy(text)).toBe(expected);
});

test('text of any white space is tidied as by replacing each run of it', () => {
  const characters = fc.constantFrom('a', ' ', '\t', '\n', '\u00a0', '\ufeff', 'é');
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
      expect(tidy(text)).toBe(text.replaceAll(/\s+/g, ' ').trim() || null);
    }),
  );
});

test.each([
  [7.9, 7],
  [-1, 0],
  [1e12, 2_147_483_647],
  [Number.NaN, null],
  [Infinity, null],
  [null, null],
  [undefined, null],
])('%s as a quantity is %s', (value, expected) => {
  expect(toQuantity(value)).toBe(expected);
});

test.each([
  ['https://images.test/a', true],
  ['HTTP://images.test/a', true],
  ['ftp://images.test/a', false],
  ['//images.test/a', false],
  ['https://', false],
  ['', false],
  [null, false],
])('%j as the address of a picture: %s', (url, expected) => {
  expect(isWebAddress(url)).toBe(expected);
});
