import { expect, test } from 'vitest';
import { clockDifference } from '../../../../dashboard/frame/clock-difference.ts';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const later = (minutes: number): number => NOON + minutes * 60_000;

test('a browser that is minutes off is told by how much, and in which direction', () => {
  expect(clockDifference(NOON, later(-180))).toBe('The clock of this browser is 3 h behind that of the API.');
  expect(clockDifference(NOON, later(7))).toBe(
    'The clock of this browser is 7 min ahead of that of the API.',
  );
});

test('an answer that was on its way is no wrong clock', () => {
  for (const minutes of [-1.9, 0, 1.9]) expect(clockDifference(NOON, later(minutes))).toBe(null);
});
