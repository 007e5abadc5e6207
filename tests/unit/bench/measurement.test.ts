import { expect, test } from 'vitest';
import { median, quantile, spreadOf } from '../../../bench/measurement.ts';

test('a median lies in the middle, or between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a quantile is interpolated between its neighbors', () => {
  expect(quantile([30, 10, 20], 0)).toBe(10);
  expect(quantile([30, 10, 20], 1)).toBe(30);
  expect(quantile([10, 20], 0.25)).toBe(12.5);
});

test('a spread holds the middle half, so that one slow round moves none of its ends', () => {
  const calm = [1, 2, 3, 4, 5, 6, 7];
  expect(spreadOf(calm)).toEqual({ median: 4, low: 2.5, high: 5.5 });
  expect(spreadOf([...calm.slice(0, -1), 7_000])).toEqual(spreadOf(calm));
  expect(spreadOf([1.006, 1.014], 2)).toEqual({ median: 1.01, low: 1.01, high: 1.01 });
});
