import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../../db/connect.ts';
import { beginJob } from '../../../db/queries/job-runs.ts';
import { findJob } from '../../support/find-job.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { defineOwnJobType, type JobType, type OwnJobRun } from '../../../jobs/job-type.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { untilBlocked } from '../db/until-blocked.ts';
import { createTestDatabase } from '../../support/test-database.ts';

afterEach(() => void vi.useRealTimers());

const RUN = {
  payload: {},
  priority: 5,
  maxRetries: 0,
  jobType: 'test',
  id: 'one',
  workflowRunId: randomUUID(),
  createdAt: new Date(),
  platform: null,
  account: null,
  scheduledFor: null,
};

/** Prepares attempts of one job that has no retries. */
async function openJob(
  db: Db,
  run: (job: OwnJobRun<unknown>) => ReturnType<JobType['run']>,
  onHeartbeat?: (details: unknown) => void,
) {
  const type = defineOwnJobType({ name: 'test', about: 'Tests.', payload: z.strictObject({}), run });
  const { workflowRunId, createdAt } = RUN;
  const task = { createdAt: createdAt.toISOString() };
  const { attempt } = await openAttempts({
    db,
    type,
    workflowRunId,
    task,
    ...(onHeartbeat && { onHeartbeat }),
  });
  return attempt;
}

test('an outage of the database spends no retry, and an end without a word after it does', async () => {
  const { db, url } = await createTestDatabase();
  const { db: linked, link } = await connectThroughLink(url, { poolSize: 2, answerMsMax: 10_000 });
  const attempt = await openJob(linked, async () => {
    link.cut();
    await sql`select 1`.execute(linked);
  });
  await expect(attempt()).rejects.toBeInstanceOf(Error);
  await expect(attempt()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const row = () => findJob(db, 'one');
  expect(await row()).toMatchObject({ status: 'running', retry_count: 0 });
  await link.join();
  await expect(attempt()).rejects.not.toMatchObject({ nonRetryable: true });
  expect(await row()).toMatchObject({ status: 'running', retry_count: 0 });
  await link.join();
  await beginJob(db, RUN, { fence: 35, worker: 'killed', releasedFences: [30] });
  expect(await row()).toMatchObject({ retry_count: 0 });
  await expect(attempt()).rejects.toMatchObject({
    nonRetryable: true,
    message: 'At each attempt, its worker ended without a closing record.',
  });
  expect(await row()).toMatchObject({ retry_count: 1 });
});

test('an attempt that was killed counts as a failure, also when the one after it fails to begin; one that released the job does not', async () => {
  const { db, url } = await createTestDatabase();
  const { db: linked, link } = await connectThroughLink(url, { poolSize: 1, answerMsMax: 10_000 });
  const attempt = await openJob(linked, async () => {
    link.cut();
    await sql`select 1`.execute(linked);
  });
  // After an outage, the pool may still hold a broken connection for a moment.
  const untilReachable = () => expect.poll(() => sql`select 1`.execute(linked)).toMatchObject({ rows: [{}] });
  const failToBegin = async () => {
    await untilReachable();
    await db.transaction().execute(async (holder) => {
      await sql`select from jobs for update`.execute(holder);
      const ended = Promise.allSettled([attempt()]);
      await untilBlocked(db);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
      expect(await ended).toMatchObject([{ status: 'rejected' }]);
    });
    await untilReachable();
  };
  const row = () => findJob(db, 'one');
  await expect(attempt()).rejects.toBeInstanceOf(Error);
  await link.join();
  await failToBegin();
  await failToBegin();
  await expect(attempt()).rejects.not.toMatchObject({ nonRetryable: true });
  expect(await row()).toMatchObject({ status: 'running', retry_count: 0 });
  await link.join();
  await untilReachable();
  await beginJob(db, RUN, { fence: 45, worker: 'killed', releasedFences: [40] });
  await failToBegin();
  await expect(attempt()).rejects.toMatchObject({
    nonRetryable: true,
    message: 'At each attempt, its worker ended without a closing record.',
  });
  expect(await row()).toMatchObject({ retry_count: 1 });
});

test('the heartbeats of a job say that it waits for the database', async () => {
  const { db } = await createTestDatabase();
  const heartbeats: unknown[] = [];
  const attempt = await openJob(
    db,
    async (job) => void (await sql`select from proxies`.execute(job.db)),
    (details) => heartbeats.push(details),
  );
  let running: Promise<unknown> | undefined;
  await db.transaction().execute(async (holder) => {
    await sql`lock proxies`.execute(holder);
    running = attempt();
    const waitingFor: unknown = { what: 'the database', since: expect.any(String) };
    await expect.poll(() => heartbeats, { timeout: 60_000 }).toContainEqual({ waitingFor });
  });
  expect(await running).toBeNull();
});

test('a server of the job that is away is a failure of the job, whatever the code', async () => {
  const { db } = await createTestDatabase();
  const attempt = await openJob(
    db,
    () => new Promise((_, reject) => void connect(1, '127.0.0.1').on('error', reject)),
  );
  await expect(attempt()).rejects.toMatchObject({
    nonRetryable: true,
    message: 'connect ECONNREFUSED 127.0.0.1:1',
  });
});

test('an attempt that another one has taken over leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db } = await createTestDatabase();
  const attempt = await openJob(db, async (job) => {
    await beginJob(db, RUN, { fence: 20, worker: 'two' });
    job.report({ percent: 50, message: 'half' });
  });
  await expect(attempt()).rejects.toMatchObject({ kind: 'StaleAttempt' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a type that calls `report` by its former name, `tell`, reports the same', async () => {
  const { db } = await createTestDatabase();
  const attempt = await openJob(db, (job) => {
    // oxlint-disable-next-line typescript/no-deprecated -- types written before it was renamed
    job.tell({ percent: 50, message: 'half' });
    expect(() => job.report({ percent: 101, message: 'more' })).toThrow('percent');
    // oxlint-disable-next-line typescript/no-deprecated -- the same check holds
    expect(() => job.tell({ percent: 101, message: 'more' })).toThrow('percent');
    return Promise.resolve({});
  });
  await attempt();
  expect(await findJob(db, 'one')).toMatchObject({ status: 'completed', progress_message: 'half' });
});
