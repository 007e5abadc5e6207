import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { clockAheadMs } from '../../../db/database-clock.ts';

test('a clock is as far off as it surely is, and never further', () => {
  assert(
    property(
      integer({ min: -10_000_000, max: 10_000_000 }),
      integer({ min: 0, max: 60_000 }),
      integer({ min: 0, max: 60_000 }),
      (skewMs, wayThereMs, wayBackMs) => {
        const databaseMs = 1_800_000_000_000;
        const reported = clockAheadMs(databaseMs + skewMs, {
          earliestMs: databaseMs - wayBackMs,
          latestMs: databaseMs + wayThereMs,
        });
        expect(Math.abs(reported)).toBeLessThanOrEqual(Math.abs(skewMs));
        expect(Math.abs(skewMs - reported)).toBeLessThanOrEqual(Math.max(wayThereMs, wayBackMs));
      },
    ),
  );
});

test('an answer that was long on the way makes no clock look wrong', () => {
  expect(clockAheadMs(1_000, { earliestMs: 1_000, latestMs: 61_000 })).toBe(0);
  expect(clockAheadMs(8_200_000, { earliestMs: 1_000_000, latestMs: 1_000_004 })).toBe(7_199_996);
  expect(clockAheadMs(900_000, { earliestMs: 1_000_000, latestMs: 1_000_004 })).toBe(-100_000);
});
