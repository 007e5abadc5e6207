import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { StoreTaken } from '../../../db/queries/store-locks.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createLog } from '../../../observability/log.ts';
import { RetriedLater } from '../../../stages/job-failure.ts';
import { activityFailures } from '../../../workers/activity-failures.ts';

/** Returns the failure that Temporal gets when an activity throws `error`. */
async function failureFor(error: Error, attempt = 1): Promise<unknown> {
  const environment = new MockActivityEnvironment(
    { attempt },
    { interceptors: [activityFailures(createLog('silent'))], logger: new DefaultLogger('ERROR') },
  );
  return environment.run(() => Promise.reject(error)).catch((reason: unknown) => reason);
}

test.each([
  new Error('got https://joe:hunter2@store.test/?token=hunter2&page=2'),
  new CrawlError('Blocked', 'got https://joe:hunter2@store.test/?token=hunter2&page=2'),
])('no credential of a URL gets into a failure of Temporal: $name', async (error) => {
  expect(await failureFor(error)).toMatchObject({
    message: 'got https://***@store.test/?token=***&page=2',
  });
});

test('a server of another client that is away is not the database', async () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
  expect(await failureFor(error)).toMatchObject({ type: 'Error', message: error.message });
});

test('code that cannot wait for a store asks again slowly, since some of it has few attempts', async () => {
  const holder = { workflowId: 'crawl/1', workflowRunId: 'a run', since: new Date(0) };
  const failure = { type: 'StoreTaken', nonRetryable: false, nextRetryDelay: 120_000 };
  expect(await failureFor(new StoreTaken(1, holder))).toMatchObject(failure);
});

test('crawls go on within a minute of the end of an outage of the database, however long it took', async () => {
  const outage = new CrawlError('DatabaseUnavailable', 'The database is unavailable: connect ECONNREFUSED');
  expect(await failureFor(outage, 4)).toMatchObject({ nextRetryDelay: undefined });
  const { nextRetryDelay } = (await failureFor(outage, 12)) as { nextRetryDelay: number };
  expect(nextRetryDelay).toBeGreaterThanOrEqual(40_000);
  expect(nextRetryDelay).toBeLessThanOrEqual(60_000);
});

test('a failed job is tried again after the wait of its type, unless the failure says how long to wait', async () => {
  const delayOf = async (failure: unknown) =>
    ((await failureFor(new RetriedLater(failure, 7_000))) as { nextRetryDelay: number }).nextRetryDelay;
  expect(await failureFor(new RetriedLater(new RangeError('it is 0'), 7_000))).toMatchObject({
    type: 'RangeError',
    message: 'it is 0',
    nextRetryDelay: 7_000,
  });
  expect(await delayOf(new CrawlError('UpstreamError', 'got 500'))).toBe(7_000);
  expect(await delayOf(new CrawlError('RateLimited', 'got 429', { retryAfterMs: 90_000 }))).toBe(90_000);
  expect(await delayOf(new CrawlError('StorageFull', 'no space'))).toBe(30_000);
  expect(await delayOf(ApplicationFailure.create({ message: 'own' }))).toBe(7_000);
  expect(await delayOf(ApplicationFailure.create({ message: 'own', nextRetryDelay: 0 }))).toBe(0);
});
