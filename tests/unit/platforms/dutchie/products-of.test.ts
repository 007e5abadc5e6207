import { expect, test } from 'vitest';
import { productsOf } from '../../../../platforms/dutchie/products-of.ts';

test('finds the products of each operation that has some', () => {
  const products = [{ id: 'a' }];
  expect(productsOf({ data: { filteredProducts: { products } } })).toBe(products);
  expect(productsOf({ data: { getPersonalizedProducts: { products } } })).toBe(products);
});

test.each([
  null,
  'x',
  [],
  {},
  { data: null },
  { data: { filteredProducts: null } },
  { data: { filteredProducts: { products: 7 } } },
  { errors: [] },
])('%j holds none', (body) => {
  expect(productsOf(body)).toBeNull();
});
