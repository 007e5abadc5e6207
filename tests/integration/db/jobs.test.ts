import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  beginJob,
  closeJob,
  completeJob,
  releaseJob,
  saveJobDownloads,
  saveJobProgress,
  type JobRunName,
} from '../../../db/queries/job-runs.ts';
import { editJob } from '../../../db/queries/edit-job.ts';
import { deleteJob, deleteOldJobs } from '../../../db/queries/jobs.ts';
import type { RunPosition } from '../../../db/queries/run-order.ts';
import type { JobFilter } from '../../../domain/run-filter.ts';
import { listJobs } from '../../../reports/list-jobs.ts';
import { findJob } from '../../support/find-job.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const runOf = (more: Partial<JobRunName> = {}): JobRunName => ({
  id: 'nightly',
  workflowRunId: 'run-1',
  createdAt: new Date('2026-01-10T03:00:00Z'),
  jobType: 'sync',
  platform: null,
  account: 'ann',
  priority: 5,
  payload: { since: 1 },
  maxRetries: 3,
  scheduledFor: null,
  ...more,
});

const STALE = { kind: 'StaleAttempt' };

/** A number of bytes that exceeds a 32-bit integer. */
const DOWNLOADED = 5_000_000_000;

test('a run is closed whatever characters the keys and texts of its payload have', async () => {
  const { db } = await createTestDatabase();
  const payload = { 'a\u0000': 'b\u0000', 'c\ud800': [{ 'd\u0000': { '\udc00e': 1 } }] };
  await closeJob(db, runOf({ payload }), {
    status: 'failed',
    errorKind: 'Error',
    reason: 'It takes no such text.',
  });
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'failed',
    payload: { a: 'b', 'c\ufffd': [{ d: { '\ufffde': 1 } }] },
  });
});

const BEGUN = { retryCount: 0, crashCount: 0 };

test('what an attempt writes counts until another one begins', async () => {
  const { db } = await createTestDatabase();
  const run = runOf();
  const begin = (fence: number, worker: string) => beginJob(db, run, { fence, worker });
  const one = { ...run, fence: 100 };
  expect(await begin(100, 'one')).toEqual({ ...BEGUN, cursor: null, downloadedBytes: 0 });
  await saveJobDownloads(db, one, DOWNLOADED);
  await saveJobProgress(db, one, { percent: 40, message: 'at \u0000 4', cursor: { at: 4 } });
  // The first attempt ended without writing its end, so it counts as a failed one.
  expect(await begin(200, 'two')).toEqual({
    ...BEGUN,
    cursor: { at: 4 },
    retryCount: 1,
    downloadedBytes: DOWNLOADED,
  });
  const progress = { percent: 50, message: 'late', cursor: { at: 5 } };
  await expect(saveJobProgress(db, one, progress)).rejects.toMatchObject(STALE);
  await expect(saveJobDownloads(db, one, 1)).rejects.toMatchObject(STALE);
  await expect(completeJob(db, one, null)).rejects.toMatchObject(STALE);
  // If Temporal counts it as the current attempt, its next one may begin.
  await expect(begin(150, 'late')).rejects.toMatchObject({ ...STALE, isFinal: false });
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'running',
    worker: 'two',
    progress_percent: 40,
    progress_message: 'at  4',
    payload: { since: 1 },
  });
  const two = { ...run, fence: 200 };
  await releaseJob(db, two, { errorKind: 'JobCrashed', reason: 'a crash', isFailure: false });
  await expect(completeJob(db, two, null)).rejects.toMatchObject(STALE);
  expect(await begin(300, 'three')).toEqual({
    cursor: { at: 4 },
    retryCount: 1,
    crashCount: 1,
    downloadedBytes: DOWNLOADED,
  });
  const three = { ...run, fence: 300 };
  await releaseJob(db, three, { errorKind: 'Error', reason: 'broke', isFailure: true });
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'pending',
    retry_count: 2,
    error_message: 'broke',
  });
  expect(await begin(400, 'four')).toMatchObject({ retryCount: 2 });
  await completeJob(db, { ...run, fence: 400 }, { done: true });
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'completed',
    result: { done: true },
    progress_percent: 100,
    error_message: null,
  });
  await closeJob(db, run, { status: 'failed', errorKind: 'Error', reason: 'too late' });
  await expect(begin(500, 'five')).rejects.toMatchObject({ ...STALE, isFinal: true });
  expect(await findJob(db, 'nightly')).toMatchObject({ status: 'completed' });
});

