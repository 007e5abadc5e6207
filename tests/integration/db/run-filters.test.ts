import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ReadTooBroad } from '../../../db/bounded-read.ts';
import type { Db } from '../../../db/connect.ts';
import type { TaskFilter, JobFilter } from '../../../domain/run-filter.ts';
import { countJobs } from '../../../reports/count-jobs.ts';
import { listJobs } from '../../../reports/list-jobs.ts';
import { countAllTasks, listTasks } from '../../../reports/list-tasks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeJobRun, makeRun, RUNS_BEGAN_MS, runIdAt } from './make-runs.ts';

const PAGE = { after: null, limit: 100 };

/** Returns the names of the tasks that match a filter. Expects that the counts add up to the number of these tasks. */
async function namesOf(db: Db, filter: TaskFilter): Promise<string[]> {
  const { items } = await listTasks(db, filter, PAGE);
  const { counts } = await countAllTasks(db, filter);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(items.length);
  return items.map(({ workflow_id: name }) => name.replace('crawl/', '')).toSorted();
}

async function makeTasks(db: Db): Promise<void> {
  const failed = { ended_as: 'failed', ended_at: new Date(RUNS_BEGAN_MS + 1_000) } as const;
  await makeRun(db, {
    workflow_id: 'crawl/blocked',
    worker: 'Xylos',
    priority: 20,
    retry_count: 3,
    error_kind: 'Blocked',
    error_message: 'The site answered 403 to GET /embedded-menu/desert_bloom.',
    requested_by: 'ann',
    ...failed,
  });
  await makeRun(db, {
    workflow_id: 'crawl/limited',
    worker: 'Kryll',
    priority: 10,
    retry_count: 1,
    error_kind: 'RateLimited',
    error_message: 'Slow down',
    started_by: 'crawl-due/all',
    ...failed,
  });
  await makeRun(db, {
    workflow_id: 'crawl/done',
    worker: 'Xylos',
    priority: 0,
    started_by: 'crawl-due/all',
    result: JSON.stringify({ note: 'first line\nsecond line', payload_id: 4711 }),
  });
  for (const stage of ['fetch', 'ingest'])
    await makeRun(db, { workflow_id: `crawl/${stage}`, stage, worker: 'Xylos', ended_as: null });
  await sql`
    insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at)
    select run_id, '1', 'fetchMenu', 1, 'Xylos', now(), now() from runs where workflow_id = 'crawl/fetch'
  `.execute(db);
}

test('each filter narrows the list and the counts alike', async () => {
  const { db } = await createTestDatabase();
  await makeTasks(db);
  const requested: [filter: TaskFilter, names: string[]][] = [
    [{}, ['blocked', 'done', 'fetch', 'ingest', 'limited']],
    // Xylos ran the task `ingest` earlier, but is not running it now.
    [{ worker: 'Xylos' }, ['blocked', 'done', 'fetch']],
    [{ worker: 'Xylos', statuses: ['running'] }, ['fetch']],
    [{ worker: 'Xylos', statuses: ['running', 'failed'] }, ['blocked', 'fetch']],
    [{ worker: 'nobody' }, []],
    [{ priority: 10 }, ['limited']],
    [{ priorityMin: 10 }, ['blocked', 'limited']],
    [{ stage: 'fetch' }, ['fetch']],
    [{ errorKinds: ['Blocked'] }, ['blocked']],
    [{ errorKinds: ['Blocked', 'RateLimited'] }, ['blocked', 'limited']],
    [{ errorKinds: ['Blocked', 'RateLimited'], worker: 'Kryll' }, ['limited']],
    [{ requestedBy: 'ann' }, ['blocked']],
    [{ startedBy: 'crawl-due/all' }, ['done', 'limited']],
    [{ retriesMin: 1 }, ['blocked', 'limited']],
    [{ retriesMin: 2 }, ['blocked']],
  ];
  for (const [filter, names] of requested)
    expect({ filter, names: await namesOf(db, filter) }).toEqual({ filter, names });
});

test('a search finds the words of errors and results, in any case and from their beginning, and nothing else', async () => {
  const { db } = await createTestDatabase();
  await makeTasks(db);
  const requested: [search: string, names: string[]][] = [
    ['403', ['blocked']],
    ['SITE answer', ['blocked']],
    ['blocked', ['blocked']],
    ['embedded-menu/desert', ['blocked']],
    ['bloom', ['blocked']],
    ['site limited', []],
    // A search does not match in the middle of a word.
    ['loom', []],
    ['4711', ['done']],
    ['second', ['done']],
    ["'slow':* | 'down' & \\", ['limited']],
    // A search does not look at workers, requesters and ids.
    ['Xylos', []],
    ['ann', []],
    ['crawl', []],
  ];
  for (const [search, names] of requested)
    expect({ search, names: await namesOf(db, { search }) }).toEqual({ search, names });
});

