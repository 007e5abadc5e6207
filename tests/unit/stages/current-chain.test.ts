import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { attemptFence, attemptKey, currentTask } from '../../../stages/current-chain.ts';

test('the first attempt after a reset counts anew, and one attempt counts once', async () => {
  const environment = (scheduledAt: number) =>
    new MockActivityEnvironment({ attempt: 1, currentAttemptScheduledTimestampMs: scheduledAt });
  const keyOf = async (scheduledAt: number): Promise<string> =>
    environment(scheduledAt).run(() => Promise.resolve(attemptKey()));
  expect(await keyOf(1_000)).not.toBe(await keyOf(2_000));
  expect(await keyOf(1_000)).toBe(await keyOf(1_000));
});

test('the fence of an attempt is when that was scheduled, not its activity', async () => {
  const environment = new MockActivityEnvironment({
    scheduledTimestampMs: 1_000,
    currentAttemptScheduledTimestampMs: 2_000,
    workflowExecution: { workflowId: 'crawl/1', runId: 'a run' },
  });
  const requested = await environment.run(async () => [attemptFence(), currentTask(1)]);
  expect(requested).toEqual([2_000, expect.objectContaining({ fence: 2_000, scheduledAt: new Date(1_000) })]);
});
