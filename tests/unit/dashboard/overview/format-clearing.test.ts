import { expect, test } from 'vitest';
import { formatClearing } from '../../../../dashboard/overview/format-clearing.ts';
import { timeWithDay } from '../../../../dashboard/parts/format-time.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');

test('a badge says in words whether a reason clears by itself, and when', () => {
  const clearingOf = (itself: boolean | null, at: string | null) =>
    formatClearing({ clears_by_itself: itself, clears_at: at }, NOW);
  const at = '2026-01-31T12:04:00Z';
  expect(clearingOf(false, null)).toBe('needs a person');
  expect(clearingOf(null, null)).toBe('may clear by itself');
  expect(clearingOf(null, at)).toBe(`may clear by itself, not before ${timeWithDay(at, NOW)}`);
  expect(clearingOf(true, null)).toBe('clears by itself');
  expect(clearingOf(true, at)).toBe(`clears by itself, not before ${timeWithDay(at, NOW)}`);
});
