import { expect, test } from 'vitest';
import { uniqueSorted } from '../../../domain/unique-products.ts';
import { makeProduct } from '../../integration/db/make-product.ts';

test('a product that a menu has twice is kept once, as it is mentioned last, and all are in the order of their ids', () => {
  const menu = [makeProduct('b'), makeProduct('a'), { ...makeProduct('b'), name: 'Later' }];
  expect(uniqueSorted(menu)).toEqual([menu[1], menu[2]]);
});
