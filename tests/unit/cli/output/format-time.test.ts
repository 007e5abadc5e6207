import { expect, onTestFinished, test, vi } from 'vitest';
import { momentOf, timeOf } from '../../../../cli/output/format-time.ts';

const THEN = '2026-01-31T08:00:00.123Z';

test('a program gets the time alone, to the second', () => {
  expect([timeOf(THEN), momentOf(THEN)]).toEqual(['2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z']);
  expect([timeOf(null), momentOf(null)]).toEqual(['-', null]);
});

test('a terminal also shows how far it is from now', () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.useFakeTimers({ now: Date.parse(THEN) + 180_000 });
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
    vi.useRealTimers();
  });
  expect(timeOf(THEN)).toBe('2026-01-31T08:00:00Z (3 min ago)');
  expect(momentOf('2026-01-31T10:03:00Z')).toBe('2026-01-31T10:03:00Z (in 2 h)');
});