test('a search of jobs finds words of payloads too, over all texts of a job, and none that is shown as ***', async () => {
  const { db } = await createTestDatabase();
  const signed = 'https://files.example.com/1.png?X-Amz-Signature=cafe4711';
  await makeJobRun(db, { name: 'one', payload: { urls: [signed], artist: 'Miles' }, worker: 'Xylos' });
  await makeJobRun(db, {
    name: 'two',
    payload: { urls: [signed] },
    ended_as: 'failed',
    error_message: 'No artist',
  });
  await makeJobRun(db, { name: 'three', result: JSON.stringify({ saved: 12 }) });
  await makeRun(db, { error_message: 'artist' });
  const find = async (filter: JobFilter) =>
    (await listJobs(db, filter, PAGE)).items.map(({ id }) => id).toSorted();
  expect(await find({ search: 'artist' })).toEqual(['one', 'two']);
  expect(await find({ search: 'miles artist' })).toEqual(['one']);
  expect(await find({ search: 'artist png' })).toEqual(['one', 'two']);
  expect(await find({ search: 'saved 12' })).toEqual(['three']);
  expect(await find({ search: 'cafe4711' })).toEqual([]);
  expect(await find({ search: 'xylos' })).toEqual([]);
  const first = await listJobs(db, { search: 'artist' }, { after: null, limit: 1 });
  const second = await listJobs(db, { search: 'artist' }, { after: first.next, limit: 1 });
  expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
  expect(second.next).toBe(null);
});

test('what a search of jobs finds is counted by status, in one pass through the ledger', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into runs (id, workflow_id, run_id, type, job_type, ended_as, ended_at, error_message)
    select key_of_run(n::text, now() - n * interval '1 second'), 'job/' || n, n::text, 'job', 'sync',
      case when n > 4 then (array['completed', 'failed', 'cancelled'])[1 + n % 3] end, case when n > 4 then now() end, case when n % 2 = 0 then 'no artist' end
    from generate_series(1, 3000) n
  `.execute(db);
  await sql`vacuum analyze runs`.execute(db);
  let passes = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('placeValue')) passes += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const count = async (filter: JobFilter) => (await countJobs(counting, filter)).counts;
  const none = { running: 0, completed: 0, cancelled: 0 };
  const all = { pending: 2, running: 0, completed: 500, failed: 499, cancelled: 499 };
  expect(await count({ search: 'artist' })).toEqual(all);
  expect(passes).toBe(1);
  const some = await count({ search: 'artist', statuses: ['failed', 'pending'] });
  expect(some).toEqual({ ...none, pending: 2, failed: 499 });
});

test('jobs are filtered by worker, error, priority, retries and who asked for them', async () => {
  const { db } = await createTestDatabase();
  const failed = { ended_as: 'failed', ended_at: new Date(RUNS_BEGAN_MS + 1_000) } as const;
  await makeJobRun(db, { name: 'one', worker: 'Xylos', priority: 1, requested_by: 'ann' });
  await makeJobRun(db, {
    name: 'two',
    worker: 'Kryll',
    priority: 5,
    error_kind: 'NotFound',
    retry_count: 2,
    ...failed,
  });
  const find = async (filter: JobFilter) => (await listJobs(db, filter, PAGE)).items.map(({ id }) => id);
  expect(await find({ worker: 'Xylos' })).toEqual(['one']);
  expect(await find({ errorKinds: ['NotFound', 'Blocked'] })).toEqual(['two']);
  expect(await find({ priority: 5 })).toEqual(['two']);
  expect(await find({ priorityMin: 2 })).toEqual(['two']);
  expect(await find({ retriesMin: 1 })).toEqual(['two']);
  expect(await find({ requestedBy: 'ann' })).toEqual(['one']);
});

test('a job that completes after a failure has no kind of error any more', async () => {
  const { db } = await createTestDatabase();
  const id = runIdAt(RUNS_BEGAN_MS);
  await makeJobRun(db, { id, name: 'one', ended_as: null, error_kind: 'Blocked', error_message: 'no' });
  await makeJobRun(db, { id: runIdAt(RUNS_BEGAN_MS - 1_000), name: 'other', payload: {} });
  await sql`
    insert into jobs (id, workflow_run_id, created_at, job_type, priority, payload, max_retries, status, updated_at, completed_at)
    values ('one', ${id}, now(), 'sync', 5, '{}', 0, 'completed', now(), now())
  `.execute(db);
  expect((await listJobs(db, { errorKinds: ['Blocked'] }, PAGE)).items).toEqual([]);
  expect((await listJobs(db, { statuses: ['completed'] }, PAGE)).items).toHaveLength(2);
});

test('a question that takes too long ends, and says to narrow the time', async () => {
  const { db } = await createTestDatabase();
  await db.transaction().execute(async (tx) => {
    // The lock stands for a scan of the table that takes minutes.
    await sql`lock table runs in access exclusive mode`.execute(tx);
    const text = 'narrow the time with since and until';
    await Promise.all([
      expect(listTasks(db, { search: 'any' }, PAGE)).rejects.toThrow(text),
      expect(countAllTasks(db, { worker: 'Xylos' })).rejects.toThrow(ReadTooBroad),
    ]);
  });
});
