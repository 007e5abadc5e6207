import { expect, test } from 'vitest';
import { formatClearing } from '../../../../dashboard/overview/format-clearing.ts';
import { timeWithDay } from '../../../../dashboard/parts/format-time.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');

test('a badge says in words whether a reason clears by itself, and when', () => {
  const messageOf = (itself: boolean | null, at: string | null) =>
    formatClearing({ clears_by_itself: itself, clears_at: at }, NOW);
  const at = '2026-01-31T12:04:00Z';
  expect(messageOf(false, null)).toBe('needs a person');
  expect(messageOf(null, null)).toBe('may clear by itself');
  expect(messageOf(null, at)).toBe(`may clear by itself, not before ${timeWithDay(at, NOW)}`);
  expect(messageOf(true, null)).toBe('clears by itself');
  expect(messageOf(true, at)).toBe(`clears by itself, not before ${timeWithDay(at, NOW)}`);
});
