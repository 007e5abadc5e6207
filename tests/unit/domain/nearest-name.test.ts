import { expect, test } from 'vitest';
import { misspeltNames, nearestName, nearestNames } from '../../../domain/nearest-name.ts';

const NAMES = ['role', 'status', 'dispensary_id', 'limit', 'since'];

test.each([
  ['stat', 'status'],
  ['Limit', 'limit'],
  ['limt', 'limit'],
  ['sicne', null],
  ['dispensaryId', 'dispensary_id'],
  ['dispensary', 'dispensary_id'],
  ['roles', 'role'],
  ['colour', null],
  ['', null],
])('%j is taken for %j', (given, meant) => {
  expect(nearestName(given, NAMES)).toBe(meant);
});

test('the nearest come first', () => {
  const names = ['desert-bloom', 'desert-blooms', 'dessert-boom', 'verde'];
  expect(nearestNames('desert-blom', names)).toEqual(['desert-bloom', 'desert-blooms', 'dessert-boom']);
});

test('a slip of the hand is two letters off at most, in any case, and no beginning of a name', () => {
  const names = ['DATABASE_URL', 'TEMPORAL_ADDRESS'];
  expect(misspeltNames('Databse_Url', names)).toEqual(['DATABASE_URL']);
  expect(misspeltNames('DATABASE', names)).toEqual([]);
  expect(misspeltNames('TEMPORAL_ADDRS', names)).toEqual(['TEMPORAL_ADDRESS']);
  expect(misspeltNames('TEMPORAL_ADRS', names)).toEqual([]);
});
