import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { completeStage, enterStage } from '../../../db/queries/crawl-runs.ts';
import { beginJob, closeJob, releaseJob } from '../../../db/queries/job-runs.ts';
import { noteRuns } from '../../../db/queries/note-runs.ts';
import { listRunEvents } from '../../../db/queries/run-events.ts';
import { writeWork, type WorkNote } from '../../../db/queries/run-heartbeats.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { FETCH, INGEST, makeClaim, makeDispensary, nextAttempt } from './make-crawl.ts';
import { chainOf, discovery, jobRun, runIdAt, workOn } from './make-noted-run.ts';

test('a chain tells of its beginning and end in the transactions of these', async () => {
  const { db } = await createTestDatabase();
  const workflowRunId = runIdAt(new Date());
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date(), workflowRunId });
  const timeline = async () => (await listRunEvents(db, workflowRunId)).map(({ event }) => event);
  await enterStage(db, claim, FETCH);
  expect(await timeline()).toEqual(['created', 'claimed']);
  await closeRun(db, {
    workflowRunId: claim.workflowRunId,
    status: 'failed',
    errorKind: 'Blocked',
    errorMessage: 'the store answered 403',
  });
  expect(await timeline()).toEqual(['created', 'claimed', 'failed']);
});

test('a chain that is tried again has the reason of the first attempt, and each attempt as a claim, though notes come late', async () => {
  const { db } = await createTestDatabase();
  const workflowRunId = runIdAt(new Date());
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date(), workflowRunId });
  const run = chainOf(claim);
  const note = (change: Partial<WorkNote>) =>
    writeWork(db, FETCH.worker, [workOn(run, { stage: 'fetch', isSequential: true, ...change })]);
  await enterStage(db, claim, FETCH);
  const version = async () => (await sql`select xmin from runs`.execute(db)).rows;
  const entered = await version();
  // The note does not write again what the stage has already written.
  await note({});
  expect(await version()).toEqual(entered);
  const blocked = { errorKind: 'Blocked', errorMessage: 'the store answered 403' };
  await note({ state: 'waiting', isNew: false, isNewToRun: false, ...blocked });
  // The worker's second attempt finishes two stages before the first note of that attempt is written.
  await enterStage(db, nextAttempt(claim), FETCH);
  const ingest = { ...claim, fence: claim.fence + 2 };
  const { run: held } = await enterStage(db, ingest, { ...INGEST, worker: FETCH.worker });
  await note({ attempt: 2, state: 'ended', stage: 'ingest' });
  const shown = async () =>
    (await listRunEvents(db, workflowRunId)).map(({ event, worker, errorKind, message }) => ({
      event,
      ...(event === 'created' ? {} : { worker, errorKind, message }),
    }));
  const xylos = { worker: 'Xylos', errorKind: null };
  expect(await shown()).toEqual([
    { event: 'created' },
    { event: 'claimed', ...xylos, message: 'fetch' },
    { event: 'retried', worker: 'Xylos', errorKind: 'Blocked', message: 'the store answered 403' },
    { event: 'claimed', ...xylos, message: 'fetch' },
    { event: 'stage', ...xylos, message: 'ingest' },
  ]);
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { stage: 'ingest', retry_count: 1, error_kind: null, worker: 'Xylos' },
  ]);
  await completeStage(db, held, { stage: 'ingest', result: {}, isLast: true });
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { ended_as: 'completed', error_kind: null, error_message: null, retry_count: 1 },
  ]);
});

test('a job that is tried again by the same worker is claimed again, and says why unless it was killed', async () => {
  const { db } = await createTestDatabase();
  const run = jobRun();
  const shown = async () => (await listRunEvents(db, run.workflowRunId)).map(({ event }) => event);
  await beginJob(db, run, { fence: 1, worker: 'one' });
  const release = { errorKind: 'UpstreamError', reason: 'UpstreamError: It answers 502.', isFailure: true };
  await releaseJob(db, { ...run, fence: 1 }, release);
  await beginJob(db, run, { fence: 2, worker: 'one' });
  // A new attempt of the job begins without an end of the previous one: that was killed.
  await beginJob(db, run, { fence: 3, worker: 'one' });
  expect(await shown()).toEqual(['created', 'claimed', 'retried', 'claimed', 'retried', 'claimed']);
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { error_kind: null, error_message: null, retry_count: 2, worker: 'one' },
  ]);
  const retries = (await listRunEvents(db, run.workflowRunId)).filter(({ event }) => event === 'retried');
  expect(retries).toMatchObject([
    { errorKind: 'UpstreamError', message: 'UpstreamError: It answers 502.', worker: 'one' },
    { errorKind: null, message: null, worker: 'one' },
  ]);
  await closeJob(db, run, { status: 'failed', errorKind: 'NotFound', reason: 'NotFound: It is gone.' });
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { error_kind: 'NotFound', error_message: 'NotFound: It is gone.', ended_as: 'failed', worker: 'one' },
  ]);
});

