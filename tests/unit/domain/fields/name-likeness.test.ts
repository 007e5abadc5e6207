import { expect, test } from 'vitest';
import { nameLikeness } from '../../../../domain/fields/name-likeness.ts';

test.each([
  ['Prices', 'prices', 1],
  ['isRec', 'is_rec', 0.9],
  ['a.b[].kioskQuantity', 'x.kiosk_quantity', 0.9],
  ['Prices[]', 'price_list', 0.6],
  ['Prices', 'brand', 0],
  ['_', '', 0.9],
])('%s is like %s by %d', (one, other, likeness) => {
  expect(nameLikeness(one, other)).toBeCloseTo(likeness, 5);
});

test('of two keys with the same words, the one that has the key as it is is more alike', () => {
  expect(nameLikeness('_id', '_id_value')).toBeGreaterThan(nameLikeness('_id', 'id_value'));
});
