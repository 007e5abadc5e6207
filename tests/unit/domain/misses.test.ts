import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstMissedBy } from '../../../domain/misses.ts';

const RULE = { spanIntervals: 1.8, spanMinutesMin: 60, scheduleHours: 4 };
const FETCHED_AT = new Date('2026-03-01T12:00:00Z');

const minutesBefore = (intervalHours: number | null): number =>
  (FETCHED_AT.getTime() - firstMissedBy({ fetchedAt: FETCHED_AT, intervalHours }, RULE).getTime()) / 60_000;

test.each([
  ['that of the schedule', null, 432],
  ['a longer one of the store', 12, 1296],
  ['one of days', 72, 7776],
  ['one of minutes, which an hour limits', 0.05, 60],
  ['the shortest that reaches over an hour', 0.6, 64.8],
])('the span follows the interval: %s', (_name, intervalHours, minutes) => {
  expect(minutesBefore(intervalHours)).toBe(minutes);
});

test('the span is a whole number of milliseconds, never shorter than either setting, and as long as the longer one', () => {
  const amount = (max: number) => fc.double({ min: 0, max, noNaN: true });
  const rule = fc.record({
    spanIntervals: amount(100),
    spanMinutesMin: amount(10_080),
    scheduleHours: amount(8784),
  });
  fc.assert(
    fc.property(rule, fc.option(amount(8784)), (given, intervalHours) => {
      const spanMs =
        FETCHED_AT.getTime() - firstMissedBy({ fetchedAt: FETCHED_AT, intervalHours }, given).getTime();
      const intervalsMs = given.spanIntervals * (intervalHours ?? given.scheduleHours) * 3_600_000;
      const minimumMs = given.spanMinutesMin * 60_000;
      expect(Number.isInteger(spanMs)).toBe(true);
      expect(spanMs).toBeGreaterThanOrEqual(Math.max(intervalsMs, minimumMs) - 0.5);
      expect(Math.min(Math.abs(spanMs - intervalsMs), Math.abs(spanMs - minimumMs))).toBeLessThanOrEqual(0.5);
    }),
  );
});
