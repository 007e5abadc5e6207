import { expect, test } from 'vitest';
import { describeStop } from '../../../../domain/stopped-target.ts';
import { describeLater } from '../../../../reports/waiting/waiting-for.ts';

const activity = (lastFailure: string | null) => ({
  type: 'fetchMenu',
  queue: null,
  attempt: 2,
  nextAttemptAt: new Date('2026-01-31T12:04:00Z'),
  lastFailure,
});
const next = 'attempt 2, which starts at 2026-01-31 12:04:00 UTC';

test('a wait for the next attempt has the last failure, and what the attempt said last', () => {
  const waits = describeLater(activity('HTTP 502'), { platform: 'dutchie', progress: 'a pause' });
  expect(waits).toEqual(['a pause', `${next}, after: HTTP 502`]);
});

test('after the stop of a platform is over, the wait for the next attempt no longer asks to start it', () => {
  const stop = describeStop('dutchie', { since: new Date('2026-01-31T12:00:00Z'), because: 'again.' });
  expect(stop).toBe('dutchie was stopped at 2026-01-31 12:00:00 UTC: again. No request was sent to it.');
  const waits = describeLater(activity(stop), {
    platform: 'dutchie',
    progress: 'an operator to start dutchie',
  });
  expect(waits).toEqual([next]);
});
