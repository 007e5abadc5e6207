import { expect, test } from 'vitest';
import type { Schemas } from '../../../../../api-client/create-api-client.ts';
import { formatStatus } from '../../../../../cli/commands/status/format-status.ts';

const about = { page: '/', api: '/api/overview' };
const NONE = { running: 0, pending: 0, completed: 0, unconfirmed: 0, failed: 0 };

const QUIET = {
  as_of: '2026-01-31T12:00:00.000Z',
  stale: false,
  temporal: { available: true, reason: null, ui_url: null },
  verdict: 'good',
  outlook: null,
  reasons: [],
  counts: { jobs: NONE },
  scheduled: { count: 0, next_at: null },
  capacity: { roles: [] },
  stopped_targets: [],
  workers: { active: 0, backing_off: 0, draining: 0, silent: 0 },
  schedules: null,
  failures: { groups: [], more: false },
};

const format = (overview: object) =>
  formatStatus({ ...QUIET, ...overview } as unknown as Schemas['Overview'], 'http://127.0.0.1:3100');

test('where nothing goes on, each part says so', () => {
  expect(format({})).toBe(`Verdict   good: everything is all right

API       http://127.0.0.1:3100
Temporal  answers
Ledger    in step with Temporal as of 2026-01-31T12:00:00Z
Web UI    not known; TEMPORAL_UI_URL of the API names it

Workers
  No worker is live.

Open work
  Nothing is open.

Failures of the last day
  None.

Schedules
  Not known now: Temporal has them.
`);
});

test('crawls that download their images are open work, although they count for no role', () => {
  const openOf = (images: object) => format({ capacity: { roles: [], images } }).split('Open work\n')[1];
  expect(openOf({ pending: 0, running: 1 })).toMatch(
    /^ {2}1 crawl downloads its images: 1 running, 0 pending; see `crawlchain tasks list --stage images`\.\n\n/,
  );
  expect(openOf({ pending: 2, running: 1 })).toMatch(
    /^ {2}3 crawls download their images: 1 running, 2 pending; /,
  );
  expect(openOf({ pending: 0, running: 0 })).toMatch(/^ {2}Nothing is open\.\n/);
});

test('failures that nobody has to look at now are said beside the verdict, until they went well', () => {
  const verdictOf = (recovered: number) => {
    const groups = [{ kind: 'NotFound', count: 2, recovered, stopped: 0, of: 'tasks', message: 'HTTP 404' }];
    return format({ failures: { groups, more: false } }).split('\n')[0];
  };
  expect(verdictOf(1)).toBe('Verdict   good: everything is all right, but for single failures');
  expect(verdictOf(2)).toBe('Verdict   good: everything is all right');
});

test('the verdict says of each reason whether it clears by itself, and counts them', () => {
  const lines = format({
    verdict: 'bad',
    outlook: '1 thing needs a person, 1 clears by itself, 1 may clear by itself',
    reasons: [
      {
        severity: 'bad',
        code: 'retrying',
        words: 'The disk is full.',
        remedy: null,
        clears_by_itself: false,
        clears_at: null,
        ...about,
      },
      {
        severity: 'degraded',
        code: 'proxies-resting',
        words: 'They rest.',
        remedy: '`crawlchain proxies list` shows them.',
        clears_by_itself: true,
        clears_at: '2026-01-31T12:04:00.000Z',
        ...about,
      },
      {
        severity: 'degraded',
        code: 'refused',
        words: 'It refuses.',
        remedy: null,
        clears_by_itself: null,
        clears_at: null,
        ...about,
      },
    ],
  }).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'Verdict   bad: some work does not go on; 1 thing needs a person, 1 clears by itself, 1 may clear by itself',
    '  bad, needs a person: The disk is full.',
    '  degraded, clears by itself, not before 2026-01-31T12:04:00Z: They rest. `crawlchain proxies list` shows them.',
    '  degraded, may clear by itself: It refuses.',
  ]);
});

test('what is open, failed, stopped and faulty stands in its part, without control characters', () => {
  const text = format({
    temporal: { available: false, reason: 'Temporal does not answer.', ui_url: 'https://temporal.example' },
    stale: true,
    counts: { jobs: { ...NONE, running: 1, failed: 2 } },
    scheduled: { count: 3, next_at: '2026-01-31T13:00:00.000Z' },
    capacity: {
      roles: [
        {
          role: 'payload_fetch',
          pending: 4,
          running: 1,
          active_workers: 2,
          forecast: { words: 'clears in 35 min' },
        },
        {
          role: 'analytics_refresh',
          pending: 0,
          running: 0,
          active_workers: 2,
          forecast: { words: 'unknown' },
        },
      ],
    },
    stopped_targets: [
      { target: 'dutchie', stopped_at: '2026-01-31T11:00:00.000Z', because: 'they\u001b called' },
    ],
    workers: { active: 2, backing_off: 0, draining: 1, silent: 0 },
    schedules: {
      total: 5,
      enabled: 4,
      faults: [{ id: 'analytics_refresh', state: 'failed', words: 'its last run failed' }],
    },
    failures: {
      groups: [{ kind: 'Blocked', count: 7, of: 'tasks', message: 'HTTP\u001b 403' }],
      more: true,
    },
  });
  expect(text).toContain(
    'Temporal  Temporal does not answer.\nLedger    behind: it shows tasks and jobs as they were at',
  );
  expect(text).toContain(
    'Stopped\n  dutchie since 2026-01-31T11:00:00Z: they called; `crawlchain platforms start dutchie` starts its requests again\n',
  );
  expect(text).toContain('Workers\n  2 active, 1 draining; see `crawlchain workers list`.\n');
  expect(text).toMatch(
    /^ {2}payload_fetch +4 +1 +2 +clears in 35 min\n {2}3 of the pending tasks wait for their time, the next until 2026-01-31T13:00:00Z; /m,
  );
  expect(text).not.toContain('analytics_refresh  0');
  expect(text).toContain('Jobs\n  1 running, 0 pending, 2 failed within the last day; ');
  expect(text).toMatch(/^ {2}Blocked +7 +tasks +HTTP 403\n {2}There are more; /m);
  expect(text).toContain(
    '  4 of 5 are active; see `crawlchain schedules list`.\n  analytics_refresh: its last run failed\n',
  );
});
