import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSharedSnapshot } from '../../../reports/shared-snapshot.ts';
import { TemporalUnavailable } from '../../../temporal-client/call-temporal.ts';

const client = { withDeadline: (_: number, work: () => unknown) => work() } as unknown as Client;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Calls `ask`, which must fail, while the fake clock advances. @returns the error, and the milliseconds until it came */
async function refusal(ask: () => Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const began = performance.now();
  const requested = ask().then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => ({ error, tookMs: performance.now() - began }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return requested;
}

test('where nothing is known one waits for a server that is away, and the next ones are told at once', async () => {
  const answer = Promise.withResolvers<void>();
  const read = () => answer.promise.then(() => ({ value: 'tasks', questions: 1 }));
  const { ask } = createSharedSnapshot({ client, read, intervalMs: 1_500 });
  const first = await refusal(ask);
  expect([first.error, first.tookMs]).toEqual([expect.any(TemporalUnavailable), 5_000]);
  const second = await refusal(ask);
  expect([second.error, second.tookMs]).toEqual([first.error, 0]);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(await ask()).toMatchObject({ value: 'tasks', isStale: false });
});

test('where nothing is known what failed for another reason is read anew for the next one', async () => {
  const answers = [Promise.reject(new Error('no such table')), Promise.resolve({ value: 7, questions: 1 })];
  const { ask } = createSharedSnapshot({ client, read: () => answers.shift()!, intervalMs: 1_500 });
  expect(await refusal(ask)).toEqual({ error: new Error('no such table'), tookMs: 0 });
  expect(await ask()).toMatchObject({ value: 7, isStale: false });
});