test('a note of a job that is released by now claims it for nobody', async () => {
  const { db } = await createTestDatabase();
  const run = jobRun();
  await beginJob(db, run, { fence: 1, worker: 'one' });
  const release = { errorKind: 'Error', reason: 'broke', isFailure: true };
  await releaseJob(db, { ...run, fence: 1 }, release);
  const noted = { ...discovery(run.workflowRunId), workflowId: 'job/nightly', type: 'job' };
  await writeWork(db, 'one', [
    workOn(noted, { state: 'waiting', errorKind: 'Error', errorMessage: 'broke' }),
  ]);
  await beginJob(db, run, { fence: 2, worker: 'one' });
  const reported = (await listRunEvents(db, run.workflowRunId)).map(({ event }) => event);
  expect(reported).toEqual(['created', 'claimed', 'retried', 'claimed']);
});

test('an attempt that was lost without a word has no reason, whatever failed before it', async () => {
  const { db } = await createTestDatabase();
  const workflowRunId = runIdAt(new Date());
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date(), workflowRunId });
  const run = chainOf(claim);
  await enterStage(db, claim, FETCH);
  const blocked = { errorKind: 'Blocked', errorMessage: 'the store answered 403' };
  await writeWork(db, FETCH.worker, [workOn(run, { state: 'waiting', stage: 'fetch', ...blocked })]);
  await enterStage(db, nextAttempt(claim), FETCH);
  const ingest = { ...claim, fence: claim.fence + 2 };
  await enterStage(db, ingest, INGEST);
  await enterStage(db, nextAttempt(ingest), { ...INGEST, worker: 'Zed' });
  const retried = (await listRunEvents(db, workflowRunId)).filter(({ event }) => event === 'retried');
  expect(retried).toMatchObject([
    { errorKind: 'Blocked', message: 'the store answered 403', worker: 'Xylos' },
    { errorKind: null, message: null, worker: 'Zed' },
  ]);
});

test('a stage that a worker of the version before enters is told by the notes of that worker', async () => {
  const { db } = await createTestDatabase();
  const workflowRunId = runIdAt(new Date());
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date(), workflowRunId });
  await enterStage(db, claim, FETCH);
  // Older code wrote only the fence. The worker's notes add the rest.
  await sql`update crawl_runs set fence = fence + 1`.execute(db);
  await sql`update runs set worker = 'old', stage = 'ingest'`.execute(db);
  await sql`update crawl_runs set counts = '{"products": 1}'`.execute(db);
  await sql`update crawl_runs set fence = fence + 1`.execute(db);
  await closeRun(db, {
    workflowRunId,
    status: 'failed',
    errorKind: 'Blocked',
    errorMessage: 'the store answered 403',
  });
  const reported = (await listRunEvents(db, workflowRunId)).map(({ event, worker }) => `${event} ${worker}`);
  expect(reported).toEqual(['created null', 'claimed Xylos', 'claimed old', 'failed old']);
});

test('a menu that is fetched again elsewhere is not set back by the last note of the ingest', async () => {
  const { db } = await createTestDatabase();
  const workflowRunId = runIdAt(new Date());
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date(), workflowRunId });
  const run = chainOf(claim);
  await enterStage(db, claim, FETCH);
  await enterStage(db, { ...claim, fence: 2 }, INGEST);
  await enterStage(db, { ...claim, fence: 3 }, { ...FETCH, worker: 'Zed' });
  await writeWork(db, INGEST.worker, [
    workOn(run, { activityId: '2', state: 'ended', stage: 'ingest', isSequential: true }),
  ]);
  await writeWork(db, 'Zed', [workOn(run, { activityId: '3', stage: 'fetch', isSequential: true })]);
  expect(await db.selectFrom('runs').select(['stage', 'worker']).execute()).toEqual([
    { stage: 'fetch', worker: 'Zed' },
  ]);
});

test('a run that is reset is claimed again, also by the worker that had it', async () => {
  const { db } = await createTestDatabase();
  const run = discovery(runIdAt(new Date()));
  await noteRuns(db, [run]);
  await writeWork(db, 'Xylos', [workOn(run, {})]);
  const again = { ...run, runId: crypto.randomUUID(), createdAt: new Date(Date.now() + 1_000) };
  await noteRuns(db, [again]);
  await writeWork(db, 'Xylos', [workOn(again, { claimedAgeMs: -2_000 })]);
  expect((await listRunEvents(db, run.runId)).map(({ event }) => event)).toEqual([
    'created',
    'claimed',
    'continued',
    'claimed',
  ]);
});

test('attempts that failed before they could enter a stage count as retries', async () => {
  const { db } = await createTestDatabase();
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date() });
  const retries = async () =>
    (await db.selectFrom('runs').select('retry_count').executeTakeFirstOrThrow()).retry_count;
  await enterStage(db, { ...claim, attempt: 3 }, FETCH);
  expect(await retries()).toBe(2);
  await enterStage(db, { ...claim, attempt: 6, fence: 2 }, FETCH);
  expect(await retries()).toBe(5);
  await enterStage(db, { ...claim, activityId: '2', attempt: 2, fence: 3 }, INGEST);
  expect(await retries()).toBe(6);
  // The same activity, but attempt 1 again: an operator has reset the activity.
  await enterStage(db, { ...claim, activityId: '2', attempt: 1, fence: 4 }, INGEST);
  expect(await retries()).toBe(6);
});
