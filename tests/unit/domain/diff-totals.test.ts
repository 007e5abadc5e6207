import { expect, test } from 'vitest';
import { diffTotals } from '../../../domain/diff-totals.ts';
import { makeProduct } from '../../integration/db/make-product.ts';

test('equal menus differ in nothing, in whatever order and however their potency is written', () => {
  const products = [makeProduct('a'), makeProduct('b', { cbd: { low: 1, high: 2, unit: 'MILLIGRAMS' } })];
  const same = products.map((product) => ({
    ...product,
    cbd: product.cbd && { unit: product.cbd.unit, high: product.cbd.high, low: product.cbd.low },
  }));
  expect(diffTotals(products, same.toReversed())).toEqual([]);
});

test('what differs is told by product, alone; a product that only one menu has is no change of this kind', () => {
  const before = [makeProduct('a'), makeProduct('b'), makeProduct('gone')];
  const after = [
    makeProduct('a', { priceRec: '9.99', priceOption: '1g', thc: null }),
    makeProduct('b', { thc: { low: 18, high: 25, unit: 'PERCENTAGE' }, quantityCapped: true }),
    makeProduct('new'),
  ];
  const thc = { low: 18, high: 24.5, unit: 'PERCENTAGE' };
  expect(diffTotals(before, after)).toEqual([
    {
      providerProductId: 'a',
      name: 'Product a',
      from: { priceRec: '30.00', priceOption: '3.5g', thc },
      to: { priceRec: '9.99', priceOption: '1g', thc: null },
    },
    {
      providerProductId: 'b',
      name: 'Product b',
      from: { quantityCapped: false, thc },
      to: { quantityCapped: true, thc: { ...thc, high: 25 } },
    },
  ]);
});

test('a price whose option was not recorded is no change by itself', () => {
  const before = [makeProduct('a', { priceOption: null }), makeProduct('b', { priceOption: null })];
  expect(diffTotals(before, [makeProduct('a'), makeProduct('b', { priceRec: '9.99' })])).toEqual([
    { providerProductId: 'b', name: 'Product b', from: { priceRec: '30.00' }, to: { priceRec: '9.99' } },
  ]);
});

test('a product that had no price has its option as a change, beside the price', () => {
  const before = [makeProduct('a', { priceRec: null, priceMed: null, priceOption: null })];
  expect(diffTotals(before, [makeProduct('a')])).toMatchObject([
    { from: { priceRec: null, priceOption: null }, to: { priceRec: '30.00', priceOption: '3.5g' } },
  ]);
});
