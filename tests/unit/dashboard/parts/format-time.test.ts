import { expect, test } from 'vitest';
import { timeWithDay } from '../../../../dashboard/parts/format-time.ts';

/** A time in the time zone of the machine. */
const NOW = new Date(2026, 0, 31, 12, 0).getTime();
const at = (...[year, month, day]: [number, number, number]) =>
  timeWithDay(new Date(year, month, day, 9, 5).getTime(), NOW);

test('a time of another day has its date, and its year where that is another too', () => {
  expect(at(2026, 0, 31)).toMatch(/^0?9:05( AM)?$/);
  expect(at(2026, 1, 1)).toMatch(/^(?=.*Feb)(?=.*\b1\b)(?!.*2026).*9:05/);
  expect(at(2025, 11, 30)).toMatch(/^(?=.*Dec)(?=.*\b30\b)(?=.*2025).*9:05/);
});
