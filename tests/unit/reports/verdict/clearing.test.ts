import { expect, test } from 'vitest';
import {
  clearingOfAll,
  NEEDS_PERSON,
  outlookOf,
  UNKNOWN,
  clearingAt,
} from '../../../../reports/verdict/clearing.ts';
import { judge } from '../../../../reports/verdict/judge.ts';
import type { VerdictFacts } from '../../../../reports/verdict/verdict-facts.ts';
import { ago, CALM, facts, lastHour, NO_DOUBTS, retrying, role, worker } from './make-verdict-facts.ts';

const SOON = ago(-4);

const retryingAfter = (kind: string | null) =>
  retrying({ kind, message: null, workerName: null, since: ago(2) });

const backingOff = (cause: string): Partial<VerdictFacts> => ({
  workers: [
    worker(),
    worker({ status: 'backing_off', resources: { backoff_reason: 'busy', backoff_cause: cause } }),
  ],
});

const failing = (kind: string | null): Partial<VerdictFacts> => ({
  failing: { count: 1, worst: { id: 4, name: 'Copper Fern', failures: 4, kind } },
});

const lost = worker({ status: 'lost', last_heartbeat_at: ago(5) });
const silent = worker({ last_heartbeat_at: ago(2), counts_as_lost_at: SOON });
const unreached = { tasks: 9, since: ago(9), nextAttemptAt: SOON };
const open = {
  target: 'dutchie',
  openedAt: ago(1),
  openUntil: ago(1),
  openings: 1,
  isTried: false,
  lastRefusal: null,
};
const doubted = (ends: Partial<NonNullable<VerdictFacts['doubts']>>): Partial<VerdictFacts> => ({
  quarantine: { waiting: 3, oldestAt: null, commonest: null },
  doubts: { ...NO_DOUBTS, ...ends },
});
const late = { id: 'crawl_due', state: 'late', words: 'is late' } as const;
const noProxies = { active: 0, others: 0, ...CALM };
const resting = { ...CALM, others: 3, resting: 3, firstReadyAt: SOON };
const unknownType = { pending: 1, isServed: true, unknownTypes: [{ jobType: 'sync', count: 1 }] };
const stalled = { state: 'stalled', words: 'stalled: no worker serves `browser`', minutes: null };

type Case = [code: string, change: Partial<VerdictFacts>];

const NEED_A_PERSON: Case[] = [
  ['no-worker', { workers: [] }],
  ['backing-off', backingOff('clock')],
  ['clock-off', { workers: [worker({ clock_ahead_ms: 7_200_000 })] }],
  ['no-active-proxy', { proxies: { active: 0, others: 1, ...CALM } }],
  ['no-active-proxy', { proxies: noProxies, ...role(1, { ...stalled, boundBy: 'proxies' }) }],
  ['stopped', { stopped: [{ target: 'dutchie', stoppedAt: ago(3), because: '' }] }],
  ['retrying', retryingAfter('StorageFull')],
  ['retrying', retryingAfter('NoActiveProxy')],
  ['stalled', role(8, stalled)],
  ['stalled', { jobs: { pending: 1, isServed: false, unknownTypes: [] } }],
  ['stalled', { jobs: unknownType }],
  ['grows', role(40, { state: 'grows', words: 'grows', minutes: null })],
  ['failures', { lastHour: lastHour({ completed: 1, failed: 3, kind: 'ContractBroken' }) }],
  ['failing', failing('NotFound')],
  ['quarantine', doubted({ lookAgain: 2, lastLookAt: SOON, person: 1 })],
];
test.each(NEED_A_PERSON)('%s needs a person', (code, change) => {
  expect(judge(facts(change)).reasons).toMatchObject([{ code, ...NEEDS_PERSON }]);
});

