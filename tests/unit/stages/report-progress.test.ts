import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followReports } from '../../../stages/report-progress.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { JobStep } from '../../../jobs/job-type.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const step = (percent: number): JobStep => ({ percent, message: `at ${percent}` });

test('of many steps the newest is saved, every two seconds and at the end', async () => {
  const save = vi.fn(async () => undefined);
  const telling = followReports(save);
  for (const percent of [1, 2, 3]) telling.report(step(percent));
  expect(telling.last()).toEqual(step(3));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(save.mock.calls).toEqual([[step(3)]]);
  telling.report(step(4));
  await telling.end();
  expect(save.mock.calls).toEqual([[step(3)], [step(4)]]);
  expect(telling.signal.aborted).toBe(false);
});

test('a step that could not be saved is saved later', async () => {
  const save = vi.fn(async () => undefined);
  save.mockRejectedValueOnce(new Error('the database is away'));
  const telling = followReports(save);
  telling.report(step(1));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(save.mock.calls).toEqual([[step(1)], [step(1)]]);
  await telling.end();
  expect(save).toHaveBeenCalledTimes(2);
});

test('an attempt that tells nothing for ten minutes is given up, and each step gives it ten more', async () => {
  const telling = followReports(async () => undefined);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  telling.report(step(1));
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(telling.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(telling.signal.reason).toMatchObject({
    kind: 'JobCrashed',
    message: 'It reported no progress for 10 minutes and was ended.',
  });
  await telling.end();
});

test('an attempt that another one has taken over is told so', async () => {
  const stale = new CrawlError('StaleAttempt', 'A later attempt has it.');
  const telling = followReports(() => Promise.reject(stale));
  telling.report(step(1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(telling.signal.reason).toBe(stale);
  await expect(telling.end()).rejects.toBe(stale);
});