test('a newer run has the job, and goes on from a run that did not complete', async () => {
  const { db } = await createTestDatabase();
  const first = runOf();
  const second = runOf({ workflowRunId: 'run-2', createdAt: new Date('2026-01-10T04:00:00Z'), priority: 1 });
  await beginJob(db, first, { fence: 1, worker: 'one' });
  await saveJobProgress(db, { ...first, fence: 1 }, { percent: 40, message: 'at 4', cursor: 4 });
  await saveJobDownloads(db, { ...first, fence: 1 }, DOWNLOADED);
  await closeJob(db, first, { status: 'failed', errorKind: 'Error', reason: 'broke' });
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'failed',
    worker: 'one',
    progress_percent: 40,
  });
  expect(await beginJob(db, second, { fence: 2, worker: 'two' })).toEqual({
    cursor: 4,
    ...BEGUN,
    downloadedBytes: DOWNLOADED,
  });
  expect(await findJob(db, 'nightly')).toMatchObject({
    workflow_run_id: 'run-2',
    priority: 1,
    status: 'running',
    progress_percent: 40,
    error_message: null,
  });
  await expect(beginJob(db, first, { fence: 3, worker: 'late' })).rejects.toMatchObject(STALE);
  await closeJob(db, first, { status: 'cancelled', errorKind: 'Cancelled', reason: 'late' });
  expect(await findJob(db, 'nightly')).toMatchObject({ status: 'running', workflow_run_id: 'run-2' });
  // Another payload inherits no cursor, because the meaning of a cursor depends on the payload.
  const other = runOf({
    workflowRunId: 'run-2b',
    createdAt: new Date('2026-01-10T04:30:00Z'),
    payload: { since: 2 },
  });
  expect(await beginJob(db, other, { fence: 3, worker: 'two' })).toEqual({
    cursor: null,
    ...BEGUN,
    downloadedBytes: 0,
  });
  await saveJobDownloads(db, { ...other, fence: 3 }, DOWNLOADED);
  await saveJobProgress(db, { ...other, fence: 3 }, { percent: 1, message: '', cursor: 9 });
  // A run that is closed before a worker takes it inherits nothing from the run before it.
  const third = runOf({ workflowRunId: 'run-3', createdAt: new Date('2026-01-10T05:00:00Z') });
  await closeJob(db, third, { status: 'cancelled', errorKind: 'Cancelled', reason: 'It was cancelled.' });
  expect(await findJob(db, 'nightly')).toMatchObject({
    workflow_run_id: 'run-3',
    status: 'cancelled',
    worker: null,
    started_at: null,
  });
  const fourth = runOf({ workflowRunId: 'run-4', createdAt: new Date('2026-01-10T06:00:00Z') });
  expect(await beginJob(db, fourth, { fence: 4, worker: 'two' })).toEqual({
    cursor: null,
    ...BEGUN,
    downloadedBytes: 0,
  });
});

test('closed jobs are listed newest first, page after page', async () => {
  const { db } = await createTestDatabase();
  for (const [place, id] of ['a', 'b', 'c', 'd'].entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 10, place));
    const run = runOf({ id, workflowRunId: `run-${id}`, createdAt, account: id === 'a' ? null : 'ann' });
    await closeJob(db, run, { status: id === 'd' ? 'cancelled' : 'failed', errorKind: 'Error', reason: 'x' });
  }
  const page = (filter: JobFilter, after: RunPosition | null = null, limit = 10) =>
    listJobs(db, filter, { after, limit });
  const list = async (filter: JobFilter) => (await page(filter)).items.map(({ id }) => id);
  expect(await list({})).toEqual(['d', 'c', 'b', 'a']);
  const first = await page({}, null, 2);
  expect(first.items.map(({ id }) => id)).toEqual(['d', 'c']);
  const second = await page({}, first.next, 2);
  expect(second.items.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(second.next).toBe(null);
  expect(await list({ statuses: ['cancelled'] })).toEqual(['d']);
  expect(await list({ account: 'ann', since: new Date(Date.UTC(2026, 0, 10, 2)) })).toEqual(['d', 'c']);
  expect(await list({ until: new Date(Date.UTC(2026, 0, 10, 2)), jobType: 'sync' })).toEqual(['b', 'a']);
});

const EDIT = { actor: 'Ann', reason: null, fields: ['payload'] };

