import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { array, assert, asyncProperty, boolean } from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countFailures } from '../../../stages/count-failures.ts';
import { connectDatabase } from '../../../db/connect.ts';
import { StoreTaken } from '../../../db/queries/store-locks.ts';
import { CrawlError } from '../../../domain/errors.ts';

const FAILURES_MAX = 3;
const QUIET = new DefaultLogger('ERROR');

/** The error of a database pool whose server cannot be reached. */
const outage = await failToConnect();
/** The same kind of error, but from another client than the database pool. */
const foreignOutage = Object.assign(new Error(outage.message), { code: 'ECONNREFUSED' });
const ownFailure = new CrawlError('StorageFull', 'The disk is full.');

async function failToConnect(): Promise<Error> {
  const db = connectDatabase({
    url: 'postgres://127.0.0.1:1/none',
    poolSize: 1,
    applicationName: 'outage',
    onLostConnection: () => undefined,
  });
  const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
  await db.destroy();
  return error as Error;
}

/** Runs attempts one after the other, each with the heartbeat details of the attempt before. @returns what each attempt threw */
async function attempt(errors: Error[], details?: unknown): Promise<unknown[]> {
  let heartbeatDetails = details;
  const thrown: unknown[] = [];
  for (const error of errors) {
    const environment = new MockActivityEnvironment({ heartbeatDetails }, { logger: QUIET });
    environment.on('heartbeat', (reported: unknown) => (heartbeatDetails = reported));
    thrown.push(
      await environment
        .run(() => countFailures(FAILURES_MAX, () => Promise.reject(error)))
        .catch((reason: unknown) => reason),
    );
  }
  return thrown;
}

const isFinal = (thrown: unknown): boolean => thrown instanceof CrawlError && thrown.isFinal === true;

test('the failure that is one too many is final, however many outages lie between', async () => {
  await assert(
    asyncProperty(array(boolean(), { maxLength: 60 }), async (outages) => {
      const thrown = await attempt(outages.map((isOutage) => (isOutage ? outage : ownFailure)));
      const failures = outages.map(
        (_, at) => outages.slice(0, at + 1).filter((isOutage) => !isOutage).length,
      );
      expect(thrown.map(isFinal)).toEqual(
        outages.map((isOutage, at) => !isOutage && failures[at]! >= FAILURES_MAX),
      );
    }),
  );
});

test('an attempt that ended without a closing record counts, and heartbeats of older code count for none', async () => {
  expect((await attempt([ownFailure], { failures: 2 })).map(isFinal)).toEqual([true]);
  expect((await attempt([ownFailure, ownFailure, ownFailure], 4711)).map(isFinal)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a server of another client that is away is a failure, whatever its code', async () => {
  expect(outage).toMatchObject({ code: 'ECONNREFUSED' });
  const thrown = await attempt([foreignOutage, foreignOutage, foreignOutage, outage]);
  expect(thrown).toMatchObject([foreignOutage, foreignOutage, { nonRetryable: true }, outage]);
});

test('another task of the store is no failure', async () => {
  const taken = new StoreTaken(1, { workflowId: 'crawl/1', workflowRunId: 'a run', since: new Date(0) });
  const thrown = await attempt([taken, ownFailure, taken, taken, ownFailure, taken, ownFailure]);
  expect(thrown.map(isFinal)).toEqual([false, false, false, false, false, false, true]);
});
