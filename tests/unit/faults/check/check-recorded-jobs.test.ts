import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createRandom } from '../../../../sandbox/world/random.ts';
import {
  checkEnds,
  checkOrder,
  checkExclusive,
  checkWaits,
  type JobRunEnd,
} from '../../../../faults/check/check-recorded-jobs.ts';
import {
  LIMITED_PLATFORM,
  planJobs,
  planWaiting,
  type PlannedJob,
} from '../../../../faults/load/plan-jobs.ts';
import { startAttemptRecorder, type RecordedAttempt } from '../../../../faults/world/attempt-recorder.ts';

const PLAN: PlannedJob = {
  id: 'one',
  priority: 5,
  dependsOn: [],
  onFailure: 'fail',
  manner: 'succeeds',
  workMs: 1,
  expected: { endedAs: 'completed', runs: true },
};

const ATTEMPT: RecordedAttempt = { job: 'one', attempt: 1, beganAtMs: 100, endedAtMs: 200, as: 'completed' };

const RUN: JobRunEnd = {
  job: 'one',
  endedAs: 'completed',
  endedAt: new Date(210),
  endEvents: 1,
  scheduledFor: null,
};

/** A job that ended without an attempt, as another one had not completed. */
const SKIPPED: PlannedJob = { ...PLAN, expected: { endedAs: 'cancelled', runs: false } };

const lost: RecordedAttempt = { ...ATTEMPT, beganAtMs: 10, endedAtMs: 50, as: 'lost' };

test('300 jobs are planned from their seed alone, with all that a job can have', () => {
  const plan = (seed: number) => planJobs(createRandom(seed), { prefix: 'job', count: 300 });
  const planned = plan(1);
  expect(plan(1)).toEqual(planned);
  expect(plan(2)).not.toEqual(planned);
  const ends = Map.groupBy(planned, ({ expected }) => `${expected.endedAs}, ${expected.runs}`);
  expect([...ends.keys()].toSorted()).toEqual([
    'cancelled, false',
    'completed, true',
    'failed, false',
    'failed, true',
  ]);
  expect(new Set(planned.map(({ account }) => account).filter(Boolean)).size).toBe(12);
  expect(new Set(planned.map(({ priority }) => priority)).size).toBe(10);
  const places = new Map(planned.map(({ id }, at) => [id, at]));
  for (const [at, { dependsOn }] of planned.entries())
    for (const id of dependsOn) expect(places.get(id)).toBeLessThan(at);
});

test('a job whose attempts and ledger agree on its one end has no findings', () => {
  const right = { planned: [PLAN], attempts: [lost, { ...ATTEMPT, attempt: 2 }], runs: [RUN] };
  expect(checkEnds(right)).toEqual([]);
  expect(checkExclusive(right)).toEqual([]);
  expect(checkWaits(right)).toEqual([]);
  expect(checkEnds({ planned: [SKIPPED], attempts: [], runs: [{ ...RUN, endedAs: 'cancelled' }] })).toEqual(
    [],
  );
});

test.each<[string, Partial<Parameters<typeof checkEnds>[0]>, string]>([
  ['no run', { runs: [] }, 'the runs of one'],
  ['two runs', { runs: [RUN, RUN] }, 'the runs of one'],
  ['another state', { runs: [{ ...RUN, endedAs: 'failed' }] }, 'the end of one'],
  ['no end', { runs: [{ ...RUN, endedAs: null, endedAt: null }] }, 'the end of one'],
  ['two ends', { runs: [{ ...RUN, endEvents: 2 }] }, 'the events that end one'],
  ['an attempt without its end', { attempts: [lost] }, 'the last attempt of one'],
  ['no attempt', { attempts: [] }, 'the last attempt of one'],
  [
    'an attempt after the end',
    { attempts: [ATTEMPT, { ...ATTEMPT, attempt: 2, beganAtMs: 300 }] },
    'attempt 2 of one',
  ],
  ['an attempt of a job that was not to run', { planned: [SKIPPED] }, 'the attempts of one'],
])('%s is a finding', (_name, forged, message) => {
  const found = checkEnds({ planned: [PLAN], attempts: [ATTEMPT], runs: [RUN], ...forged });
  expect(found.map((finding) => finding.message)).toContain(message);
});

