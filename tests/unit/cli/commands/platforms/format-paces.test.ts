import { expect, test } from 'vitest';
import { formatPace } from '../../../../../cli/commands/platforms/format-paces.ts';
import { describePace, restingPace } from '../../../../../reports/platform-paces.ts';

const USUAL = { requestsPerSecond: 4, maxConcurrentRequests: 8 };

test('a platform that was never asked has the usual limits, and nothing else to tell', () => {
  expect(formatPace(describePace(restingPace('dutchie'), USUAL))).toBe(
    'dutchie: 4 requests a second, 8 at once; 0 under way, 0 waiting',
  );
});

test('what is set, stopped, waited for or slowed down is told', () => {
  const at = new Date('2026-11-21T10:15:30Z');
  const report = {
    ...restingPace('dutchie'),
    requestsPerSecond: 0.5,
    stoppedAt: at,
    stoppedBecause: 'they called',
    waitsUntil: at,
    speed: 0.25,
    crawlDelayMs: 10_000,
    latencyRecentMs: 1234.5,
    latencyUsualMs: 200.2,
    waiting: 3,
  };
  expect(formatPace(describePace(report, USUAL)).split('\n')).toEqual([
    'dutchie: 0.5 requests a second (set), 8 at once; 0 under way, 3 waiting',
    '  stopped since 2026-11-21T10:15:30.000Z: they called',
    '  asked to be left alone until 2026-11-21T10:15:30.000Z',
    '  slowed down to 25 % of its requests a second',
    '  robots.txt asks for 10 s between requests',
    '  answers take 1235 ms lately, 200 ms usually',
  ]);
});
