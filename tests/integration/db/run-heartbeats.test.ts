import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { activityHeartbeats, writeWork, type WorkNote } from '../../../db/queries/run-heartbeats.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, FETCH, makeClaim, makeDispensary, makePayload } from './make-crawl.ts';
import { workOn } from './make-noted-run.ts';

/** Returns the id of a first run as servers make it: it contains the time. */
function firstRunId(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Returns the note that a worker writes when it has just begun the activity of a discovery. */
const claimed = (change: Partial<WorkNote> = {}): WorkNote =>
  workOn(
    { runId: firstRunId(), workflowId: 'discover/dutchie/AZ', type: 'discoverStores' },
    { activity: 'discoverStoresOfState', role: 'store_discovery', claimedAgeMs: 0, ...change },
  );

/** Returns a later note of the same attempt. */
const later = (note: WorkNote, change: Partial<WorkNote>): WorkNote => ({
  ...note,
  isNew: false,
  isNewToRun: false,
  retries: 0,
  ...change,
});

const FAILED: Partial<WorkNote> = {
  state: 'waiting',
  nextAttemptInMs: 60_000,
  errorKind: 'UpstreamError',
  errorMessage: 'It answers 502.',
};

const readRuns = (db: Db) => db.selectFrom('runs').selectAll().orderBy('id').execute();
const readHeartbeats = (db: Db) =>
  db.selectFrom('run_heartbeats').selectAll().orderBy('run_id').orderBy('activity_id').execute();

const sendHeartbeat = (db: Db, worker: string, { runId, activityId, attempt }: WorkNote) =>
  sql`with ${activityHeartbeats(worker, [{ runId, activityId, attempt, ageMs: 1_000 }])} select`.execute(db);

test('an activity is claimed by its worker, and its run has begun', async () => {
  const { db } = await createTestDatabase();
  const note = claimed({ claimedAgeMs: 5_000, stage: 'fetch' });
  expect(await writeWork(db, 'Xylos', [note])).toEqual([]);
  const [run] = await readRuns(db);
  expect(run).toMatchObject({
    id: note.runId,
    run_id: note.runId,
    workflow_id: note.workflowId,
    type: 'discoverStores',
    role: 'store_discovery',
    worker: 'Xylos',
    stage: 'fetch',
    attempt: 1,
    retry_count: 0,
    ended_as: null,
  });
  const [row] = await readHeartbeats(db);
  expect(row).toMatchObject({
    run_id: note.runId,
    activity_id: '1',
    activity: 'discoverStoresOfState',
    attempt: 1,
    worker: 'Xylos',
    heartbeat_at: null,
    next_attempt_at: null,
  });
  expect(run!.started_at).toEqual(row!.claimed_at);
  const { rows } = await sql<{ ageMs: number }>`
    select (extract(epoch from clock_timestamp() - claimed_at) * 1000)::float8 as "ageMs" from run_heartbeats`.execute(
    db,
  );
  expect(rows[0]!.ageMs).toBeGreaterThanOrEqual(5_000);
  expect(rows[0]!.ageMs).toBeLessThan(60_000);
});

test('a failed attempt waits with its error, and the next one takes the row over and counts as a retry', async () => {
  const { db } = await createTestDatabase();
  const note = claimed();
  await writeWork(db, 'Xylos', [note]);
  await writeWork(db, 'Xylos', [later(note, FAILED)]);
  const [waiting] = await readHeartbeats(db);
  expect(waiting).toMatchObject({ attempt: 1, worker: null, heartbeat_at: null });
  expect(waiting!.next_attempt_at!.getTime()).toBeGreaterThan(waiting!.claimed_at.getTime() + 59_000);
  expect((await readRuns(db))[0]).toMatchObject({
    error_kind: 'UpstreamError',
    error_message: 'It answers 502.',
  });

  const second = { ...note, attempt: 2, retries: 1 };
  await writeWork(db, 'Kryll', [second]);
  expect((await readHeartbeats(db))[0]).toMatchObject({ attempt: 2, worker: 'Kryll', next_attempt_at: null });
  expect((await readRuns(db))[0]).toMatchObject({ retry_count: 1, worker: 'Kryll', attempt: 1 });
  // The note about the end of the previous attempt comes late.
  await writeWork(db, 'Xylos', [later(note, { state: 'ended' })]);
  await sendHeartbeat(db, 'Xylos', note);
  expect((await readHeartbeats(db))[0]).toMatchObject({ worker: 'Kryll', heartbeat_at: null });
  await writeWork(db, 'Kryll', [later(second, { state: 'ended', stage: 'ingest' })]);
  expect(await readHeartbeats(db)).toEqual([]);
  expect((await readRuns(db))[0]).toMatchObject({ stage: 'ingest', retry_count: 1 });
});

test('what an attempt failed with is known while the next one is under way, and since when all have failed', async () => {
  const { db } = await createTestDatabase();
  const note = claimed();
  // If an attempt fails quickly, its two notes may be written together.
  await writeWork(db, 'Xylos', [{ ...note, ...FAILED }]);
  const { failed_at, failing_since } = (await readHeartbeats(db))[0]!;
  expect(failing_since).toEqual(failed_at);
  const second = { ...note, attempt: 2, retries: 1 };
  await writeWork(db, 'Kryll', [second]);
  const failure = { failed_at, failing_since, error_kind: 'UpstreamError', error_message: 'It answers 502.' };
  expect((await readHeartbeats(db))[0]).toMatchObject({ worker: 'Kryll', ...failure });
  await writeWork(db, 'Kryll', [later(second, { ...FAILED, errorKind: 'StorageFull' })]);
  const again = (await readHeartbeats(db))[0]!;
  expect(again).toMatchObject({ worker: null, failing_since, error_kind: 'StorageFull' });
  expect(again.failed_at!.getTime()).toBeGreaterThan(failed_at!.getTime());
});

test('what came all at once, as after an outage, is the same as one after the other', async () => {
  const { db } = await createTestDatabase();
  const run = claimed({ type: 'crawlDispensary', workflowId: 'crawl/1', role: 'payload_fetch' });
  const notes = [
    { ...run, state: 'ended' as const, stage: 'ingest', retries: 2, attempt: 3, claimedAgeMs: 9_000 },
    { ...run, ...FAILED, activityId: '2', activity: 'ingestPayload', stage: 'ingest', claimedAgeMs: 4_000 },
  ];
  await writeWork(db, 'Xylos', notes);
  expect(await readHeartbeats(db)).toMatchObject([{ activity_id: '2', worker: null, attempt: 1 }]);
  expect(await readRuns(db)).toMatchObject([
    {
      id: run.runId,
      retry_count: 2,
      stage: 'ingest',
      error_kind: 'UpstreamError',
      attempt: 1,
      worker: 'Xylos',
    },
  ]);
  // Simulates that the response was lost, so that the worker sends all notes again.
  await writeWork(
    db,
    'Xylos',
    notes.map((note) => ({ ...note, retries: 0 })),
  );
  expect(await readHeartbeats(db)).toHaveLength(1);
  expect(await readRuns(db)).toHaveLength(1);
});

test('a heartbeat moves its own row alone, in place, and never a run', async () => {
  const { db } = await createTestDatabase();
  const note = claimed();
  await writeWork(db, 'Xylos', [note, { ...note, activityId: '2' }]);
  const readVersions = () =>
    sql<{ versions: string }>`select string_agg(xmin::text || ctid::text, ',') as versions from runs`.execute(
      db,
    );
  const before = (await readVersions()).rows;
  for (let beat = 0; beat < 5; beat += 1) await sendHeartbeat(db, 'Xylos', note);
  expect((await readVersions()).rows).toEqual(before);
  const [row, other] = await readHeartbeats(db);
  expect(row!.heartbeat_at).toBeInstanceOf(Date);
  expect(other!.heartbeat_at).toBeNull();
  const { rows } = await sql<{ updated: number; hot: number }>`
    select n_tup_upd as updated, n_tup_hot_upd as hot
    from (select pg_stat_force_next_flush()) flushed, pg_stat_user_tables where relname = 'run_heartbeats'
  `.execute(db);
  expect(rows[0]!.hot).toBe(rows[0]!.updated);
});

test('a run that has ended is not opened again by its own attempt, and is by that of a reset', async () => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  const workflowRunId = firstRunId(Date.now() - 60_000);
  const claim = makeClaim(dispensaryId, { workflowRunId });
  await enterStage(db, claim, FETCH);
  await closeRun(db, {
    workflowRunId,
    status: 'failed',
    errorKind: 'Blocked',
    errorMessage: 'It is blocked.',
  });
  const note = claimed({
    runId: workflowRunId,
    workflowId: claim.workflowId,
    type: 'crawlDispensary',
    role: 'payload_fetch',
    dispensaryId,
    isSequential: true,
  });
  await writeWork(db, 'Xylos', [{ ...note, ...FAILED }]);
  expect(await readHeartbeats(db)).toEqual([]);
  const [ended] = await readRuns(db);
  expect(ended).toMatchObject({ ended_as: 'failed', error_kind: 'Blocked', worker: 'Xylos', attempt: 1 });

  // This note is very young. Its run may continue another run that is not recorded yet, so the note waits.
  const reset = { ...note, runId: randomUUID() };
  expect(await writeWork(db, 'Kryll', [reset])).toHaveLength(1);
  await writeWork(db, 'Kryll', [{ ...reset, claimedAgeMs: 3_000 }]);
  const runs = await readRuns(db);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({
    id: workflowRunId,
    run_id: reset.runId,
    attempt: 2,
    ended_as: null,
    ended_at: null,
    error_kind: null,
    error_message: null,
    result: null,
    worker: 'Kryll',
    platform: 'dutchie',
  });
  // Notes of the previous attempt that come late are ignored.
  await writeWork(db, 'Xylos', [later(note, FAILED)]);
  await writeWork(db, 'Xylos', [{ ...note, claimedAgeMs: 600_000 }]);
  expect((await readRuns(db))[0]).toMatchObject({ run_id: reset.runId, attempt: 2, error_kind: null });
});

