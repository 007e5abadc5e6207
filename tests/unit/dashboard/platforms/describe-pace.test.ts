import { expect, test } from 'vitest';
import {
  describeLatency,
  describeLimits,
  describeSpeed,
  stateOf,
} from '../../../../dashboard/platforms/describe-pace.ts';
import { changeOf, typedOf } from '../../../../dashboard/platforms/read-limits.ts';
import type { PlatformPace } from '../../../../dashboard/server/platforms-api.ts';
import { describePace, restingPace } from '../../../../reports/platform-paces.ts';

const AT = new Date('2026-11-21T10:15:30Z');
const PACE = describePace(restingPace('dutchie'), { requestsPerSecond: 4, maxConcurrentRequests: 8 });
const BREAKER = {
  target: 'dutchie',
  openedAt: AT,
  openUntil: AT,
  openings: 2,
  isTried: false,
  lastRefusal: null,
};

const pace = (change: Partial<PlatformPace> = {}): PlatformPace => ({ ...PACE, ...change });

test('of several states the one that holds most back is shown', () => {
  const slowed = { ...restingPace('dutchie'), speed: 0.5 };
  const waits = { ...slowed, waitsUntil: AT };
  const stopped = { ...waits, stoppedAt: AT };
  const usual = { requestsPerSecond: 4, maxConcurrentRequests: 8 };
  expect([
    stateOf(PACE).word,
    stateOf(describePace(slowed, usual)).word,
    stateOf(describePace(waits, usual)).word,
    stateOf(describePace(waits, usual, [BREAKER])).word,
    stateOf(describePace(waits, usual, [{ ...BREAKER, target: 'blaze' }])).word,
    stateOf(describePace(stopped, usual, [BREAKER])).word,
  ]).toEqual(['as usual', 'slowed down', 'waits', 'refuses', 'waits', 'stopped']);
});

test('limits say who set them; speed and answers are left out where nothing is to tell', () => {
  expect(describeLimits(PACE)).toBe('4 a second, 8 at once');
  expect(describeLimits(pace({ requests_per_second: 0.5, set_by_operator: ['requests_per_second'] }))).toBe(
    '0.5 a second (set by an operator), 8 at once',
  );
  expect([describeSpeed(PACE), describeLatency(PACE)]).toEqual([null, null]);
  expect(describeSpeed(pace({ speed: 0.25 }))).toContain('slowed down to 1 a second, 25 % of the limit');
  expect(describeLatency(pace({ latency_recent_ms: 1234.5, latency_usual_ms: 200.2 }))).toBe(
    '1,235 ms lately, 200 ms usually',
  );
  expect(describeLatency(pace({ latency_recent_ms: 90 }))).toBe('90 ms lately');
});

test('only limits that were changed are sent, and an empty field gives one back to the default', () => {
  const before = typedOf(pace({ max_concurrent_requests: 3, set_by_operator: ['max_concurrent_requests'] }));
  expect(before).toEqual({ requests_per_second: '', max_concurrent_requests: '3' });
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf({ ...before, requests_per_second: ' 0.5 ' }, before)).toEqual({ requests_per_second: 0.5 });
  expect(changeOf({ ...before, max_concurrent_requests: ' ' }, before)).toEqual({
    max_concurrent_requests: null,
  });
});
