import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSES_UNTIL_OUT_OF_STOCK, smallestPrice } from '../../../domain/product.ts';

describe('smallestPrice', () => {
  test.each<[(string | null)[], string | null]>([
    [[], null],
    [[null, null], null],
    [['0.00'], null],
    [['0.00', '0.01'], '0.01'],
    // As text, '100.00' comes before '9.50'.
    [['100.00', '9.50', '25.00'], '9.50'],
    [[null, '17.00', null], '17.00'],
    [['-5.00', '30.00'], '30.00'],
  ])('of %j is %s', (prices, smallest) => {
    expect(smallestPrice(prices)).toBe(smallest);
  });

  test('is one of the given texts, and none that is positive is smaller', () => {
    const money = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(fc.array(fc.option(money)), (prices) => {
        const positive = prices.filter((price) => price !== null && Number(price) > 0);
        const smallest = smallestPrice(prices);
        expect(positive.length === 0 ? [null] : positive).toContain(smallest);
        // Of nothing, the smallest is Infinity.
        expect(Number(smallest ?? Infinity)).toBe(Math.min(...positive.map(Number)));
      }),
    );
  });
});

test('one or two bad crawls empty no shelf: the third miss does', () => {
  expect(MISSES_UNTIL_OUT_OF_STOCK).toBe(3);
});
