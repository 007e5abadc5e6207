import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import { ago, CALM, expectJudged, facts, retrying, role, type JudgedCase } from './make-verdict-facts.ts';

const DEGRADED: JudgedCase[] = [
  [
    'grows',
    role(40, { state: 'grows', words: 'grows by 12 a minute', minutes: null }),
    'payload_fetch: 40 tasks wait, grows by 12 a minute.',
  ],
  ['slow', role(1, { words: 'clears in 9 h', minutes: 540 }), 'payload_fetch: 1 task waits, clears in 9 h.'],
];
test.each(DEGRADED)('%s asks for a person while work goes on', (...one) => expectJudged('degraded', one));

const BAD: JudgedCase[] = [
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
    'retrying',
    retrying(),
    'payload_fetch: 12 tasks of dutchie keep failing as StorageFull and none succeeded for 12 min; the next attempt is in 4 min. The last error, on worker Kryll: The disk is full, there is no room for 7.json.gz: /data/payloads has 0 B free of 10 GB. The worker tries again every half minute: an operator has to free space there, or keep less (PAYLOAD_RETENTION_DAYS, PAYLOAD_RETENTION_COUNT).',
  ],
];
test.each(BAD)('%s says that some work does not go on', (...one) => expectJudged('bad', one));

test('what all fails by nobody’s fault leaves the verdict at degraded, unless nothing succeeds for long', () => {
  const judged = (minutes: number) =>
    judge(facts(retrying({ kind: 'RateLimited', message: null, since: ago(minutes) })));
  const clearsAt = ago(-4);
  expect(judged(4)).toMatchObject({
    verdict: 'degraded',
    reasons: [{ code: 'retrying', clearsByItself: true, clearsAt }],
  });
  expect(judged(5)).toMatchObject({
    verdict: 'bad',
    reasons: [{ code: 'retrying', clearsByItself: null, clearsAt }],
  });
});

test('one task that finds the disk full is enough: it is full for all', () => {
  const { verdict, reasons } = judge(facts(retrying({ count: 1, failedSince: 1 })));
  expect([verdict, reasons[0]?.words]).toEqual([
    'bad',
    expect.stringContaining('1 task of dutchie keeps failing as StorageFull'),
  ]);
  expect(judge(facts(retrying({ count: 12, failedSince: 0 }))).verdict).toBe('good');
});

test('what fails for everyone stays wrong while it is tried again, until one of it succeeds; single failures are usual', () => {
  expect(judge(facts(retrying({ nextAttemptAt: null }))).verdict).toBe('bad');
  for (const usual of [{ failedSince: 0 }, { count: 2, failedSince: 2 }, { failedSince: 6 }])
    expect(judge(facts(retrying({ kind: 'UpstreamError', ...usual }))).verdict).toBe('good');
});

test('what fails for everyone is said once, and not by its role again', () => {
  const said = { ...retrying(), ...role(12, { state: 'stalled', words: 'stalled: all fails' }) };
  expect(judge(facts(said)).reasons.map(({ code }) => code)).toEqual(['retrying']);
  const dead = {
    active: 3,
    others: 0,
    ...CALM,
    unreached: { tasks: 12, since: ago(9), nextAttemptAt: null },
  };
  const unreached = { ...retrying({ kind: 'ProxyFault' }), proxies: dead };
  expect(judge(facts(unreached)).reasons.map(({ code }) => code)).toEqual(['echo-unreached']);
});
