import { expect, test } from 'vitest';
import { checkDatabaseClock, checkTemporalClock } from '../../../../../cli/commands/doctor/check-clocks.ts';

test('a database whose clock is some seconds off is broken, ahead or behind', () => {
  expect(checkDatabaseClock(-400)).toMatchObject({ state: 'ok', found: "within 0.4 s of this machine's" });
  expect(checkDatabaseClock(61_000)).toMatchObject({
    state: 'broken',
    found: "61.0 s ahead of this machine's",
  });
  expect(checkDatabaseClock(-5_001)).toMatchObject({ state: 'broken', found: "5.0 s behind this machine's" });
});

test('the times of polls bound how far the clock of Temporal is off', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const polled = (ms: number) =>
    checkTemporalClock({ queue: 'crawlchain', pollers: 1, lastPolledAt: new Date(now + ms) }, now);
  expect(polled(-60_000).state).toBe('ok');
  expect(polled(8_000)).toMatchObject({ state: 'broken', found: "at least 8 s ahead of this machine's" });
  expect(polled(-120_000)).toMatchObject({ state: 'warning' });
  expect(checkTemporalClock({ queue: 'crawlchain', pollers: 0, lastPolledAt: null }, now).state).toBe(
    'unknown',
  );
});
