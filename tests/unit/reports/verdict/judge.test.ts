import { describe, expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import type { VerdictFacts } from '../../../../reports/verdict/verdict-facts.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const alike = (dispensaries: number) => ({ fault: 'unpriced', platform: 'dutchie', dispensaries });

/** Of proxies that an operator has disabled. */
const CALM = { cooling: 0, firstReadyAt: null, lastError: null };

const worker = (change: object = {}) =>
  ({
    friendly_name: 'Kryll',
    status: 'active',
    clock_ahead_ms: 0,
    active_task_count: 0,
    last_heartbeat_at: ago(90),
    counts_as_lost_at: null,
    resources: { backoff_reason: null },
    ...change,
  }) as NonNullable<VerdictFacts['workers']>[number];

const facts = (change: Partial<VerdictFacts> = {}): VerdictFacts => ({
  now: NOW,
  databaseAway: null,
  temporalAway: null,
  ledger: { asOf: ago(0), isStale: false },
  workers: [worker()],
  roles: [],
  jobs: { pending: 0, isServed: true, unknownTypes: [] },
  lastHour: { completed: 100, failed: 0, kind: null },
  failing: { count: 0, worst: null },
  overdue: { count: 0, of: 12, oldest: null },
  quarantine: { waiting: 0, oldestAt: null, commonest: null },
  stopped: [],
  breakers: [],
  proxies: { active: 3, others: 1, ...CALM },
  schedules: [],
  ...change,
});

const forecast = (change: object) => ({
  state: 'clears' as const,
  words: 'clears in 35 min',
  minutes: 35,
  growthPerMinute: null,
  boundBy: null,
  ...change,
});

function role(pending: number, change: object): Partial<VerdictFacts> {
  return { roles: [{ role: 'payload_fetch', pending, forecast: forecast(change) }] };
}

describe('judge', () => {
  test('with nothing wrong it is good, and gives no reason', () => {
    expect(judge(facts())).toEqual({ verdict: 'good', reasons: [] });
    expect(judge(facts(role(500, {}))).verdict).toBe('good');
  });

  const lost = (name: string, minutes: number, tasks: number) =>
    worker({
      friendly_name: name,
      status: 'lost',
      last_heartbeat_at: ago(minutes),
      active_task_count: tasks,
    });

  const silent = (name: string, minutes: number, tasks: number) =>
    worker({
      friendly_name: name,
      last_heartbeat_at: ago(minutes),
      counts_as_lost_at: ago(minutes - 5),
      active_task_count: tasks,
    });

  test('where every worker that lives is silent, one sentence says that work does not go on', () => {
    const waiting = role(40, { state: 'stalled', words: 'stalled: no worker is running', minutes: null });
    const { verdict, reasons } = judge(facts({ ...waiting, workers: [silent('Xylos', 3, 0)] }));
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['bad', ['worker-silent']]);
  });

  test('a worker that fell silent long ago is not reported any more', () => {
    expect(judge(facts({ workers: [worker(), lost('Xylos', 61, 2)] })).verdict).toBe('good');
  });

  const DEGRADED: [string, Partial<VerdictFacts>, string][] = [
    [
      'worker-silent',
      { workers: [worker(), silent('Thane', 2, 0), silent('Xylos', 3, 1)] },
      'Worker Xylos has sent no heartbeat for 3 min: it was killed, hangs, or is cut off. It had 1 task: that begins again on another worker. Unless it is heard of, it counts as lost in 2 min. 1 other is silent, too.',
    ],
    [
      'worker-lost',
      { workers: [worker(), lost('Thane', 50, 0), lost('Xylos', 7, 2)] },
      'Worker Xylos stopped sending heartbeats 7 min ago, and did not say that it ends: it was killed, hangs, or is cut off. It had 2 tasks: these begin again on another worker. 1 other fell silent within the hour, too.',
    ],
    [
      'quarantine',
      { quarantine: { waiting: 2, oldestAt: ago(90), commonest: alike(2) } },
      '2 menus are not believed and wait for a decision, the oldest for 90 min.',
    ],
    [
      'quarantine',
      { quarantine: { waiting: 9, oldestAt: ago(90), commonest: alike(3) } },
      '9 menus are not believed and wait for a decision, the oldest for 90 min. 3 dispensaries of dutchie are doubted alike (`unpriced`): dutchie may have changed what it sends. The catalog keeps the menus before.',
    ],
    [
      'failing',
      { failing: { count: 1, worst: { id: 4, name: 'Copper Fern', failures: 4, kind: 'Blocked' } } },
      'Copper Fern failed 4 times within a day, last as Blocked, and not once succeeded since.',
    ],
    [
      'failing',
      { failing: { count: 2, worst: { id: 4, name: 'Copper Fern', failures: 5, kind: null } } },
      '2 dispensaries failed three times or more within a day, and not once succeeded since. Copper Fern failed most often: 5 times.',
    ],
    [
      'overdue',
      { overdue: { count: 2, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: ago(540) } } },
      '2 of 12 dispensaries have no menu as new as their schedule wants. The oldest is Copper Fern, whose menu is 9 h old; its tasks say why.',
    ],
    [
      'overdue',
      { overdue: { count: 1, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: null } } },
      '1 of 12 dispensaries has no menu as new as its schedule wants. The oldest is Copper Fern, which never had one; its tasks say why.',
    ],
    [
      'stopped',
      { stopped: [{ target: 'dutchie', stoppedAt: ago(3), because: 'they asked us to' }] },
      'dutchie was stopped 3 min ago: they asked us to. `crawlchain platforms start dutchie` lets its requests go.',
    ],
    [
      'refused',
      { breakers: [{ target: 'dutchie', openUntil: NOW, openings: 1, isTried: false }] },
      'dutchie refuses every proxy: requests pause, and single ones try whether that is over (1 pause so far).',
    ],
    [
      'schedule-late',
      { schedules: [{ id: 'crawl_due', state: 'late', words: 'is late: it was due 12 min ago' }] },
      'The schedule crawl_due is late: it was due 12 min ago.',
    ],
    [
      'grows',
      role(40, { state: 'grows', words: 'grows by 12 a minute', minutes: null }),
      'payload_fetch: 40 tasks wait, grows by 12 a minute.',
    ],
    [
      'slow',
      role(1, { words: 'clears in 9 h', minutes: 540 }),
      'payload_fetch: 1 task waits, clears in 9 h.',
    ],
    [
      'backing-off',
      {
        workers: [
          worker(),
          worker({
            friendly_name: 'Xylos',
            status: 'backing_off',
            resources: { backoff_reason: 'memory is at 91%' },
          }),
        ],
      },
      '1 worker of 2 takes nothing new. Xylos: memory is at 91%.',
    ],
    [
      'clock-off',
      { workers: [worker({ clock_ahead_ms: 7_200_000 })] },
      "Worker Kryll: its clock is 7200.0 s ahead of the database's.",
    ],
    [
      'ledger-behind',
      { ledger: { asOf: ago(3), isStale: true } },
      'No process follows Temporal for the ledger. What is shown of tasks and jobs is 3 min old. An API process has to run.',
    ],
    [
      'ledger-behind',
      { ledger: { asOf: null, isStale: true } },
      'The ledger has not been level with Temporal yet: tasks that no worker has begun may be missing.',
    ],
    [
      'failures',
      { lastHour: { completed: 7, failed: 3, kind: 'Blocked' } },
      '3 of 10 tasks and jobs that ended within the last hour failed, most often as Blocked, and have not succeeded since.',
    ],
  ];
  test.each(DEGRADED)('%s asks for a person while work goes on', (code, change, words) => {
    const { verdict, reasons } = judge(facts(change));
    expect([verdict, reasons.map((reason) => [reason.code, reason.words])]).toEqual([
      'degraded',
      [[code, words]],
    ]);
  });

  const stalledAfter = (kind: string, message: string | null) =>
    role(12, {
      state: 'stalled',
      words: `stalled: all wait for another attempt after ${kind}`,
      failure: { kind, message },
    });

  test('what all fails by no fault of ours leaves the verdict at degraded', () => {
    const { verdict, reasons } = judge(facts(stalledAfter('RateLimited', null)));
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['degraded', ['retrying']]);
  });

  const BAD: [string, Partial<VerdictFacts>, string][] = [
    [
      'temporal-away',
      { temporalAway: 'no answer', ledger: { asOf: ago(2), isStale: true } },
      'Temporal does not answer: nothing new starts, and what runs cannot go on. What is shown of tasks and jobs is 2 min old.',
    ],
    [
      'no-worker',
      {
        workers: [worker({ status: 'lost' })],
        ...role(1, { state: 'stalled', words: 'stalled: no worker is running' }),
      },
      'No worker is running, and 1 task waits; `npm run worker` starts one.',
    ],
    [
      'stalled',
      role(8, { state: 'stalled', words: 'stalled: no worker serves `browser`', minutes: null }),
      'payload_fetch: 8 tasks wait, stalled: no worker serves `browser`.',
    ],
    [
      'stalled',
      { jobs: { pending: 1, isServed: false, unknownTypes: [{ jobType: 'sync', count: 1 }] } },
      'Jobs: 1 job waits, stalled: no worker serves `jobs`.',
    ],
    [
      'stalled',
      { jobs: { pending: 9, isServed: true, unknownTypes: [{ jobType: 'sync', count: 1 }] } },
      'Jobs: 1 job waits, stalled: no worker that serves `jobs` knows the type `sync`. Start such a worker with JOB_TYPES naming the module that has it; a job fails after 30 attempts at workers that do not know its type.',
    ],
    [
      'stalled',
      {
        jobs: {
          pending: 9,
          isServed: true,
          unknownTypes: ['sync', 'scrape', 'post', 'tag', 'fix'].map((jobType) => ({ jobType, count: 2 })),
        },
      },
      'Jobs: 10 jobs wait, stalled: no worker that serves `jobs` knows the types `sync` (2), `scrape` (2), `post` (2), 2 others. Start such a worker with JOB_TYPES naming the module that has them; a job fails after 30 attempts at workers that do not know its type.',
    ],
    [
      'failures',
      { lastHour: { completed: 5, failed: 5, kind: 'NoActiveProxy' } },
      '5 of 10 tasks and jobs that ended within the last hour failed, most often as NoActiveProxy, and have not succeeded since.',
    ],
    [
      'no-active-proxy',
      {
        proxies: {
          active: 0,
          others: 4,
          cooling: 3,
          firstReadyAt: ago(-8),
          lastError: 'got a challenge page',
        },
        ...role(12, { state: 'stalled', words: 'stalled: no proxy is active', boundBy: 'proxies' }),
      },
      'None of 4 proxies is active, so nothing is fetched. 3 cool down by themselves; the first is tried again in 8 min. What went wrong last: got a challenge page. `crawlchain proxies list` shows them; where they all fail alike, ask their provider.',
    ],
    [
      'no-active-proxy',
      {
        proxies: { active: 0, others: 0, ...CALM },
        ...role(1, { state: 'stalled', words: 'stalled: no proxy is active', boundBy: 'proxies' }),
      },
      'There is no proxy, so nothing is fetched. `crawlchain proxies import` adds some.',
    ],
    [
      'no-active-proxy',
      { proxies: { active: 0, others: 1, ...CALM } },
      'None of 1 proxy is active, so nothing is fetched. None is tried again by itself: an operator took them out of use. `crawlchain proxies list` shows them; where they all fail alike, ask their provider.',
    ],
  ];
  test.each(BAD)('%s says that some work does not go on', (code, change, words) => {
    const { verdict, reasons } = judge(facts(change));
    expect([verdict, reasons.map((reason) => [reason.code, reason.words])]).toEqual(['bad', [[code, words]]]);
  });

  test('without the database nothing else is known', () => {
    const others = Object.keys(facts()).filter((name) => name !== 'now');
    const nothing = Object.fromEntries(others.map((name) => [name, null]));
    const { verdict, reasons } = judge({ ...facts(nothing), databaseAway: 'refused' });
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['bad', ['database-away']]);
  });

  test('an installation without proxies and without work lacks nothing', () => {
    expect(judge(facts({ proxies: { active: 0, others: 0, ...CALM } })).verdict).toBe('good');
  });

  test('a few failures among many are usual', () => {
    expect(judge(facts({ lastHour: { completed: 95, failed: 5, kind: 'Blocked' } })).verdict).toBe('good');
  });

  test('the worst comes first, and each reason leads to a page and a path of the API', () => {
    const { verdict, reasons } = judge(
      facts({
        quarantine: { waiting: 1, oldestAt: null, commonest: null },
        proxies: { active: 0, others: 1, ...CALM },
      }),
    );
    expect([verdict, reasons.map(({ severity }) => severity)]).toEqual(['bad', ['bad', 'degraded']]);
    for (const { page, api } of reasons)
      expect([page, api]).toEqual([expect.stringMatching(/^\//), expect.stringMatching(/^\/api\//)]);
  });
});
