import { expect, test } from 'vitest';
import { outlookOf } from '../../../../dashboard/overview/describe-outlook.ts';
import type { Overview } from '../../../../dashboard/server/api-client.ts';

const AT = '2026-01-10T06:10:00.000Z';
const LATER = '2026-01-10T06:20:00.000Z';

const NONE = { count: 0, next_at: null, retries: 0, next_retry_at: null };
const waiting = (retries: number) => ({ count: 4, next_at: AT, retries, next_retry_at: LATER });

/** Returns counts of pending runs. */
const counts = (tasks: number, jobs = 0, hasMore = false) => ({
  pending: tasks + jobs,
  pending_more: hasMore,
  tasks: { pending: tasks },
  jobs: { pending: jobs },
});

const overview = (change: object): Overview =>
  ({
    verdict: 'degraded',
    generated_at: '2026-01-10T06:00:00.000Z',
    capacity: { roles: [] },
    counts: counts(0),
    quarantine: { waiting: 0 },
    failures: { groups: [] },
    scheduled: NONE,
    ...change,
  }) as unknown as Overview;

/** Returns the described outlook without the hours of its times, which depend on the time zone of the machine. */
const sentenceOf = (change: object) => outlookOf(overview(change)).replaceAll(/\d+:(\d\d)( [AP]M)?/g, ':$1');

/** Returns the described outlook. @param failed how many tasks failed, and how many of these are retried automatically */
const outlook = (scheduled: Overview['scheduled'], [count, retrying]: [number, number]) =>
  sentenceOf({
    failures: { groups: [{ of: 'tasks', count, retrying, recovered: 1, stopped: 0 }] },
    counts: counts(scheduled.count),
    scheduled,
  });

test('what failed is tried again by itself where a retry waits; what else failed is not', () => {
  const before = '4 pending: 4 tasks for their time, the next at :10.';
  const again = 'is tried again by itself, the next at :20.';
  const left = 'stays failed until you retry it or it is due again.';
  expect(outlook(NONE, [3, 0])).toBe(`Nothing is pending. What failed ${left}`);
  expect(outlook(waiting(1), [3, 2])).toBe(`${before} What failed at 1 dispensary ${again}`);
  expect(outlook(waiting(2), [9, 2])).toBe(
    `${before} What failed at 2 dispensaries ${again} What else failed ${left}`,
  );
});

test('a job that failed is never due again', () => {
  const group = { of: 'jobs', count: 1, retrying: 0, recovered: 0, stopped: 0 };
  expect(sentenceOf({ failures: { groups: [group] }, counts: counts(0) })).toBe(
    'Nothing is pending. What failed stays failed until you retry it.',
  );
});

test('what failed at dispensaries that are no longer crawled needs no retry', () => {
  const group = { of: 'tasks', count: 2, retrying: 0, recovered: 1, stopped: 1 };
  expect(sentenceOf({ failures: { groups: [group] }, counts: counts(0) })).toBe('Nothing is pending.');
});

test('a retry on another day is said with its date', () => {
  const next = '2026-01-12T12:00:00.000Z';
  expect(outlook({ count: 1, next_at: next, retries: 1, next_retry_at: next }, [1, 1])).toMatch(
    /tried again by itself, the next at .*Jan/,
  );
});

const STATES: [tasks: number, jobs: number, scheduled: number, words: string][] = [
  [5, 0, 5, '5 pending: 5 tasks for their time, the next at :10.'],
  [5, 0, 0, '5 pending: 5 tasks for a worker or the next attempt.'],
  [1, 0, 0, '1 pending: 1 task for a worker or the next attempt.'],
  [0, 2, 0, '2 pending: 2 jobs.'],
  [
    6,
    1,
    1,
    '7 pending: 5 tasks for a worker or the next attempt, 1 job and 1 task for its time, the next at :10.',
  ],
  // One of the five scheduled tasks began between the two queries.
  [4, 0, 5, '4 pending: 4 tasks for their time, the next at :10.'],
];
test.each(STATES)(
  'of %i tasks and %i jobs that are pending, %i for their time, the parts add up',
  (...state) => {
    const [tasks, jobs, count, text] = state;
    const scheduled = count === 0 ? NONE : { ...NONE, count, next_at: AT };
    expect(sentenceOf({ counts: counts(tasks, jobs), scheduled })).toBe(text);
    const [total, ...parts] = text.match(/\d+(?= (?:pending|tasks?|jobs?))/g)!.map(Number);
    expect(parts.reduce((sum, part) => sum + part)).toBe(total);
    expect(total).toBe(tasks + jobs);
  },
);

test('where more wait than were counted, the sentence says so as the number does', () => {
  expect(sentenceOf({ counts: counts(10_000, 0, true) })).toMatch(
    /^10\D?000\+ pending: 10\D?000\+ tasks for a worker or the next attempt\.$/,
  );
});

test('a role with work has its forecast beside the number', () => {
  const roles = [
    { role: 'payload_fetch', pending: 2, forecast: { words: 'clears in 35 min' } },
    { role: 'product_refresh', pending: 0, forecast: { words: 'nothing waits' } },
  ];
  expect(sentenceOf({ verdict: 'good', counts: counts(2), capacity: { roles } })).toBe(
    '2 pending: 2 tasks for a worker or the next attempt. payload_fetch: clears in 35 min.',
  );
});
