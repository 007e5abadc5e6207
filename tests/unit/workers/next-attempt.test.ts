import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { nextAttemptInMs } from '../../../workers/next-attempt.ts';

const POLICY = { initialInterval: 5_000, backoffCoefficient: 2, maximumInterval: 300_000 };

type Attempted = Parameters<typeof nextAttemptInMs>[0];

function attempted(info: Partial<Attempted['info']> = {}, more: Partial<Attempted> = {}): Attempted {
  return {
    info: {
      attempt: 1,
      retryPolicy: POLICY,
      scheduledTimestampMs: 1_000,
      currentAttemptScheduledTimestampMs: 1_000,
      scheduleToCloseTimeoutMs: 0,
      ...info,
    },
    cancellationSignal: new AbortController().signal,
    cancellationDetails: undefined,
    ...more,
  };
}

const failure = ApplicationFailure.create({ type: 'UpstreamError', message: 'It answers 502.' });

test('the wait grows with each attempt, up to the longest', () => {
  const waits = [1, 2, 3, 20, 2_000].map((attempt) => nextAttemptInMs(attempted({ attempt }), failure, 0));
  expect(waits).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
  expect(nextAttemptInMs(attempted({ attempt: 9, retryPolicy: {} }), new Error('x'), 0)).toBe(100_000);
});

test('a failure says itself when it is to be tried again', () => {
  const reported = ApplicationFailure.create({ message: 'x', nextRetryDelay: '2 minutes' });
  expect(nextAttemptInMs(attempted(), reported, 0)).toBe(120_000);
  const atOnce = ApplicationFailure.create({ message: 'x', nextRetryDelay: 0 });
  expect(nextAttemptInMs(attempted(), atOnce, 0)).toBe(0);
});

test('no attempt follows a final failure, the last attempt, or the end of the time', () => {
  expect(nextAttemptInMs(attempted(), ApplicationFailure.nonRetryable('x'), 0)).toBeNull();
  const named = { ...POLICY, nonRetryableErrorTypes: ['UpstreamError'] };
  expect(nextAttemptInMs(attempted({ retryPolicy: named }), failure, 0)).toBeNull();
  const bounded = { ...POLICY, maximumAttempts: 3 };
  const waits = [2, 3].map((attempt) =>
    nextAttemptInMs(attempted({ attempt, retryPolicy: bounded }), failure, 0),
  );
  expect(waits).toEqual([10_000, null]);
  // This attempt was scheduled 40 s after the first one and worked for 20 s, and the next one waits for 5 s: 65 s in all.
  const timed = { currentAttemptScheduledTimestampMs: 41_000 };
  const fits = attempted({ ...timed, scheduleToCloseTimeoutMs: 65_000 });
  expect(nextAttemptInMs(fits, failure, 20_000)).toBe(5_000);
  const isTooLong = attempted({ ...timed, scheduleToCloseTimeoutMs: 64_999 });
  expect(nextAttemptInMs(isTooLong, failure, 20_000)).toBeNull();
});

test('a cancelled activity is over, unless its worker stops or Temporal has it begin again', () => {
  const cancelled = { cancellationSignal: AbortSignal.abort() };
  const reason = new CancelledFailure('CANCELLED');
  const none = {
    notFound: false,
    cancelRequested: false,
    paused: false,
    timedOut: false,
    workerShutdown: false,
    reset: false,
  };
  const waitOf = (change: object) =>
    nextAttemptInMs(attempted({}, { ...cancelled, cancellationDetails: { ...none, ...change } }), reason, 0);
  expect([{ cancelRequested: true }, { notFound: true }].map(waitOf)).toEqual([null, null]);
  const goesOn = [{ workerShutdown: true }, { paused: true }, { reset: true }, { timedOut: true }];
  expect(goesOn.map(waitOf)).toEqual([5_000, 5_000, 5_000, 5_000]);
  // An attempt that fails just when it is cancelled has still failed.
  expect(nextAttemptInMs(attempted({}, cancelled), failure, 0)).toBe(5_000);
});
