import { AsyncLocalStorage } from 'node:async_hooks';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartbeatWhile, waitBeforeRetry } from '../../../stages/heartbeat-while.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { waitFor, withoutWaitWatch } from '../../../observability/waits.ts';

const STILL_MS_MAX = 60_000;
const RENEW_EVERY_MS = 20_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Starts work that queries the database while it waits for its permit. The query gets no answer until the test gives one. */
function startWork(details: () => unknown) {
  const beats: unknown[] = [];
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  environment.on('heartbeat', (beat: unknown) => beats.push(beat));
  const answers: PromiseWithResolvers<void>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return waitFor('a turn', () => waitFor('the database', () => answer.promise));
  };
  // By default, the timers of the test do not run in the async context of the activity.
  let inActivity: ReturnType<typeof AsyncLocalStorage.snapshot>;
  let inWork: typeof inActivity;
  const done = environment.run(() => {
    inActivity = AsyncLocalStorage.snapshot();
    const fetchTwice = () => {
      inWork = AsyncLocalStorage.snapshot();
      return ask().then(ask);
    };
    return heartbeatWhile(details, fetchTwice, { stillMsMax: STILL_MS_MAX });
  });
  const countIn = (ms: number): number => {
    beats.length = 0;
    inActivity(() => vi.advanceTimersByTime(ms));
    return beats.length;
  };
  /** Runs a function in the context in which a timer of the work would run. */
  const beside = (act: () => void) => inWork(act);
  return { beats, answers, done, countIn, beside };
}

test('heartbeats name the innermost wait, and stop when nothing has moved for the bound', async () => {
  const { beats, answers, done, countIn } = startWork(() => ({ page: 3 }));
  const startedAt = Date.now();
  expect(countIn(6_000)).toBe(2);
  const beat = { page: 3, waitingFor: { what: 'the database', since: expect.any(String) as string } };
  expect(beats).toEqual([beat, beat]);
  const shown = (beats as (typeof beat)[]).map(({ waitingFor }) => waitingFor.since);
  // Only the fake clock of the test has advanced.
  expect(Date.parse(shown[0]!) - startedAt).toBeLessThan(-2_000);
  expect(Date.parse(shown[1]!) - startedAt).toBeLessThan(-5_000);
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
    renewal = withoutWaitWatch(() => waitFor('the database', async () => (renewals += 1)));
  };
  setInterval(() => beside(renew), RENEW_EVERY_MS);
  // Each renewal gets its answer before the next heartbeat.
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

test('after a failure the last heartbeat says what the next attempt waits for, and nothing else', async () => {
  const { beats, answers, done, countIn } = startWork(() => 'AZ');
  countIn(3_000);
  expect(beats).toMatchObject([{ details: 'AZ', waitingFor: { what: 'the database' } }]);
  answers[0]!.reject(new CrawlError('NoActiveProxy', 'No proxy is active'));
  await expect(done).rejects.toThrow('No proxy is active');
  expect(beats.at(-1)).toMatchObject({ details: 'AZ', waitingFor: { what: 'an active proxy' } });

  const other = startWork(() => 'AZ');
  other.answers[0]!.reject(new CrawlError('UpstreamError', 'Got 502'));
  await expect(other.done).rejects.toThrow('Got 502');
  expect(other.beats.at(-1)).toBe('AZ');
});

test.each([
  ['proxies-busy', 'a free proxy; all are at their limit of sessions'],
  ['breaker-open', 'dutchie to answer again: it refuses every proxy, and single requests try it'],
  ['stopped', 'an operator to start dutchie'],
  ['waiting', 'the end of the pause that dutchie asked for'],
])('after %s the next attempt waits for %s', (fault, what) => {
  const details = { evidence: { fault, target: 'dutchie' }, retryAfterMs: 60_000 };
  const wait = waitBeforeRetry(new CrawlError('RateLimited', 'Later', details));
  expect(wait?.what).toBe(what);
  expect(Date.parse(wait!.until!) - Date.parse(wait!.since)).toBeCloseTo(60_000, -2);
  expect(waitBeforeRetry(new CrawlError('RateLimited', 'Never', { ...details, isFinal: true }))).toBeNull();
});
