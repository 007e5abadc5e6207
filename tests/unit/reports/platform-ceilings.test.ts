import { expect, test } from 'vitest';
import type { PaceReport } from '../../../db/queries/pace-control.ts';
import { menusPerHour } from '../../../reports/platform-ceilings.ts';

const limits = { requestsPerSecond: 4, maxConcurrentRequests: 8 };
const USUAL = { dutchie: limits, blaze: limits };

const pace = (change: Partial<PaceReport>): PaceReport => ({
  target: 'dutchie',
  requestsPerSecond: null,
  maxConcurrentRequests: null,
  speed: 1,
  stoppedAt: null,
  stoppedBecause: null,
  waitsUntil: null,
  crawlDelayMs: 0,
  latencyRecentMs: null,
  latencyUsualMs: null,
  underWay: 0,
  waiting: 0,
  ...change,
});

test('a menu takes as many requests as it has pages', () => {
  const pages = new Map([['dutchie' as const, 8]]);
  expect(menusPerHour([], pages, USUAL)).toEqual(new Map([['dutchie', 1_800]]));
  expect(menusPerHour([pace({ requestsPerSecond: 1 })], pages, USUAL)).toEqual(new Map([['dutchie', 450]]));
  expect(menusPerHour([pace({ latencyRecentMs: 1_000 })], pages, USUAL)).toEqual(new Map([['dutchie', 900]]));
});

test('a platform that is stopped gives nothing, also one of which nothing was fetched yet', () => {
  const stopped = pace({ target: 'blaze', stoppedAt: new Date(0), stoppedBecause: 'a test' });
  expect(menusPerHour([stopped], new Map(), USUAL)).toEqual(new Map([['blaze', 0]]));
});
