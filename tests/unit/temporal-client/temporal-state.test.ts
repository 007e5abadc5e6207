import { expect, test } from 'vitest';
import { temporalStateOf } from '../../../temporal-client/temporal-state.ts';

type Described = Parameters<typeof temporalStateOf>[0];

const failedWith = (lastFailure: object) =>
  temporalStateOf({
    status: { name: 'RUNNING' },
    raw: { pendingActivities: [{ state: 1, attempt: 2, lastFailure }] },
  } as unknown as Described).activity?.lastFailure;

test('an attempt that the shutdown of its worker has ended failed by that, in plain words', () => {
  const ended = { message: 'as the SDK says it', applicationFailureInfo: { type: 'WorkerShutdown' } };
  expect(failedWith(ended)).toBe('its worker stopped before it was done');
});

test('an attempt has how many are made at most, and until when, where there is such a limit', () => {
  const look = (limits: object) =>
    temporalStateOf({
      status: { name: 'RUNNING' },
      raw: { pendingActivities: [{ state: 1, attempt: 2, ...limits }] },
    } as unknown as Described).activity;
  expect(look({ maximumAttempts: 6, expirationTime: { seconds: 60 } })).toMatchObject({
    attemptsMax: 6,
    givesUpAt: new Date(60_000),
  });
  expect(look({ maximumAttempts: 0 })).toMatchObject({ attemptsMax: null, givesUpAt: null });
});

test('of other failures there is the message', () => {
  expect(failedWith({ message: 'no', applicationFailureInfo: { type: 'Blocked' } })).toBe('no');
  expect(failedWith({ message: '' })).toBeNull();
});