const CLEAR: [...Case, at: Date | null][] = [
  ['backing-off', backingOff('cpu'), null],
  ['worker-lost', { workers: [worker(), lost] }, ago(-5)],
  ['retrying', retryingAfter('RateLimited'), SOON],
  ['quarantine', doubted({ lookAgain: 3, lastLookAt: SOON }), SOON],
  ['quarantine', doubted({ lookAgain: 2, lastLookAt: SOON, nextCrawl: 1 }), null],
  ['slow', role(1, { words: 'clears in 9 h', minutes: 540 }), ago(-540)],
];
test.each(CLEAR)('%s clears by itself, and says when where that is known', (code, change, at) => {
  expect(judge(facts(change)).reasons).toMatchObject([{ code, clearsByItself: true, clearsAt: at }]);
});

const NOT_KNOWN: Case[] = [
  ['temporal-away', { temporalAway: 'no answer' }],
  ['ledger-behind', { ledger: { asOf: null, isStale: true } }],
  ['ledger-behind', { ledger: { asOf: ago(3), isStale: true } }],
  ['worker-silent', { workers: [worker(), silent] }],
  ['backing-off', backingOff('memory')],
  ['echo-unreached', { proxies: { active: 3, others: 0, ...CALM, unreached } }],
  ['refused', { breakers: [open] }],
  ['retrying', retryingAfter('UpstreamError')],
  ['retrying', retryingAfter(null)],
  ['failures', { lastHour: lastHour({ completed: 1, failed: 3, kind: 'Blocked' }) }],
  ['failing', failing(null)],
  ['overdue', { overdue: { count: 1, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: null } } }],
  [
    'silence',
    {
      overdue: { count: 1, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: null } },
      crawls: { lastStartAt: null, schedule: { id: 'all', intervalHours: 4, nextRunAt: SOON } },
    },
  ],
  ['schedule-late', { schedules: [late] }],
];
test.each(NOT_KNOWN)('whether %s clears by itself is not known', (code, change) => {
  expect(judge(facts(change)).reasons).toMatchObject([{ code, ...UNKNOWN }]);
});

test('the outlook counts what needs a person and what does not', () => {
  expect(outlookOf([])).toBeNull();
  expect(outlookOf([NEEDS_PERSON])).toBe('1 thing needs a person');
  expect(outlookOf([UNKNOWN, NEEDS_PERSON, clearingAt(SOON), NEEDS_PERSON])).toBe(
    '2 things need a person, 1 clears by itself, 1 may clear by itself',
  );
  expect(outlookOf([clearingAt(null), clearingAt(null)])).toBe('2 things clear by themselves');
  expect(
    judge(facts({ ...backingOff('cpu'), stopped: [{ target: 'dutchie', stoppedAt: SOON, because: '' }] }))
      .outlook,
  ).toBe('1 thing needs a person, 1 clears by itself');
});

test('of several causes one that needs a person decides, then one that is not known', () => {
  expect(clearingOfAll([clearingAt(SOON), UNKNOWN, NEEDS_PERSON])).toEqual(NEEDS_PERSON);
  expect(clearingOfAll([clearingAt(SOON), UNKNOWN])).toEqual(UNKNOWN);
  expect(clearingOfAll([clearingAt(SOON)])).toEqual(clearingAt(null));
});

test('proxies that rest are tried again, and nobody knows whether that helps', () => {
  for (const active of [0, 1])
    expect(judge(facts({ proxies: { ...resting, active } })).reasons).toMatchObject([
      { clearsByItself: null, clearsAt: SOON },
    ]);
});

test('proxies that refuse our name and password need a person', () => {
  const lastError = 'Expected an answer from menus.test: the proxy refuses our credentials';
  for (const active of [0, 1])
    expect(judge(facts({ proxies: { ...resting, active, lastError } })).reasons).toMatchObject([
      NEEDS_PERSON,
    ]);
});

test('of several kinds of failure, one that needs a person is enough', () => {
  const judged = (...kinds: (string | null)[]) =>
    judge(facts({ lastHour: lastHour({ completed: 1, failed: 3, kind: 'Blocked', kinds }) })).reasons;
  expect(judged('Blocked', 'NotFound')).toMatchObject([NEEDS_PERSON]);
  expect(judged('Blocked', null)).toMatchObject([UNKNOWN]);
});
