import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../egress/retry-after.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 10, 15, 30);

describe('retryAfterMs', () => {
  test.each([
    ['120', 120_000],
    [' 1.5 ', 1_500],
    ['0', 1_000],
    ['999999999999', 3_600_000],
    ['Sat, 21 Nov 2026 10:16:30 GMT', 60_000],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 1_000],
    ['Sat, 21 Nov 2037 10:00:00 GMT', 3_600_000],
    ['-5', null],
    ['2026', 2_026_000],
    ['soon', null],
    ['Sat, nonsense', null],
    ['', null],
    [null, null],
  ])('%s means %s ms', (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
  });

  test('any header gives no wait, or one between 1 s and an hour', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const waitMs = retryAfterMs(header, NOW_MS);
          if (waitMs === null) return;
          expect(Number.isInteger(waitMs) && waitMs >= 1_000 && waitMs <= 3_600_000).toBe(true);
        },
      ),
    );
  });

  test('a date is the same as its distance in seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_800 }), (seconds) => {
        const date = new Date(NOW_MS + seconds * 1000).toUTCString();
        expect(retryAfterMs(date, NOW_MS)).toBe(retryAfterMs(String(seconds), NOW_MS));
      }),
    );
  });
});
