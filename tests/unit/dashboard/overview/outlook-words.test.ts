import { expect, test } from 'vitest';
import { outlookOf } from '../../../../dashboard/overview/outlook-words.ts';
import type { Overview } from '../../../../dashboard/server/api-client.ts';

const AT = '2026-01-10T06:10:00.000Z';
const LATER = '2026-01-10T06:20:00.000Z';

const NONE = { count: 0, next_at: null, retries: 0, next_retry_at: null };
const waiting = (retries: number) => ({ count: 4, next_at: AT, retries, next_retry_at: LATER });

/** @param failed how many tasks failed, and how many of these are tried again by themselves */
const outlook = (scheduled: Overview['scheduled'], [count, retrying]: [number, number]) =>
  withoutHours(
    outlookOf({
      verdict: 'degraded',
      generated_at: '2026-01-10T06:00:00.000Z',
      capacity: { roles: [] },
      quarantine: { waiting: 0 },
      failures: { groups: [{ count, retrying, recovered: 1 }] },
      scheduled,
    } as unknown as Overview),
  );

/** Hours are those of the reader. */
const withoutHours = (text: string) => text.replaceAll(/\d+:(\d\d)( [AP]M)?/g, ':$1');

test('what failed is tried again by itself where a retry waits; what else failed is not', () => {
  const before = 'No task waits for a worker. 4 wait for their time, the next at :10.';
  const again = 'is tried again by itself, the next at :20.';
  const left = 'stays failed until you retry it or it is due again.';
  expect(outlook(NONE, [3, 0])).toBe(`No task waits for a worker. What failed ${left}`);
  expect(outlook(waiting(1), [3, 2])).toBe(`${before} What failed at 1 dispensary ${again}`);
  expect(outlook(waiting(2), [9, 2])).toBe(
    `${before} What failed at 2 dispensaries ${again} What else failed ${left}`,
  );
});

test('a retry on another day is said with its date', () => {
  const next = '2026-01-12T12:00:00.000Z';
  expect(outlook({ count: 1, next_at: next, retries: 1, next_retry_at: next }, [1, 1])).toMatch(
    /tried again by itself, the next at .*Jan/,
  );
});
