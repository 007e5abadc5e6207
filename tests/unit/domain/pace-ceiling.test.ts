import { assert, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { requestsPerHour, type PaceInForce } from '../../../domain/pace-ceiling.ts';

const pace = (change: Partial<PaceInForce>): PaceInForce => ({
  requestsPerSecond: 4,
  maxConcurrentRequests: 8,
  speed: 1,
  crawlDelayMs: 0,
  answerMs: null,
  isStopped: false,
  ...change,
});

test.each([
  ['four a second', pace({}), 14_400],
  ['answers of a second count for two', pace({ answerMs: 1_000 }), 7_200],
  ['few at once', pace({ answerMs: 1_000, maxConcurrentRequests: 1 }), 3_600],
  ['slowed down to a quarter', pace({ speed: 0.25 }), 3_600],
  ['a delay that the site asks for', pace({ crawlDelayMs: 10_000 }), 360],
  [
    'one in ten seconds, between an answer and the next',
    pace({ requestsPerSecond: 0.1, answerMs: 10_000 }),
    180,
  ],
  ['stopped', pace({ isStopped: true }), 0],
])('%s', (...[, given, perHour]) => {
  expect(requestsPerHour(given)).toBeCloseTo(perHour, 6);
});

test('never exceeds the limit, nor what may be under way at once', () => {
  const cases = record({
    requestsPerSecond: double({ min: 0.01, max: 500, noNaN: true }),
    maxConcurrentRequests: integer({ min: 1, max: 100 }),
    speed: double({ min: 1 / 32, max: 1, noNaN: true }),
    answerMs: integer({ min: 1, max: 60_000 }),
  });
  assert(
    property(cases, (given) => {
      const perHour = requestsPerHour(pace(given));
      expect(perHour).toBeGreaterThan(0);
      expect(perHour).toBeLessThanOrEqual(given.requestsPerSecond * given.speed * 3600 + 1e-6);
      expect((perHour / 3600) * (given.answerMs / 1000)).toBeLessThanOrEqual(
        given.maxConcurrentRequests + 1e-9,
      );
    }),
  );
});
