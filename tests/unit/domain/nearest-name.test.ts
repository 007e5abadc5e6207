import { expect, test } from 'vitest';
import { nearestName, nearestNames } from '../../../domain/nearest-name.ts';

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

test('the nearest come first, in any case, within so many letters', () => {
  const names = ['desert-bloom', 'desert-blooms', 'dessert-boom', 'verde'];
  expect(nearestNames('desert-blom', names)).toEqual(['desert-bloom', 'desert-blooms', 'dessert-boom']);
  expect(nearestNames('DESERT-BLOM', names, 1)).toEqual(['desert-bloom']);
});
