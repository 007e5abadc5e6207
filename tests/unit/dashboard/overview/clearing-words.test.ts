import { expect, test } from 'vitest';
import { clearingInWords } from '../../../../dashboard/overview/clearing-words.ts';
import { timeWithDay } from '../../../../dashboard/parts/time-words.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');

test('a badge says in words whether a reason clears by itself, and when', () => {
  const wordsOf = (itself: boolean | null, at: string | null) =>
    clearingInWords({ clears_by_itself: itself, clears_at: at }, NOW);
  const at = '2026-01-31T12:04:00Z';
  expect(wordsOf(false, null)).toBe('needs a person');
  expect(wordsOf(null, null)).toBe('may clear by itself');
  expect(wordsOf(null, at)).toBe(`may clear by itself, not before ${timeWithDay(at, NOW)}`);
  expect(wordsOf(true, null)).toBe('clears by itself');
  expect(wordsOf(true, at)).toBe(`clears by itself, not before ${timeWithDay(at, NOW)}`);
});
