import { AsyncLocalStorage } from 'node:async_hooks';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartbeatWhile } from '../../../activities/heartbeat-while.ts';
import { withoutAnswerWatch, watchedAnswer } from '../../../db/answer-watch.ts';

const STILL_MS_MAX = 60_000;
const RENEW_EVERY_MS = 20_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Work that asks the database and gets no answer until the test gives one. */
function startWork(details: () => unknown) {
  const beats: unknown[] = [];
  const environment = new MockActivityEnvironment();
  environment.on('heartbeat', (beat: unknown) => beats.push(beat));
  const answers: PromiseWithResolvers<void>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return watchedAnswer(() => answer.promise);
  };
  // Timers of the test do not run within the activity by themselves.
  let inActivity: ReturnType<typeof AsyncLocalStorage.snapshot>;
  let inWork: typeof inActivity;
  const done = environment.run(() => {
    inActivity = AsyncLocalStorage.snapshot();
    const askTwice = () => {
      inWork = AsyncLocalStorage.snapshot();
      return ask().then(ask);
    };
    return heartbeatWhile(details, askTwice, { stillMsMax: STILL_MS_MAX });
  });
  const countIn = (ms: number): number => {
    beats.length = 0;
    inActivity(() => vi.advanceTimersByTime(ms));
    return beats.length;
  };
  /** Does something as a timer of the work does. */
  const beside = (act: () => void) => inWork(act);
  return { beats, answers, done, countIn, beside };
}

test('heartbeats say that the database is waited for, and stop when nothing has moved for the bound', async () => {
  const { beats, answers, done, countIn } = startWork(() => ({ page: 3 }));
  expect(countIn(6_000)).toBe(2);
  expect(beats).toEqual([
    { page: 3, waitsFor: 'the database, for 3 s' },
    { page: 3, waitsFor: 'the database, for 6 s' },
  ]);
  expect(countIn(STILL_MS_MAX)).toBeLessThan(STILL_MS_MAX / 3_000);
  expect(countIn(10 * STILL_MS_MAX)).toBe(0);

  answers[0]!.resolve();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(countIn(30_000)).toBe(10);
  expect(countIn(10 * STILL_MS_MAX)).toBeLessThan(11);
  answers[1]!.resolve();
  await done;
});

test('heartbeats go on while the details change, however long the database is waited for', async () => {
  let page = 0;
  const { answers, done, countIn } = startWork(() => ({ page: (page += 1) }));
  expect(countIn(10 * STILL_MS_MAX)).toBe((10 * STILL_MS_MAX) / 3_000);
  answers[0]!.resolve();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!.resolve();
  await done;
});

test('what is renewed beside the work does not keep its heartbeats going', async () => {
  const { answers, done, countIn, beside } = startWork(() => ({ page: 3 }));
  let renewals = 0;
  let renewal: Promise<unknown> | undefined;
  const renew = () => {
    renewal = withoutAnswerWatch(() => watchedAnswer(async () => (renewals += 1)));
  };
  setInterval(() => beside(renew), RENEW_EVERY_MS);
  // Each renewal has its answer before the next heartbeat.
  for (let renewed = 0; renewed * RENEW_EVERY_MS < STILL_MS_MAX; renewed += 1) {
    countIn(RENEW_EVERY_MS);
    await renewal;
  }
  expect(renewals).toBeGreaterThan(2);
  expect(countIn(RENEW_EVERY_MS)).toBe(0);
  answers[0]!.resolve();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!.resolve();
  await done;
});
