import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import { ago, expectJudged, facts, openWork, role, worker, type JudgedCase } from './make-verdict-facts.ts';

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

const DEGRADED: JudgedCase[] = [
  [
    'worker-silent',
    { workers: [worker(), silent('Thane', 2, 0), silent('Xylos', 3, 1)] },
    'Worker Xylos has sent no heartbeat for 3 min: it was killed, hangs, or is cut off. It had 1 task: that begins again on another worker. Unless a heartbeat comes, it counts as lost in 2 min. 1 other is silent, too.',
  ],
  [
    'worker-lost',
    { workers: [worker(), lost('Thane', 50, 1), lost('Brann', 12, 0), lost('Xylos', 7, 2)] },
    'Worker Xylos stopped sending heartbeats 7 min ago, and did not report its end: it was killed, hangs, or is cut off. It had 2 tasks: these begin again on another worker. 1 other fell silent, too. This is shown for another 53 min.',
  ],
  [
    'worker-lost',
    { workers: [worker(), lost('Xylos', 7, 0)] },
    'Worker Xylos stopped sending heartbeats 7 min ago, and did not report its end: it was killed, hangs, or is cut off. No task is left with it. This is shown for another 3 min.',
  ],
  [
    'backing-off',
    {
      workers: [
        worker(),
        worker({
          friendly_name: 'Xylos',
          status: 'backing_off',
          resources: { backoff_reason: 'memory is at 91%', backoff_cause: 'memory' },
        }),
      ],
    },
    '1 worker of 2 takes no new tasks. Xylos: memory is at 91%. It resumes by itself once its memory is below the threshold. If its memory only rises, it leaks: decommission the worker.',
  ],
  [
    'clock-off',
    { workers: [worker({ clock_ahead_ms: 7_200_000 })] },
    "Worker Kryll: its clock is 7200.0 s ahead of the database's.",
  ],
];
test.each(DEGRADED)('%s asks for a person while work goes on', (...one) => expectJudged('degraded', one));

const BAD: JudgedCase[] = [
  [
    'no-worker',
    {
      workers: [worker({ status: 'lost' })],
      ...role(1, { state: 'stalled', words: 'stalled: no worker is running' }),
      open: openWork(1),
    },
    'No worker is running, and 1 task waits; `npm run worker` starts one.',
  ],
  [
    'no-worker',
    { workers: [], open: openWork(3, 1, 5) },
    'No worker is running, and 3 tasks and 1 job wait; `npm run worker` starts one.',
  ],
  [
    'no-worker',
    { workers: [], open: openWork(0, 0, 5) },
    'No worker is running; `npm run worker` starts one.',
  ],
];
test.each(BAD)('%s says that some work does not go on', (...one) => expectJudged('bad', one));

test('where every worker that lives is silent, one sentence says that work does not go on', () => {
  const waiting = role(40, { state: 'stalled', words: 'stalled: no worker is running', minutes: null });
  const { verdict, reasons } = judge(facts({ ...waiting, workers: [silent('Xylos', 3, 1)] }));
  expect([verdict, reasons]).toMatchObject([
    'bad',
    [
      {
        code: 'worker-silent',
        words: expect.stringMatching(
          /that begins again once a worker runs\..+ No other worker runs: `npm run worker` starts one\.$/,
        ),
        clearsByItself: false,
      },
    ],
  ]);
  expect(reasons).toHaveLength(1);
});

test('a worker that fell silent long ago is not reported any more', () => {
  expect(judge(facts({ workers: [worker(), lost('Xylos', 61, 2)] })).verdict).toBe('good');
  expect(judge(facts({ workers: [worker(), lost('Xylos', 11, 0)] })).verdict).toBe('good');
});

test('a worker whose processes end again and again without a word is named; one that did so once or twice is not', () => {
  const reasonsOf = (...crashes: number[]) =>
    judge(facts({ workers: crashes.map((count) => worker({ crashes: count })) })).reasons;
  expect(reasonsOf(2, 1)).toEqual([]);
  expect(reasonsOf(3, 5)).toMatchObject([
    {
      code: 'worker-crashes',
      severity: 'degraded',
      words: expect.stringMatching(
        /^Worker Kryll was started again 5 times within 15 minutes .+ So was 1 other worker\.$/,
      ),
      page: '/workers',
    },
  ]);
});

test('a worker with work whose heartbeat is late is named before it is silent, and so is the only one', () => {
  const late = (change: object) =>
    worker({ friendly_name: 'Xylos', is_late: true, last_heartbeat_at: ago(1), ...change });
  const expected = expect.stringMatching(
    /^The heartbeat of worker Xylos is late: the last one came at 2026-01-31 11:59:00 UTC\. .+; it has 2 tasks\.$/,
  );
  expect(judge(facts({ workers: [worker(), late({ active_task_count: 2 })] })).reasons).toMatchObject([
    { code: 'worker-late', severity: 'degraded', words: expected },
  ]);
  expect(judge(facts({ workers: [worker(), late({})] })).verdict).toBe('good');
  expect(judge(facts({ workers: [late({})] })).verdict).toBe('degraded');
});

test('nothing is promised of a worker that backs off and sends no heartbeat', () => {
  const resources = { backoff_reason: 'its memory is at 91 %', backoff_cause: 'memory' };
  const workers = [
    worker(),
    worker({ status: 'backing_off', resources, is_late: true, last_heartbeat_at: ago(1) }),
  ];
  expect(judge(facts({ workers })).reasons).toMatchObject([
    { words: expect.stringMatching(/91 %\. Its heartbeat is late: .+, so it may have been killed\.$/) },
  ]);
});
