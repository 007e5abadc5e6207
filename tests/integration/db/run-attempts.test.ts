import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeRun, completeStage, enterStage } from '../../../db/queries/crawl-runs.ts';
import { beginJob, closeJob, releaseJob } from '../../../db/queries/job-runs.ts';
import { listRunEvents } from '../../../db/queries/run-events.ts';
import { writeWork, type WorkNote } from '../../../db/queries/run-heartbeats.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { FETCH, INGEST, makeClaim, makeDispensary, nextAttempt } from './make-crawl.ts';
import { chainOf, jobRun, runIdAt, workOn } from './make-noted-run.ts';

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
  // What the worker notes comes late, and tells nothing more.
  const run = chainOf(claim);
  await writeWork(db, FETCH.worker, [workOn(run, { state: 'ended', stage: 'ingest' })]);
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
  // What the stage has written is not written again.
  await note({});
  expect(await version()).toEqual(entered);
  const blocked = { errorKind: 'Blocked', errorMessage: 'the store answered 403' };
  await note({ state: 'waiting', isNew: false, isNewToRun: false, ...blocked });
  // The second attempt, by the same worker, is done with two stages before its first note is written.
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
    { stage: 'ingest', retry_count: 1, error_kind: 'Blocked', worker: 'Xylos' },
  ]);
  await completeStage(db, held, { stage: 'ingest', result: {}, isLast: true });
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { ended_as: 'completed', error_kind: null, error_message: null, retry_count: 1 },
  ]);
});

test('a job that is tried again by the same worker is claimed again, and keeps the kind of its error until it completes', async () => {
  const { db } = await createTestDatabase();
  const run = jobRun();
  const shown = async () => (await listRunEvents(db, run.workflowRunId)).map(({ event }) => event);
  await beginJob(db, run, { fence: 1, worker: 'one' });
  const release = { errorKind: 'UpstreamError', reason: 'UpstreamError: It answers 502.', isFailure: true };
  await releaseJob(db, { ...run, fence: 1 }, release);
  await beginJob(db, run, { fence: 2, worker: 'one' });
  // This one was killed.
  await beginJob(db, run, { fence: 3, worker: 'one' });
  expect(await shown()).toEqual(['created', 'claimed', 'retried', 'claimed', 'retried', 'claimed']);
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { error_kind: 'UpstreamError', retry_count: 2, worker: 'one' },
  ]);
  await closeJob(db, run, { status: 'failed', errorKind: 'NotFound', reason: 'NotFound: It is gone.' });
  expect(await db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { error_kind: 'NotFound', error_message: 'NotFound: It is gone.', ended_as: 'failed', worker: 'one' },
  ]);
});
