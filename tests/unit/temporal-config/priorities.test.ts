import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHAINED_PRIORITY,
  priorityKey,
  SCHEDULED_PRIORITY,
  URGENT_PRIORITY,
} from '../../../temporal-config/priorities.ts';

test.each([
  [1000, 1],
  [21, 1],
  [20, 1],
  [19, 2],
  [10, 2],
  [9, 3],
  [1, 3],
  [0, 4],
  [-1, 5],
  [-100, 5],
])('priority %i of the API is key %i', (priority, key) => {
  expect(priorityKey(priority)).toBe(key);
});

test('scheduled work comes after chained work, and that after urgent work', () => {
  expect([SCHEDULED_PRIORITY, CHAINED_PRIORITY, URGENT_PRIORITY]).toEqual([0, 10, 20]);
  expect([URGENT_PRIORITY, CHAINED_PRIORITY, SCHEDULED_PRIORITY].map(priorityKey)).toEqual([1, 2, 4]);
});

test('a higher priority never gets a later key', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(priorityKey(high)).toBeLessThanOrEqual(priorityKey(low));
    }),
  );
});
