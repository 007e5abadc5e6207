import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { attemptKey } from '../../../activities/calling-chain.ts';

test('the first attempt after a reset counts anew, and one attempt counts once', async () => {
  const environment = (scheduledAt: number) =>
    new MockActivityEnvironment({ attempt: 1, currentAttemptScheduledTimestampMs: scheduledAt });
  const keyOf = async (scheduledAt: number): Promise<string> =>
    environment(scheduledAt).run(() => Promise.resolve(attemptKey()));
  expect(await keyOf(1_000)).not.toBe(await keyOf(2_000));
  expect(await keyOf(1_000)).toBe(await keyOf(1_000));
});
