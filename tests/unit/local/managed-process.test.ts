import { expect, it } from 'vitest';
import { restartDelayMs } from '../../../local/managed-process.ts';

const bound = { maxRestarts: 3, windowMs: 60_000 };

it('a process without a restart bound is never started again', () => {
  expect(restartDelayMs(undefined, [])).toBeUndefined();
});

it('the first restart comes at once, the next ones later and later, and then no more', () => {
  const exitTimesMs: number[] = [];
  const delays = [0, 1, 2, 3].map((nowMs) => restartDelayMs(bound, exitTimesMs, nowMs));
  expect(delays).toEqual([0, 100, 200, undefined]);
});

it('exits that lie outside the window are forgotten', () => {
  const exitTimesMs: number[] = [];
  for (const nowMs of [0, 1, 2]) restartDelayMs(bound, exitTimesMs, nowMs);
  expect(restartDelayMs(bound, exitTimesMs, 60_002)).toBe(0);
});

it('no delay grows beyond five seconds', () => {
  const exitTimesMs = Array.from({ length: 20 }, () => 0);
  expect(restartDelayMs({ maxRestarts: 100, windowMs: 10 }, exitTimesMs, 1)).toBe(5_000);
});
