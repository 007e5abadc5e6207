import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LINEAR_RETRY,
  retryDelayMs,
  retryPolicyFault,
  USUAL_RETRY,
  type RetryPolicy,
} from '../../../jobs/retry-policy.ts';

const policy: fc.Arbitrary<RetryPolicy> = fc
  .record({
    kind: fc.constantFrom('exponential' as const, 'linear' as const),
    base: fc.double({ min: 0.01, max: 3_600, noNaN: true }),
    more: fc.double({ min: 0, max: 82_800, noNaN: true }),
    jitter: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ kind, base, more, jitter }) => ({ kind, base, max: base + more, jitter }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const failures = fc.integer({ min: 1, max: 101 });

test('a wait is never longer than the longest one, nor shortened by more than the jitter', () => {
  const check = fc.property(policy, failures, share, (one, count, random) => {
    expect(retryPolicyFault(one)).toBeNull();
    const { kind, base, max, jitter } = one;
    const whole = Math.min(max, kind === 'linear' ? base * count : base * 2 ** (count - 1)) * 1_000;
    const delayMs = retryDelayMs(one, count, random);
    expect(delayMs).toBeLessThanOrEqual(Math.ceil(whole));
    expect(delayMs).toBeGreaterThanOrEqual(Math.floor(whole * (1 - jitter)));
  });
  expect(() => fc.assert(check)).not.toThrow();
});

test('another failure never shortens a wait', () => {
  const check = fc.property(policy, failures, share, (one, count, random) => {
    expect(retryDelayMs(one, count + 1, random)).toBeGreaterThanOrEqual(retryDelayMs(one, count, random));
  });
  expect(() => fc.assert(check)).not.toThrow();
});

test('the usual policy doubles from five seconds to ten minutes, and the linear one adds five seconds up to a minute', () => {
  const secondsOf = (one: RetryPolicy) =>
    [1, 2, 3, 7, 8, 12, 101].map((count) => retryDelayMs(one, count, 0) / 1_000);
  expect(secondsOf(USUAL_RETRY)).toEqual([5, 10, 20, 320, 600, 600, 600]);
  expect(secondsOf(LINEAR_RETRY)).toEqual([5, 10, 15, 35, 40, 60, 60]);
});

test.each([
  [null, '.kind takes exponential or linear'],
  [{ ...LINEAR_RETRY, kind: 'constant' }, '.kind takes exponential or linear'],
  [{ ...LINEAR_RETRY, base: 0 }, '.base takes seconds, from 0.01 to 86400'],
  [{ ...LINEAR_RETRY, max: 4 }, '.max takes seconds, from its base to 86400'],
  [{ ...LINEAR_RETRY, jitter: 0 }, '.jitter takes a share, from 0.05 to 1'],
  [LINEAR_RETRY, null],
])('a policy is checked: %j', (given, fault) => {
  expect(retryPolicyFault(given)).toBe(fault);
});
