import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../../db/connect.ts';
import { beginJob } from '../../../db/queries/job-runs.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { JobPayload } from '../../../domain/job.ts';
import { pointerTo } from '../../../domain/stored-payload.ts';
import { storePayload } from '../../../db/queries/job-payloads.ts';
import { findJob } from '../../support/find-job.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { defineOwnJobType, type JobType, type OwnJobRun } from '../../../jobs/job-type.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
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

interface JobOptions {
  onHeartbeat?: (details: unknown) => void;
  root?: string;
  payload?: JobPayload;
}

/** Prepares attempts of one job that has no retries. */
async function openJob(
  db: Db,
  run: (job: OwnJobRun<unknown>) => ReturnType<JobType['run']>,
  { onHeartbeat, root, payload = {} }: JobOptions = {},
) {
  const type = defineOwnJobType({ name: 'test', about: 'Tests.', payload: z.looseObject({}), run });
  const { workflowRunId, createdAt } = RUN;
  const task = { payload, createdAt: createdAt.toISOString() };
  const { attempt } = await openAttempts({
    db,
    type,
    workflowRunId,
    task,
    ...(onHeartbeat && { onHeartbeat }),
    ...(root !== undefined && { root }),
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
  const attempt = await openJob(db, async (job) => void (await sql`select from proxies`.execute(job.db)), {
    onHeartbeat: (details) => heartbeats.push(details),
  });
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

test('the log of a run keeps the newest lines of all its attempts, without credentials, and nothing of the run before', async () => {
  const { db } = await createTestDatabase();
  const logged = () =>
    db.selectFrom('job_log').select(['number', 'attempt', 'line']).orderBy('number').execute();
  const first = await openJob(db, (job) => job.log('of a run before'));
  await first();
  expect(await logged()).toMatchObject([{ line: 'of a run before' }]);
  const id = {
    id: 'one',
    workflowRunId: randomUUID(),
    createdAt: new Date(Date.now() + 1_000).toISOString(),
  };
  const type = defineOwnJobType({
    name: 'test',
    about: 'Tests.',
    payload: z.looseObject({}),
    run(job) {
      if (job.attempt === 1) {
        job.log('https://user:hunter2@files.example.com/?token=hunter2');
        job.log(`${'x'.repeat(3_000)}\nsecond\u0000`);
        throw new CrawlError('UpstreamError', 'once more');
      }
      for (let line = 0; line < (job.attempt === 2 ? 5 : 5_000); line += 1) job.log(`line ${line}`);
      if (job.attempt < 4) throw new CrawlError('UpstreamError', 'once more');
      for (let line = 0; line < 300; line += 1) job.log('y'.repeat(2_000));
    },
  });
  const task = { createdAt: id.createdAt, maxRetries: 5 };
  const { attempt } = await openAttempts({ db, type, workflowRunId: id.workflowRunId, task });
  await expect(attempt()).rejects.toThrow('once more');
  expect(await logged()).toMatchObject([
    { attempt: 1, line: 'https://***@files.example.com/?token=***' },
    { attempt: 1, line: `${'x'.repeat(2_000)}…` },
    { attempt: 1, line: expect.stringMatching(/^second/) },
  ]);
  await expect(attempt()).rejects.toThrow('once more');
  expect((await logged()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await expect(attempt()).rejects.toThrow('once more');
  const many = await logged();
  expect([many.length, many[0]?.line, many.at(-1)?.line]).toEqual([1_000, 'line 4000', 'line 4999']);
  expect(many.at(-1)?.number).toBe(5_008);
  await attempt();
  expect(await logged()).toHaveLength(131);
  await sql`delete from jobs`.execute(db);
  expect(await logged()).toEqual([]);
});

test('a result that is too large to travel is stored in a file, and a pointer to it travels', async () => {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('results-');
  const results = [
    { text: 'x'.repeat(20_000), url: 'https://user:hunter2@files.example.com/' },
    // The database cannot store this one, and the last one could be taken for a pointer.
    { text: 'a\u0000b' },
    { result_file: { path: 'jobs/other/.result.json' } },
  ];
  for (const result of results) {
    await sql`delete from jobs`.execute(db);
    const attempt = await openJob(
      db,
      async (job) => {
        await job.saveFile('result.json', Buffer.from('its own'));
        return result;
      },
      { root },
    );
    const stored = await readWhole(root, await attempt());
    expect(stored).toEqual(JSON.parse(JSON.stringify(result).replace('user:hunter2', '***')));
    expect(await readFile(join(root, 'jobs/one/result.json'), 'utf8')).toBe('its own');
    expect(JSON.stringify(await findJob(db, 'one'))).not.toContain('xxx');
  }
});

/** Reads the file of a result, and compares it with its pointer. */
async function readWhole(root: string, pointer: unknown): Promise<unknown> {
  const { result_file: file } = pointer as { result_file: { path: string; bytes: number; sha256: string } };
  expect(file.path).toBe('jobs/one/.result.json');
  const bytes = await readFile(join(root, file.path));
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([file.bytes, file.sha256]);
  return JSON.parse(bytes.toString()) as unknown;
}

test('a result that is none fails the job in words, and no type can write the file of a result', async () => {
  const { db } = await createTestDatabase();
  for (const [result, message] of [
    [{ count: 1n }, 'The result of test cannot be written as JSON: Do not know how to serialize a BigInt.'],
    [{ text: 'x'.repeat(100_000) }, 'The result of test takes at most 100000 bytes of JSON, got 100011.'],
    ['text', 'The result of test takes a JSON object.'],
  ]) {
    await sql`delete from jobs`.execute(db);
    const attempt = await openJob(db, () => Promise.resolve(result as never));
    await expect(attempt()).rejects.toMatchObject({
      kind: 'InvalidInput',
      message: expect.stringContaining(message as string),
    });
  }
  await sql`delete from jobs`.execute(db);
  const writing = await openJob(
    db,
    async (job) => void (await job.saveFile('.result.json', Buffer.from(''))),
  );
  await expect(writing()).rejects.toMatchObject({ kind: 'InvalidInput' });
});

test('a stored payload reaches the type whole, and one that is not stored for this job is refused', async () => {
  const { db } = await createTestDatabase();
  const whole = { urls: Array.from({ length: 10_000 }, (_, place) => `https://files.example.com/${place}`) };
  const payload = pointerTo(whole);
  const { sha256 } = payload.stored_payload;
  const attempt = await openJob(
    db,
    (job) => Promise.resolve({ count: (job.payload as typeof whole).urls.length }),
    { payload },
  );
  await storePayload(db, 'other', { sha256, payload: whole });
  await expect(attempt()).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: expect.stringContaining(`no payload with the SHA-256 ${sha256} for the job one`),
  });
  // The ledger does not keep what a person gives to Temporal past the API.
  const byHand = await openJob(db, () => Promise.resolve(), { payload: whole });
  await expect(byHand()).rejects.toThrow('payload takes at most 16384 bytes of JSON');
  await storePayload(db, 'one', { sha256, payload: whole });
  expect(await attempt()).toEqual({ count: 10_000 });
  expect(await findJob(db, 'one')).toMatchObject({ payload });
});

test('what a job saves counts as what it downloads does, over all attempts', async () => {
  const { db } = await createTestDatabase();
  const half = Buffer.alloc(600_000);
  const attempt = await openJob(db, async (job) => {
    await job.saveFile(`${job.attempt}.bin`, half);
    throw new CrawlError('RateLimited', 'later');
  });
  await expect(attempt()).rejects.toMatchObject({ kind: 'RateLimited' });
  await expect(attempt()).rejects.toMatchObject({
    kind: 'InvalidInput',
    isFinal: true,
    message: expect.stringMatching(
      /^The job has downloaded and saved 600000 bytes and would pass the 1000000 /,
    ),
  });
});
