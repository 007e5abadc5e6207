import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { editJob } from '../../../db/queries/edit-job.ts';
import { beginJob } from '../../../db/queries/job-runs.ts';
import { deleteJob } from '../../../db/queries/jobs.ts';
import { endRuns, noteRuns, type EndedRun, type NotedRun } from '../../../db/queries/note-runs.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';
import { jobRun } from './make-noted-run.ts';

/** Run ids. `FIRST` is of version 7, so it contains the time `BEGAN`, 2025-11-24T12:25:50Z. */
const FIRST = '019ab5d3-d600-7000-8000-000000000001';
const BEGAN = new Date(0x019ab5d3d600);
const SECOND = 'a2c1f0de-0000-4000-8000-000000000002';
const THIRD = '01a1f0de-0000-4000-8000-000000000003';
const after = (seconds: number) => new Date(BEGAN.getTime() + seconds * 1_000);

const runOf = (more: Partial<NotedRun> = {}): NotedRun => ({
  runId: FIRST,
  firstRunId: FIRST,
  workflowId: 'discover/dutchie/AZ',
  type: 'discoverStores',
  createdAt: BEGAN,
  role: null,
  jobType: null,
  platform: null,
  account: null,
  dispensaryId: null,
  stateCode: null,
  priority: null,
  maxRetries: null,
  retryCount: null,
  scheduledFor: null,
  startedBy: null,
  requestedBy: null,
  ...more,
});

const attemptOf = (runId: string, seconds: number): NotedRun => runOf({ runId, createdAt: after(seconds) });

const endOf = (runId: string, more: Partial<EndedRun> = {}): EndedRun => ({
  runId,
  workflowId: 'discover/dutchie/AZ',
  endedAt: after(60),
  endedAs: 'failed',
  errorKind: 'Terminated',
  errorMessage: 'a \u0000 test',
  result: null,
  ...more,
});

const rowsOf = (db: Db) => db.selectFrom('runs').selectAll().orderBy('id').execute();

test('the time of a job stays as it was edited, whatever is noted of it later', async () => {
  const { db } = await createTestDatabase();
  const job = jobRun();
  const { id, workflowRunId, createdAt, jobType } = job;
  const names = {
    runId: workflowRunId,
    firstRunId: workflowRunId,
    workflowId: `job/${id}`,
    type: 'job',
    createdAt,
  };
  const noted = runOf({ ...names, jobType, scheduledFor: after(3_600) });
  await noteRuns(db, [noted]);
  await editJob(
    db,
    { ...job, scheduledFor: null, edits: 1 },
    { actor: null, reason: null, fields: ['scheduled_for'] },
  );
  expect(await rowsOf(db)).toMatchObject([{ scheduled_for: null }]);
  // From a list that was read before the edit.
  await noteRuns(db, [noted]);
  expect(await rowsOf(db)).toMatchObject([{ scheduled_for: null }]);
});

test('a run is noted once, and what is learned of it later is filled in', async () => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  expect(await noteRuns(db, [runOf({ priority: 10 })])).toBe(1);
  expect(await noteRuns(db, [runOf({ priority: 20, role: 'store_discovery', dispensaryId })])).toBe(0);
  const [row, ...others] = await rowsOf(db);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: FIRST,
    run_id: FIRST,
    created_at: BEGAN,
    priority: 10,
    role: 'store_discovery',
    dispensary_id: dispensaryId,
    ended_as: null,
    attempt: 1,
  });
});

test('the platform and the state of a chain are those of its dispensary, where nobody says them', async () => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  const store = await db.selectFrom('dispensaries').selectAll().executeTakeFirstOrThrow();
  await noteRuns(db, [runOf({ dispensaryId })]);
  expect(await rowsOf(db)).toMatchObject([{ platform: store.platform, state_code: store.state }]);
});

test('a memo of any numbers and times does not keep others from being noted', async () => {
  const { db } = await createTestDatabase();
  const odd = { priority: 10 ** 15, maxRetries: 10 ** 15, retryCount: 10 ** 15, dispensaryId: 10 ** 15 };
  await noteRuns(db, [runOf({ ...odd, scheduledFor: new Date(-8e15) })]);
  expect(await rowsOf(db)).toMatchObject([
    { priority: 10 ** 9, scheduled_for: null, dispensary_id: 10 ** 15 },
  ]);
});

test('what was noted already is not written again', async () => {
  const { db } = await createTestDatabase();
  const note = runOf({ priority: 10, maxRetries: 3, retryCount: 1 });
  await noteRuns(db, [note]);
  const [before] = await rowsOf(db);
  await noteRuns(db, [note, attemptOf(FIRST, 0)]);
  expect(await rowsOf(db)).toEqual([before]);
});

test('the retries before a run are added to those of its activities once', async () => {
  const { db } = await createTestDatabase();
  await noteRuns(db, [runOf()]);
  await sql`update runs set retry_count = 1`.execute(db);
  await noteRuns(db, [runOf({ retryCount: 5 })]);
  expect(await rowsOf(db)).toMatchObject([{ retry_count: 1 }]);
  for (let times = 0; times < 2; times += 1) {
    await noteRuns(db, [runOf({ maxRetries: 3, retryCount: 2 })]);
    expect(await rowsOf(db)).toMatchObject([{ retry_count: 3, max_retries: 3 }]);
  }
});

