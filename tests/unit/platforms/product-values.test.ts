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
