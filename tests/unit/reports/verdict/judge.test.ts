import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import { ago, CALM, expectJudged, facts, role, worker, type JudgedCase } from './make-verdict-facts.ts';

test('with nothing wrong it is good, and gives no reason', () => {
  expect(judge(facts())).toEqual({ verdict: 'good', outlook: null, reasons: [] });
  expect(judge(facts(role(500, {}))).verdict).toBe('good');
});

const DEGRADED: JudgedCase[] = [
  [
    'schedule-late',
    { schedules: [{ id: 'crawl_due', state: 'late', words: 'is late: it was due 12 min ago' }] },
    'The schedule crawl_due is late: it was due 12 min ago.',
  ],
  [
    'ledger-behind',
    { ledger: { asOf: ago(3), isStale: true } },
    'No process updates the ledger from Temporal. The tasks and jobs shown are as of 3 min ago. API processes and workers do this in turn; if the current one hangs, another takes over within two minutes.',
  ],
  [
    'ledger-behind',
    { ledger: { asOf: null, isStale: true } },
    'The ledger has not caught up with Temporal yet: tasks that no worker has begun may be missing.',
  ],
];
test.each(DEGRADED)('%s asks for a person while work goes on', (...one) => expectJudged('degraded', one));

const BAD: JudgedCase[] = [
  [
    'temporal-away',
    { temporalAway: 'no answer', ledger: { asOf: ago(2), isStale: true } },
    'Temporal does not answer: nothing new starts, and running work cannot continue. The tasks and jobs shown are as of 2 min ago.',
  ],
];
test.each(BAD)('%s says that some work does not go on', (...one) => expectJudged('bad', one));

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

test('of what is equally bad, what needs a person comes before what may clear and what clears', () => {
  const { reasons } = judge(
    facts({
      workers: [worker(), worker({ status: 'lost', last_heartbeat_at: ago(2) })],
      overdue: { count: 1, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: null } },
      stopped: [{ target: 'dutchie', stoppedAt: ago(3), because: '' }],
    }),
  );
  expect(reasons.map(({ code }) => code)).toEqual(['stopped', 'overdue', 'worker-lost']);
});
