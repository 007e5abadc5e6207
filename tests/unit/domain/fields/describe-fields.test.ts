import { expect, test } from 'vitest';
import { describeRenamed, describeShares } from '../../../../domain/fields/describe-fields.ts';

const RENAMED = { from: 'Prices', to: 'prices', before: 1, after: 0.996, compared: 250, alike: 0.95 };

test('a rename says what shows it, and never that all are the same where some are not', () => {
  expect(describeRenamed({ ...RENAMED, by: 'values' })).toBe(
    '100 % of the products had the old name, 99 % have the new one; 95 % of the values of 250 products are the same.',
  );
  expect(describeRenamed({ ...RENAMED, by: 'name', compared: 0, alike: null })).toContain(
    'have the new one; the names are alike, and the values are too few to tell.',
  );
  expect(describeRenamed({ ...RENAMED, by: 'only_one', compared: 1 })).toContain(
    'of 1 product are the same; it is the only candidate',
  );
});

test('a field that vanished says in how many products, whether it is null, and what went with it', () => {
  const field = { path: 'a', types: [], example: '1', inside: 0, isNull: false };
  expect(describeShares({ ...field, before: 0.98, after: 0.001 })).toBe(
    'in 98 % of the products before, in 1 % now',
  );
  expect(describeShares({ ...field, before: 1, after: 0, isNull: true, inside: 36 })).toBe(
    'in 100 % of the products before, in 0 % now (it is null), with 36 fields inside of it',
  );
  expect(describeShares({ ...field, before: 0, after: 1, isNull: true, inside: 1 })).toContain(
    'now (it was null), with 1 field inside of it',
  );
});