test.each<[string, Partial<PlannedJob>[]]>([
  ['of an account', [{ platform: 'wide', account: 'ann' }]],
  ['of a limited platform', [{ platform: LIMITED_PLATFORM }]],
  ['of a job', [{ id: 'one' }]],
])('two attempts %s at once are a finding', (_name, [same]) => {
  expect(overlapping(same, same)).toHaveLength(1);
  expect(overlapping(same, same, 200)).toEqual([]);
});

test.each<[string, Partial<PlannedJob>[]]>([
  [
    'two accounts',
    [
      { platform: 'wide', account: 'ann' },
      { platform: 'wide', account: 'ben' },
    ],
  ],
  [
    'the same account of two platforms',
    [
      { platform: 'wide', account: 'ann' },
      { platform: 'broad', account: 'ann' },
    ],
  ],
  ['a platform without a limit', [{ platform: 'wide' }, { platform: 'wide' }]],
])('jobs of %s may run at once', (_name, [one, other]) => {
  expect(overlapping(one, other)).toEqual([]);
});

/** Checks an attempt of each of two jobs, the first from 100 to 200. */
function overlapping(one: Partial<PlannedJob> = {}, other: Partial<PlannedJob> = {}, beganAtMs = 199) {
  const [first, second] = [
    { ...PLAN, ...one },
    { ...PLAN, id: 'other', ...other },
  ];
  const attempts = [ATTEMPT, { ...ATTEMPT, job: second.id, attempt: 2, beganAtMs, endedAtMs: 300 }];
  return checkExclusive({ planned: [first, second], attempts });
}

test('a third attempt beside a long one is a finding, even after a short one between them', () => {
  const planned = ['one', 'two', 'three'].map((id) => ({ ...PLAN, id, platform: 'wide', account: 'ann' }));
  const attempts = [
    { ...ATTEMPT, endedAtMs: null, as: null },
    { ...ATTEMPT, job: 'two', beganAtMs: 110, endedAtMs: 120 },
    { ...ATTEMPT, job: 'three', beganAtMs: 130, endedAtMs: 140 },
  ];
  expect(checkExclusive({ planned, attempts }).length).toBe(2);
});

test('a job that begins before its time, or before those that it depends on, is a finding', () => {
  const planned = [PLAN, { ...PLAN, id: 'next', dependsOn: ['one'] }];
  const check = (beganAtMs: number, scheduledFor: Date | null = null) =>
    checkWaits({
      planned,
      attempts: [ATTEMPT, { ...ATTEMPT, job: 'next', beganAtMs }],
      runs: [RUN, { ...RUN, job: 'next', scheduledFor }],
    });
  expect(check(210)).toEqual([]);
  expect(check(205)).toHaveLength(1);
  expect(check(220, new Date(221))).toHaveLength(1);
});

test('jobs that waited for a slot begin by priority, then age', () => {
  const waiting = planWaiting(createRandom(1), { prefix: 'job', count: 30 });
  const right = waiting
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ id }) => ({ ...ATTEMPT, job: id }));
  expect(checkOrder(waiting, right)).toEqual([]);
  expect(checkOrder(waiting, [right[1]!, right[0]!, ...right.slice(2)])).toHaveLength(2);
  expect(checkOrder(waiting, right.slice(0, -1))).toHaveLength(1);
});

test('the recorder sees the beginning and the end of an attempt, and one whose process is gone', async () => {
  const recorder = await startAttemptRecorder();
  const socket = connect(recorder.port, '127.0.0.1');
  socket.write('{"job":"one","attempt":1}\n');
  await once(socket, 'data');
  expect(recorder.attempts).toMatchObject([{ job: 'one', attempt: 1, as: null, endedAtMs: null }]);
  socket.resetAndDestroy();
  await expect.poll(() => recorder.attempts[0]?.as).toBe('lost');
  recorder.close();
});