test('a run that continues one which is not written yet waits for it, and is its second attempt', async () => {
  const { db } = await createTestDatabase();
  const first = claimed({ runId: firstRunId(Date.now() - 6_000), state: 'ended', claimedAgeMs: 5_000 });
  const next = claimed({ runId: randomUUID(), claimedAgeMs: 4_000 });
  const { runId, activityId } = next;
  expect(await writeWork(db, 'Xylos', [first, next])).toEqual([{ runId, activityId }]);
  expect(await readHeartbeats(db)).toMatchObject([{ run_id: runId, worker: 'Xylos' }]);
  expect(await writeWork(db, 'Xylos', [{ ...next, isNew: false }])).toEqual([]);
  expect(await readRuns(db)).toMatchObject([{ id: first.runId, run_id: runId, attempt: 2 }]);
  // The run that this one continues may be held by another worker.
  const alone = claimed({ runId: randomUUID(), workflowId: 'discover/dutchie/CA' });
  expect(await writeWork(db, 'Kryll', [alone])).toHaveLength(1);
  expect(await readRuns(db)).toHaveLength(1);
  expect(await writeWork(db, 'Kryll', [{ ...alone, isNew: false, claimedAgeMs: 3_000 }])).toEqual([]);
  expect(await readRuns(db)).toMatchObject([{ attempt: 2 }, { run_id: alone.runId, attempt: 1 }]);
});

