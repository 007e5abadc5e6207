import { expect, test } from 'vitest';
import { countMissed } from '../../../../dashboard/quarantine/count-missed.ts';
import type { PayloadMisses } from '../../../../dashboard/server/payloads-api.ts';

type Product = PayloadMisses['products'][number];

function product(id: string, change: Partial<Product> = {}): Product {
  const missingSince = '2026-03-01T12:00:00.000Z';
  return {
    provider_product_id: id,
    name: `Strain ${id}`,
    in_stock: true,
    misses: 1,
    missing_since: missingSince,
    goes_out_of_stock: false,
    ...change,
  };
}

function misses(products: Product[], off: PayloadMisses['misses_off'] = null): PayloadMisses {
  return { payload_id: 57, misses_off: off, misses_until_out_of_stock: 3, products };
}

test('products that were missing before are named: those that go out of stock, and those that stay, with how often', () => {
  const found = countMissed(
    misses([
      product('a', { misses: 3, goes_out_of_stock: true }),
      product('b', { misses: 3, name: '' }),
      product('c', { misses: 2 }),
      product('d', { misses: 2, in_stock: false }),
      product('e'),
    ]),
  );
  expect(found).toMatchObject({
    outOfStock: ['Strain a'],
    again: ['b (3 times)', 'Strain c (2 times)'],
    until: 3,
  });
  expect(found.note).toContain('once 3 in a row have missed it');
});

test('a note says why nothing is missed, and none is needed where nothing stays', () => {
  expect(countMissed(misses([], 'incomplete')).note).toContain('the menu is not whole');
  expect(countMissed(misses([], 'unreadable')).note).toContain('cannot be read');
  expect(countMissed(misses([], 'older')).note).toBe(null);
  expect(countMissed(misses([product('a', { misses: 3, goes_out_of_stock: true })])).note).toBe(null);
});