test('a later run of the same execution opens it again as another attempt, and an earlier one does not', async () => {
  const { db } = await createTestDatabase();
  await noteRuns(db, [runOf()]);
  expect(await endRuns(db, [endOf(FIRST)])).toBe(1);
  await noteRuns(db, [attemptOf(SECOND, 10)]);
  const second = { id: FIRST, run_id: SECOND, attempt: 2, ended_at: null, ended_as: null, error_kind: null };
  expect(await rowsOf(db)).toMatchObject([second]);
  await noteRuns(db, [attemptOf(THIRD, 20)]);
  await endRuns(db, [endOf(THIRD, { endedAs: 'completed', errorKind: null, result: { found: 1 } })]);
  await noteRuns(db, [attemptOf(SECOND, 10), runOf()]);
  await endRuns(db, [endOf(SECOND), endOf(FIRST)]);
  expect(await rowsOf(db)).toMatchObject([
    { id: FIRST, run_id: THIRD, attempt: 3, ended_as: 'completed', result: { found: 1 } },
  ]);
});

test('runs of one execution that are noted together are counted, and noting them again changes nothing', async () => {
  const { db } = await createTestDatabase();
  const all = [attemptOf(THIRD, 20), runOf(), attemptOf(SECOND, 10)];
  await noteRuns(db, all);
  await noteRuns(db, all);
  expect(await rowsOf(db)).toMatchObject([{ id: FIRST, run_id: THIRD, attempt: 3 }]);
});

test('an execution whose runs hold no time is one row, in whatever order it becomes known', async () => {
  const { db } = await createTestDatabase();
  const late = runOf({ runId: THIRD, firstRunId: SECOND, createdAt: after(20) });
  await noteRuns(db, [late]);
  await noteRuns(db, [runOf({ runId: SECOND, firstRunId: SECOND, createdAt: after(10) })]);
  expect(await rowsOf(db)).toMatchObject([{ run_id: THIRD, attempt: 2 }]);
});

test('an end closes what is open, takes what workers had in hand, and leaves an end that was there', async () => {
  const { db } = await createTestDatabase();
  await noteRuns(db, [runOf()]);
  const held = { run_id: FIRST, activity_id: '1', activity: 'findStores', attempt: 1, claimed_at: BEGAN };
  await db.insertInto('run_heartbeats').values(held).execute();
  await endRuns(db, [endOf(FIRST)]);
  expect(await endRuns(db, [endOf(FIRST, { endedAs: 'completed', errorMessage: null })])).toBe(0);
  expect(await rowsOf(db)).toMatchObject([
    {
      ended_as: 'failed',
      ended_at: after(60),
      error_kind: 'Terminated',
      error_message: 'a  test',
      result: null,
    },
  ]);
  expect(await db.selectFrom('run_heartbeats').selectAll().execute()).toEqual([]);
});

test('a worker that has not heard of the end of its job does not open it again', async () => {
  const { db } = await createTestDatabase();
  const run = {
    id: 'nightly',
    workflowRunId: FIRST,
    createdAt: BEGAN,
    jobType: 'sync',
    platform: null,
    account: null,
    priority: 5,
    payload: {},
    maxRetries: 3,
    scheduledFor: null,
  };
  await beginJob(db, run, { fence: 1, worker: 'one' });
  await endRuns(db, [endOf(FIRST, { workflowId: 'job/nightly' })]);
  await beginJob(db, run, { fence: 2, worker: 'two' });
  expect(await rowsOf(db)).toMatchObject([{ job_type: 'sync', ended_as: 'failed' }]);
});

test('a chain that was terminated ended so, and its stage with it, whatever the next chain of its dispensary says of it', async () => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  const workflowId = `crawl/${dispensaryId}`;
  const enter = (workflowRunId: string, scheduledAt: Date) =>
    enterStage(
      db,
      {
        dispensaryId,
        role: 'payload_fetch',
        workflowId,
        workflowRunId,
        scheduledAt,
        fence: scheduledAt.getTime(),
        activityId: '1',
        attempt: 1,
      },
      { stage: 'fetch', role: 'payload_fetch', worker: 'one' },
    );
  await enter(FIRST, BEGAN);
  await endRuns(db, [endOf(FIRST, { workflowId, errorMessage: 'it was in the way' })]);
  const { rows: stages } = await sql`select outcome, ended_at is not null as over from stage_runs`.execute(
    db,
  );
  expect(stages).toEqual([{ outcome: 'failed', over: true }]);
  await sql`update crawl_runs set fence = fence + 1`.execute(db);
  await enter(FIRST.replace('600-7', '601-7'), new Date(Date.now() + 60_000));
  const { rows } = await sql`select error_kind from crawl_runs order by id limit 1`.execute(db);
  expect(rows).toEqual([{ error_kind: 'Abandoned' }]);
  expect(await rowsOf(db)).toMatchObject([
    { ended_as: 'failed', error_kind: 'Terminated', ended_at: after(60) },
    { ended_as: null },
  ]);
});

test('keys of two moments within a second sort as these do', async () => {
  const { db } = await createTestDatabase();
  const { rows } = await sql<{ sorted: boolean }>`
    select key_of_moment('2026-11-24T12:00:00.001Z') < key_of_moment('2026-11-24T12:00:00.002Z') as sorted
  `.execute(db);
  expect(rows).toEqual([{ sorted: true }]);
});

test('a deleted job is gone, and does not come back', async () => {
  const { db } = await createTestDatabase();
  const note = runOf({ workflowId: 'job/nightly', type: 'job' });
  await noteRuns(db, [note]);
  await deleteJob(db, 'nightly', [FIRST]);
  expect(await rowsOf(db)).toEqual([]);
  await noteRuns(db, [note, runOf({ ...note, runId: SECOND, createdAt: after(10) })]);
  expect(await rowsOf(db)).toEqual([]);
});
