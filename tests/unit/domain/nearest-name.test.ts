import { expect, test } from 'vitest';
import { nearestName } from '../../../domain/nearest-name.ts';

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
