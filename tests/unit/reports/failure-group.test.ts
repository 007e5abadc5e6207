import { describe, expect, test } from 'vitest';
import type { FailureGroup } from '../../../db/queries/failures.ts';
import { showFailures, trendOf } from '../../../reports/failure-group.ts';

const SINCE = new Date('2026-01-31T12:00:00Z');

const group = (change: Partial<FailureGroup> = {}): FailureGroup => ({
  of: 'tasks',
  kind: 'Blocked',
  platform: 'dutchie',
  shape: 'Expected a menu, got a block page with status # after # ms from fetch-#',
  message: 'Expected a menu, got a block page with status 403 after 12 ms from fetch-7',
  dispensaryId: null,
  dispensaryName: null,
  count: 12,
  recovered: 3,
  stopped: 0,
  retrying: 0,
  nextRetryAt: null,
  lastAt: SINCE,
  byHour: { 0: 2, 23: 10 },
  groups: 1,
  total: 12,
  ...change,
});

describe('showFailures', () => {
  test('the filter of its bulk action has what all of them share, and no part of what differs', () => {
    expect(showFailures(group(), SINCE, 24).filter).toEqual({
      status: 'failed',
      error: 'Blocked',
      platform: 'dutchie',
      search: 'expected status block after menu page',
      ended_since: '2026-01-31T12:00:00.000Z',
    });
  });

  test('without a kind, a platform or words the filter goes without them', () => {
    const { filter } = showFailures(group({ kind: null, platform: null, shape: '#' }), SINCE, 24);
    expect(filter).toEqual({ status: 'failed', ended_since: '2026-01-31T12:00:00.000Z' });
  });

  test('hours without failures are zero, and a kind of ours has its meaning', () => {
    const shown = showFailures(group(), SINCE, 24);
    expect(shown.byHour).toEqual([2, ...Array<number>(22).fill(0), 10]);
    expect(shown.meaning).toContain('another proxy');
    expect(showFailures(group({ kind: 'TypeError' }), SINCE, 24).meaning).toBe(null);
  });

  test('the message of a job, which begins with its kind, is shown without it', () => {
    const ofJobs = group({ of: 'jobs', kind: 'NotFound', message: 'NotFound: NotFound is gone' });
    expect(showFailures(ofJobs, SINCE, 24).message).toBe('NotFound is gone');
  });

  test('a password in a message is not shown', () => {
    const message = 'no answer by http://user:hunter2@proxy.example:80';
    expect(showFailures(group({ message }), SINCE, 24).message).not.toContain('hunter2');
  });
});

test.each([
  [[0, 0, 0, 0, 1, 2], 'rising'],
  [[0, 0, 0, 0, 0, 2], 'steady'],
  [[0, 2, 0, 0, 0, 0], 'steady'],
  [[3, 3, 3, 1, 1, 1], 'falling'],
  [[2, 2, 2, 2, 2, 1], 'steady'],
  [[0, 0, 0, 0, 0, 0], 'steady'],
] as const)('the trend of %j is %s', (byHour, trend) => {
  expect(trendOf(byHour)).toBe(trend);
});