test('a chain that goes on leaves no row of an activity that was cancelled while it waited', async () => {
  const { db } = await createTestDatabase();
  const note = claimed({ type: 'crawlDispensary', workflowId: 'crawl/1', isSequential: true });
  await writeWork(db, 'Xylos', [{ ...note, ...FAILED }]);
  await writeWork(db, 'Kryll', [{ ...note, activityId: '2' }]);
  expect(await readHeartbeats(db)).toMatchObject([{ activity_id: '2', worker: 'Kryll' }]);
});

test('the dispensary of a payload that is ingested again is found by the payload', async () => {
  const { db } = await createTestDatabase();
  const chain = await beginRun(db);
  const { id: payloadId } = await makePayload(db, chain, day(1));
  const type = 'refreshFromPayload';
  const note = claimed({ type, workflowId: `refresh/${payloadId}`, role: 'product_refresh', payloadId });
  await writeWork(db, 'Xylos', [note]);
  expect((await readRuns(db)).find(({ id }) => id === note.runId)).toMatchObject({
    dispensary_id: chain.dispensaryId,
    platform: 'dutchie',
    state_code: 'AZ',
  });
});

test('a run that a crawl has locked is skipped, so that other crawls do not wait with it', async () => {
  const { db } = await createTestDatabase();
  const [locked, free] = [claimed(), claimed()];
  await writeWork(db, 'Xylos', [locked, free]);
  await db.transaction().execute(async (tx) => {
    await sql`select from runs where id = ${locked.runId} for update`.execute(tx);
    const notes = [locked, free].map((note) => later(note, FAILED));
    expect(await writeWork(db, 'Xylos', notes)).toEqual([{ runId: locked.runId, activityId: '1' }]);
  });
  expect((await readHeartbeats(db)).map(({ worker }) => worker)).toEqual([null, null]);
  const errors = new Map((await readRuns(db)).map(({ id, error_kind }) => [id, error_kind]));
  expect(errors).toEqual(
    new Map([
      [locked.runId, null],
      [free.runId, 'UpstreamError'],
    ]),
  );
});

test('workers that take over each other’s activities never wait for each other in a circle', async () => {
  const { db } = await createTestDatabase();
  const notes = Array.from({ length: 600 }, (_, place) => claimed({ activityId: `${place}` }));
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const round = notes.map((note) => ({ ...note, attempt }));
    await Promise.all([
      writeWork(db, 'Xylos', round),
      writeWork(db, 'Kryll', round.toReversed()),
      ...round.slice(0, 5).map((note) => sendHeartbeat(db, 'Kryll', note)),
    ]);
  }
  expect(await readHeartbeats(db)).toHaveLength(600);
});
