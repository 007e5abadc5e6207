import { expect, test } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../../temporal-config/search-attributes.ts';

test('the search attributes fit the ten keyword columns that SQL visibility has', () => {
  expect(SEARCH_ATTRIBUTES.map(({ name }) => name)).toEqual([
    'Role',
    'Platform',
    'DispensaryId',
    'StateCode',
    'FanOut',
    'JobType',
    'Account',
    'Outcome',
  ]);
  expect(new Set(SEARCH_ATTRIBUTES.map(({ type }) => type))).toEqual(new Set(['KEYWORD']));
  expect(SEARCH_ATTRIBUTES.length).toBeLessThanOrEqual(10);
});
