import { expect, test } from 'vitest';
import { PLATFORM_COLUMNS } from '../../../../../cli/commands/platforms/platform-columns.ts';
import { formatTable } from '../../../../../cli/output/format-table.ts';
import { describePace, restingPace } from '../../../../../reports/platform-paces.ts';

const USUAL = { requestsPerSecond: 4, maxConcurrentRequests: 8 };

const rowOf = (pace: ReturnType<typeof describePace>) => formatTable(PLATFORM_COLUMNS, [pace]).split('\n')[1];

test('a platform that was never asked has the usual limits, and nothing else to tell', () => {
  expect(rowOf(describePace(restingPace('dutchie'), USUAL))).toMatch(/^dutchie +4 +8 +0 +0$/);
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
  const breaker = {
    target: 'dutchie',
    openedAt: at,
    openUntil: at,
    openings: 2,
    isTried: false,
    lastRefusal: null,
  };
  expect(rowOf(describePace(report, USUAL))).toMatch(/^dutchie +0\.5 \(set\) +8 +0 +3 +stopped since 2026-/);
  const text = rowOf(describePace(report, USUAL, [breaker]))!
    .split(/ {2,}/)
    .at(-1)!;
  expect(text.split('; ')).toEqual([
    'stopped since 2026-11-21T10:15:30Z: they called',
    'refuses every proxy since 2026-11-21T10:15:30Z, its pause ends at 2026-11-21T10:15:30Z',
    'asked for a pause until 2026-11-21T10:15:30Z',
    'slowed down to 25 % of its requests a second',
    'robots.txt asks for 10 s between requests',
    'answers take 1235 ms lately, 200 ms usually',
  ]);
});
