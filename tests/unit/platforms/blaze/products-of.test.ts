import { expect, test } from 'vitest';
import { productsOf } from '../../../../platforms/blaze/products-of.ts';

test('finds the resources of a list', () => {
  const data = [{ id: 'a', attributes: { name: 'x' }, type: 'products' }];
  expect(productsOf({ data, meta: { total_count: 1 } })).toBe(data);
});

test.each([null, [], {}, { data: {} }, { data: [7] }, { errors: [] }])('%j holds none', (body) => {
  expect(productsOf(body)).toBeNull();
});
