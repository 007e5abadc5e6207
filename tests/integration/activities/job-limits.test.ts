import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineOwnJobType } from '../../../jobs/job-type.ts';
import { takeTurn } from '../../../stages/hold-turn.ts';
import { findJob } from '../../support/find-job.ts';
import { setCredential } from '../../../db/queries/credentials.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { seal } from '../db/make-proxies.ts';
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
  account: 'ann',
  scheduledFor: null,
};

const done = () => Promise.resolve();

const SESSIONS = {
  admit: done,
  leaseProxy: () => Promise.resolve({ id: 'lease', proxy: { id: 1 } as never, release: done }),
  recordProxyOutcome: done,
  openSession: () => Promise.resolve({ usage: () => ({ bytes: 0 }), close: done } as never),
};

test('a job has eight sessions at once, and further ones wait', async () => {
  const { db } = await createTestDatabase();
  const open: PromiseWithResolvers<void>[] = [];
  let most = 0;
  let isOpen = 0;
  const type = defineOwnJobType({
    name: 'test',
    about: 'Tests.',
    payload: z.looseObject({}),
    async run(job) {
      const work = async (): Promise<void> => {
        most = Math.max(most, (isOpen += 1));
        const end = Promise.withResolvers<void>();
        open.push(end);
        await end.promise;
        isOpen -= 1;
      };
      await Promise.all(Array.from({ length: 20 }, () => job.withSession(work)));
      return { most };
    },
  });
  const { attempt } = await openAttempts({ db, type, sessions: SESSIONS });
  const result = attempt();
  for (let ended = 0; ended < 20; ended += 1) {
    await expect.poll(() => open.length).toBeGreaterThanOrEqual(Math.min(20, ended + 8));
    open[ended]?.resolve();
  }
  expect(await result).toEqual({ most: 8 });
});

test('a session within another one ends the job at once, although it could have more of them', async () => {
  const { db } = await createTestDatabase();
  const type = defineOwnJobType({
    name: 'test',
    about: 'Tests.',
    payload: z.looseObject({}),
    run: async (job) => job.withSession(() => job.withSession(async () => ({}))),
  });
  for (const account of ['ann', undefined]) {
    const task = account === undefined ? {} : { account, platform: 'a site' };
    const { attempt } = await openAttempts({ db, type, sessions: SESSIONS, task, id: account ?? 'nobody' });
    await expect(attempt()).rejects.toMatchObject({ kind: 'InvalidInput' });
  }
});

test('a job whose worker has another key than its credential waits, and that costs no retry', async () => {
  const { db } = await createTestDatabase();
  await setCredential(db, seal, { name: 'login', platform: null, account: null, value: 'x', setBy: null });
  const type = defineOwnJobType({
    name: 'test',
    about: 'Tests.',
    payload: z.looseObject({}),
    run: async (job) => ({ length: (await job.credential('login')).length }),
  });
  const task = { credentials: ['login'] };
  // By default, attempts have a key of their own.
  const wrong = await openAttempts({ db, type, task });
  await expect(wrong.attempt()).rejects.toMatchObject({ kind: 'WrongKey' });
  const waiting = { status: 'pending', retry_count: 0, error_kind: 'WrongKey' };
  expect(await findJob(db, 'one')).toMatchObject(waiting);
  const right = await openAttempts({ db, type, task, id: 'two', passwordSeal: seal });
  expect(await right.attempt()).toEqual({ length: 1 });
});

test('what a job does after its end changes nothing', async () => {
  const { db } = await createTestDatabase();
  const late: Promise<unknown>[] = [];
  const ended = Promise.withResolvers<void>();
  const type = defineOwnJobType({
    name: 'test',
    about: 'Tests.',
    payload: z.looseObject({}),
    run(job) {
      const calls: (() => Promise<unknown>)[] = [
        () => job.saveFile('late.txt', Buffer.from('late')),
        () => job.startJob({ job_type: 'test' }),
        () => job.state.set({ late: true }),
        () => job.withSession(async () => undefined),
        () => job.credential('login'),
        async () => job.report({ percent: 1, message: 'late' }),
      ];
      for (const call of calls) late.push(ended.promise.then(call));
      return { done: true };
    },
  });
  const { attempt } = await openAttempts({ db, type, sessions: SESSIONS, startJob: async () => undefined });
  expect(await attempt()).toEqual({ done: true });
  ended.resolve();
  const outcomes = await Promise.allSettled(late);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { message: 'The attempt of the job has ended.' } });
  expect(outcomes).toHaveLength(6);
  expect(await db.selectFrom('job_files').selectAll().execute()).toEqual([]);
});

test('two jobs of one account never run at once, even if both were handed to a worker; that costs no retry', async () => {
  const { db } = await createTestDatabase();
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = async () => {
    begun.resolve();
    await mayEnd.promise;
  };
  const type = defineOwnJobType({ name: 'test', about: 'Tests.', payload: z.looseObject({}), run });
  const task = { account: 'ann', platform: 'a site' };
  const first = await openAttempts({ db, type, task, id: 'first' });
  const second = await openAttempts({ db, type, task, id: 'second' });
  const { result } = first.begin();
  await begun.promise;
  const busy = { kind: 'AccountBusy', retryAfterMs: 10_000 };
  await expect(second.attempt()).rejects.toMatchObject(busy);
  expect(await findJob(db, 'second')).toBeNull();
  mayEnd.resolve();
  await result;
  await expect(second.attempt()).resolves.toBeNull();
  expect(await findJob(db, 'second')).toMatchObject({ status: 'completed', retry_count: 0 });
});

test('an attempt is told when its job has lost the turn of its account', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db } = await createTestDatabase();
  const turn = await takeTurn(db, RUN);
  const lost = once(turn.signal, 'abort');
  vi.advanceTimersByTime(15_000);
  const held = () =>
    sql<{ isHeld: boolean }>`select held_until > now() as "isHeld" from job_turns`.execute(db);
  expect((await held()).rows).toEqual([{ isHeld: true }]);
  expect(turn.signal.aborted).toBe(false);
  await sql`delete from job_turns`.execute(db);
  vi.advanceTimersByTime(15_000);
  await lost;
  expect(turn.signal.reason).toMatchObject({ kind: 'StaleAttempt' });
  await turn.end();
});
