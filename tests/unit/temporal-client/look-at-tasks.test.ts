import { expect, test } from 'vitest';
import { lookOf } from '../../../temporal-client/look-at-tasks.ts';

type Described = Parameters<typeof lookOf>[0];

const failedWith = (lastFailure: object) =>
  lookOf({
    status: { name: 'RUNNING' },
    raw: { pendingActivities: [{ state: 1, attempt: 2, lastFailure }] },
  } as unknown as Described).activity?.lastFailure;

test('an attempt that the shutdown of its worker has ended failed by that, in plain words', () => {
  const ended = { message: 'as the SDK says it', applicationFailureInfo: { type: 'WorkerShutdown' } };
  expect(failedWith(ended)).toBe('its worker stopped before it was done');
});

test('of other failures there is the message', () => {
  expect(failedWith({ message: 'no', applicationFailureInfo: { type: 'Blocked' } })).toBe('no');
  expect(failedWith({ message: '' })).toBeNull();
});
