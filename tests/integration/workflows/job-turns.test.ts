import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { JobInput } from '../../../domain/job.ts';
import { readJobDetail } from '../../../reports/job-detail.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { JOB_TYPES } from '../../support/run-jobs.ts';
import { inWorld } from '../../support/start-jobs.ts';

const soon = { timeout: 120_000, interval: 100 };
const COUNT = { jobType: 'count', payload: { to: 1 } };

async function createWorld(env: Record<string, string> = {}) {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES, ...env } });
  const { start, row } = inWorld(world);
  const { client, db } = world;
  return {
    ...world,
    start,
    handleOf: (id: string) => client.workflow.getHandle(`job/${id}`),
    waits: (id: string) =>
      expect.poll(async () => (await readJobDetail({ db, client }, id))?.waitingFor ?? null, soon),
    /** Starts a job that runs until it is cancelled, and waits until it runs. */
    hold: async (id: string, input: Partial<JobInput>) => {
      await start({ jobType: 'wait', ...input }, id);
      await expect.poll(() => row(id), soon).toMatchObject({ status: 'running' });
    },
    waiting: async () => (await sql`select from job_turns where granted_at is null`.execute(db)).rows.length,
  };
}

test('the jobs of a platform with one turn run by priority, the oldest first, whatever their workers could do', async () => {
  const world = await createWorld({ JOBS_PER_PLATFORM: 'a site=1' });
  const { start, handleOf, hold, waits } = world;
  await world.startWorker();
  await hold('first', { platform: 'a site' });
  const priorities = [7, 2, 5, 2, 9, 1];
  for (const [at, priority] of priorities.entries())
    await start({ ...COUNT, platform: 'a site', priority }, `job-${at}`);
  await expect.poll(world.waiting, soon).toBe(priorities.length);
  await waits('job-0').toBe('the end of another job of the platform a site (JOBS_PER_PLATFORM)');
  expect((await handleOf('job-0').describe()).raw.pendingActivities ?? []).toEqual([]);
  // Another platform has its own turns, and a job without one needs none.
  expect(await world.client.workflow.getHandle((await start(COUNT)).workflowId).result()).toMatchObject({
    to: 1,
  });
  await handleOf('first').cancel();
  for (const at of priorities.keys()) await handleOf(`job-${at}`).result();
  const { rows } = await sql<{ id: string }>`
    select id from jobs where platform = 'a site' and status = 'completed' order by started_at
  `.execute(world.db);
  expect(rows.map(({ id }) => id)).toEqual(['job-5', 'job-1', 'job-3', 'job-2', 'job-0', 'job-4']);
  expect(await sql`select from job_turns`.execute(world.db)).toMatchObject({ rows: [] });
});

test('a job that waits for its account says so, ends at once when cancelled, and notices that the other was terminated', async () => {
  const world = await createWorld();
  const { start, handleOf, hold, waits } = world;
  await world.startWorker();
  await hold('first', { account: 'ann' });
  await start({ ...COUNT, account: 'ann' }, 'given-up');
  await start({ ...COUNT, account: 'ann' }, 'next');
  expect(await inWorld(world).result({ ...COUNT, account: 'bob' }, 'other')).toMatchObject({ to: 1 });
  await waits('given-up').toBe('the end of the job first of the same account');
  await waits('next').toBe('the end of the job first of the same account');
  await handleOf('given-up').cancel();
  await expect(handleOf('given-up').result()).rejects.toThrow('Workflow execution cancelled');
  await handleOf('first').terminate('a test');
  expect(await handleOf('next').result()).toMatchObject({ to: 1 });
  expect(await sql`select from job_turns`.execute(world.db)).toMatchObject({ rows: [] });
});

test('a job gets the turn of one that was terminated, even when that was started again for a later time', async () => {
  const world = await createWorld();
  const { start, handleOf, hold, waits } = world;
  await world.startWorker();
  await hold('first', { account: 'ann' });
  await start({ ...COUNT, account: 'ann' }, 'next');
  await waits('next').toBe('the end of the job first of the same account');
  await handleOf('first').terminate('a test');
  await start({ ...COUNT, account: 'ann', scheduledFor: '2100-01-01T00:00:00Z' }, 'first');
  expect(await handleOf('next').result()).toMatchObject({ to: 1 });
  await handleOf('first').cancel();
});

test('of twenty jobs of three accounts on two workers, one of which is killed, each ends once, and no account runs two', async () => {
  const world = await createWorld();
  const { db, start, handleOf } = world;
  await sql`create table seen (account text, running bigint)`.execute(db);
  await sql`
    create function note_running() returns trigger language plpgsql as $$ begin
      insert into seen select account, count(*) from jobs where status = 'running' group by account;
      return null;
    end $$
  `.execute(db);
  await sql`create trigger note_running after insert or update on jobs execute function note_running()`.execute(
    db,
  );
  const [killed] = [await world.startWorker('worker-1'), await world.startWorker('worker-2')];
  const ids = Array.from({ length: 20 }, (_, at) => `job-${at}`);
  await Promise.all(
    ids.map((id, at) =>
      start({ jobType: 'dummy', payload: { seconds: 2 }, account: ['ann', 'bob', 'eve'][at % 3]! }, id),
    ),
  );
  const busy = async () =>
    (
      await db
        .selectFrom('jobs')
        .where('worker', '=', 'worker-1')
        .where('status', '=', 'running')
        .selectAll()
        .execute()
    ).length;
  await expect.poll(busy, soon).toBeGreaterThan(0);
  await killed.kill();
  for (const id of ids) expect(await handleOf(id).result()).toEqual({ seconds: 2 });
  const { rows } = await sql<{ account: string; most: number }>`
    select account, max(running)::float8 as most from seen group by account order by account
  `.execute(db);
  expect(rows).toEqual(['ann', 'bob', 'eve'].map((account) => ({ account, most: 1 })));
});