test('an attempt with the values of before an edit does not begin, and an edit after the begin is refused', async () => {
  const { db } = await createTestDatabase();
  // An earlier run of the same job.
  const begin = (run: JobRunName, fence: number) => beginJob(db, run, { fence, worker: 'one' });
  const first = runOf({ workflowRunId: 'run-0', createdAt: new Date('2026-01-09T03:00:00Z') });
  await begin(first, 1);
  const progress = { percent: 40, message: 'at 4', cursor: { at: 4 } };
  await saveJobProgress(db, { ...first, fence: 1 }, progress);
  await closeJob(db, first, { status: 'failed', errorKind: 'Error', reason: 'x' });
  const edited = (edits: number, more: Partial<JobRunName> = {}) => ({ ...runOf(more), edits });
  expect(await editJob(db, edited(1, { priority: 1 }), EDIT)).toBe('edited');
  expect(await findJob(db, 'nightly')).toMatchObject({
    status: 'pending',
    cursor: { at: 4 },
    progress_percent: null,
  });
  // The same payload goes on; another one begins from the start. A repetition is none.
  const payload = { since: 2 };
  for (const _ of [1, 2]) expect(await editJob(db, edited(2, { payload }), EDIT)).toBe('edited');
  for (const earlier of [runOf(), edited(1)])
    await expect(begin(earlier, 100)).rejects.toMatchObject({ ...STALE, isFinal: false });
  expect(await begin(edited(2, { payload }), 110)).toMatchObject({ cursor: null, ...BEGUN });
  expect(await editJob(db, edited(3), EDIT)).toBe('running');
  const held = { ...runOf(), fence: 110 };
  await releaseJob(db, held, { errorKind: 'Error', reason: 'x', isFailure: true });
  expect(await editJob(db, edited(3), EDIT)).toBe('retrying');
  await begin(edited(2, { payload }), 120);
  await completeJob(db, { ...held, fence: 120 }, null);
  expect(await editJob(db, edited(3), EDIT)).toBe('ended');
  const events = db.selectFrom('run_events').select('event').where('event', '=', 'edited');
  expect(await events.execute()).toHaveLength(2);
  await deleteJob(db, 'nightly', ['run-1']);
  expect(await editJob(db, edited(3), EDIT)).toBe('deleted');
});

test('jobs are forgotten so many days after their end, and not while they are open', async () => {
  const { db } = await createTestDatabase();
  for (const id of ['old', 'new'])
    await closeJob(db, runOf({ id, workflowRunId: id }), {
      status: 'failed',
      errorKind: 'Error',
      reason: 'x',
    });
  await beginJob(db, runOf({ id: 'open' }), { fence: 1, worker: 'one' });
  const scheduledFor = new Date('2100-01-01T00:00:00Z');
  await editJob(db, { ...runOf({ id: 'edited', scheduledFor }), edits: 1 }, EDIT);
  await sql`update jobs set updated_at = now() - interval '31 days' where id = 'edited'`.execute(db);
  await sql`update jobs set completed_at = now() - interval '31 days' where id = 'old'`.execute(db);
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 1, isMore: false });
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 0, isMore: false });
  const left = await db.selectFrom('jobs').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['edited', 'new', 'open']);
});

test('jobs are forgotten some at a time, because each may have a long log', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into jobs (id, workflow_run_id, created_at, job_type, priority, payload, max_retries, status, updated_at, completed_at)
    select number, number, ended, 'count', 5, '{}', 3, 'completed', ended, ended
    from generate_series(1, 51) number, lateral (select now() - interval '31 days' as ended) at
  `.execute(db);
  await sql`insert into job_log select id, workflow_run_id, 1, 1, now(), 'line' from jobs`.execute(db);
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 50, isMore: true });
  expect(await db.selectFrom('job_log').select('job_id').execute()).toHaveLength(1);
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 1, isMore: false });
});

test('a job that was deleted does not come back with what its worker still writes', async () => {
  const { db } = await createTestDatabase();
  const run = runOf();
  await beginJob(db, run, { fence: 1, worker: 'one' });
  await deleteJob(db, 'nightly', ['run-1']);
  await expect(completeJob(db, { ...run, fence: 1 }, null)).rejects.toMatchObject(STALE);
  await expect(beginJob(db, run, { fence: 2, worker: 'two' })).rejects.toMatchObject(STALE);
  await closeJob(db, run, { status: 'cancelled', errorKind: 'Cancelled', reason: 'late' });
  expect(await findJob(db, 'nightly')).toBe(null);
  // The id of the forgotten job can be used by another run.
  await beginJob(db, runOf({ workflowRunId: 'run-2' }), { fence: 3, worker: 'two' });
  expect(await findJob(db, 'nightly')).toMatchObject({ status: 'running' });
});

test('there are more jobs to forget while runs of one that ran again and again are left', async () => {
  const { db } = await createTestDatabase();
  const ended = sql<Date>`now() - interval '31 days'`;
  await sql`
    insert into runs (id, workflow_id, run_id, type, ended_at, ended_as)
    select key_of_run('run-' || number, now()), 'job/nightly', 'run-' || number, 'job', ${ended}, 'completed'
    from generate_series(1, 1001) number
  `.execute(db);
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 0, isMore: true });
  expect(await deleteOldJobs(db, 30)).toEqual({ count: 0, isMore: false });
  expect(await db.selectFrom('runs').select('id').execute()).toEqual([]);
});
