import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { within } from '../../../egress/deadline.ts';

const failure = () => new Error('too late');
const never = new Promise<never>(() => undefined);

describe('within', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('gives what the work gives and leaves no timer behind', async () => {
    await expect(within({ timeoutMs: 10, failure }, Promise.resolve(1))).resolves.toBe(1);
    await expect(within({ timeoutMs: 10, failure }, Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  test('fails at the deadline when the work hangs', async () => {
    const race = within({ timeoutMs: 10, failure }, never);
    await Promise.all([expect(race).rejects.toThrow('too late'), vi.advanceTimersByTimeAsync(10)]);
  });

  test('fails with the reason of the signal', async () => {
    const reason = new Error('cancelled by a person');
    const control = new AbortController();
    const deadline = { timeoutMs: 10, failure, signal: control.signal };
    const race = within(deadline, never);
    control.abort(reason);
    await expect(race).rejects.toBe(reason);
    await expect(within(deadline, never)).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});
