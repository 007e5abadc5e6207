import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeAudit, openAudit } from '../../../db/queries/api-audit.ts';
import { beginJob, completeJob, saveJobProgress } from '../../../db/queries/job-runs.ts';
import { endRuns, noteRuns, type NotedRun } from '../../../db/queries/note-runs.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import {
  listAttemptWaits,
  listEvents,
  listRunEvents,
  noteRequest,
  noteStartReason,
  readSettledEvents,
} from '../../../db/queries/run-events.ts';
import { releaseWork, writeWork } from '../../../db/queries/run-heartbeats.ts';
import { recordHeartbeat, registerWorker } from '../../../db/queries/worker-registry.ts';
import type { WorkerResources } from '../../../domain/worker.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeDispensary } from './make-crawl.ts';
import { discovery, jobRun, runIdAt, workOn } from './make-noted-run.ts';
import { quarantineOne } from './make-quarantined.ts';

/** Reads all settled events: those before which no open transaction can still add another. */
async function readAll(db: Db, after = 0) {
  return listEvents(db, { after, upTo: (await readSettledEvents(db)).settled, limit: 10_000 });
}

/** Returns the names of the events of all runs, in order. */
async function timeline(db: Db) {
  return (await readAll(db)).flatMap((event) => (event.topic === 'run' ? [event.event] : []));
}

test('the timeline of a run has who asked for it and why, who took it, why it was tried again, who cancelled it, and its end', async () => {
  const { db } = await createTestDatabase();
  const run = discovery(runIdAt(new Date()));
  await noteRuns(db, [run]);
  await registerWorker(db, { facts: ownWorker('Xylos'), state: TOLD }, () => 'Aethelgard');
  await writeWork(db, 'Xylos', [workOn(run, {})]);
  const blocked = { errorKind: 'Blocked', errorMessage: 'the store answered 403' };
  await writeWork(db, 'Xylos', [
    workOn(run, { state: 'waiting', isNew: false, isNewToRun: false, ...blocked }),
  ]);
  await writeWork(db, 'Kryll', [workOn(run, { attempt: 2, retries: 1, isNewToRun: true })]);
  await noteStartReason(db, [run], 'a new area');
  await noteRequest(db, run, { event: 'cancel_requested', actor: 'night shift', reason: 'not now\0' });
  const ended = { ...run, endedAt: new Date(), result: null, errorKind: 'Cancelled', errorMessage: null };
  await endRuns(db, [{ ...ended, endedAs: 'cancelled' }]);
  expect(await listRunEvents(db, run.runId)).toMatchObject([
    { event: 'created', actor: 'ops', reason: 'a new area' },
    { event: 'claimed', worker: 'Xylos', workerName: 'Aethelgard', reason: null },
    { event: 'retried', errorKind: 'Blocked', message: 'the store answered 403', worker: 'Kryll' },
    { event: 'claimed', worker: 'Kryll', workerName: null },
    { event: 'cancel_requested', actor: 'night shift', reason: expect.stringMatching(/^not now/) },
    {
      event: 'cancelled',
      actor: 'night shift',
      errorKind: 'Cancelled',
      reason: expect.stringMatching(/^not now/),
    },
  ]);
});

test('an attempt that failed is told of when it fails, by its worker or by the server, and timelines leave that to the retry', async () => {
  const { db } = await createTestDatabase();
  const run = discovery(runIdAt(new Date()));
  await noteRuns(db, [run]);
  const first = workOn(run, { claimedAgeMs: 120_000 });
  await writeWork(db, 'Xylos', [first]);
  const after = (await readSettledEvents(db)).settled;
  const blocked = { errorKind: 'Blocked', errorMessage: 'the store answered 403' };
  await writeWork(db, 'Xylos', [{ ...first, state: 'waiting', isNew: false, isNewToRun: false, ...blocked }]);
  expect(await readAll(db, after)).toMatchObject([
    { event: 'attempt_failed', runId: run.runId, errorKind: 'Blocked', message: 'the store answered 403' },
  ]);
  await writeWork(db, 'Kryll', [workOn(run, { attempt: 2, retries: 1, claimedAgeMs: 60_000 })]);
  await releaseWork(db, run.runId, { id: '1', nextAttemptAt: null });
  // The work has already been released, so the second call reports nothing.
  await releaseWork(db, run.runId, { id: '1', nextAttemptAt: null });
  expect((await timeline(db)).filter((event) => event === 'attempt_failed')).toHaveLength(2);
  const events = (await listRunEvents(db, run.runId)).map(({ event }) => event);
  expect(events).toEqual(['created', 'claimed', 'retried', 'claimed']);
  const waits = await listAttemptWaits(db, run.runId);
  expect(waits).toMatchObject([
    { errorKind: 'Blocked', until: expect.any(Date) },
    { errorKind: null, until: null },
  ]);
  expect(waits[0]!.until!.getTime()).toBeGreaterThanOrEqual(waits[0]!.from.getTime());
});

test('a run that is itself a retry is not told to be tried again when the ledger learns so after its worker', async () => {
  const { db } = await createTestDatabase();
  const run = { ...discovery(runIdAt(new Date())), maxRetries: 3, retryCount: 1 };
  await writeWork(db, 'Xylos', [workOn(run, {})]);
  await noteRuns(db, [run]);
  expect(await timeline(db)).toEqual(['created', 'claimed']);
  const { retry_count: retries } = await db
    .selectFrom('runs')
    .select('retry_count')
    .executeTakeFirstOrThrow();
  expect(retries).toBe(1);
  await writeWork(db, 'Xylos', [workOn(run, { attempt: 2, retries: 1, isNewToRun: true })]);
  expect(await timeline(db)).toEqual(['created', 'claimed', 'retried', 'claimed']);
});

test('a reset opens a run again, and a statement that changes many runs tells of each once', async () => {
  const { db } = await createTestDatabase();
  const runs = Array.from({ length: 50 }, (_, digit) => discovery(runIdAt(new Date(), digit)));
  await noteRuns(db, runs);
  await noteRuns(db, runs);
  const ends = runs.map((run) => ({
    ...run,
    endedAt: new Date(),
    errorKind: null,
    errorMessage: null,
    result: null,
  }));
  await endRuns(
    db,
    ends.map((end) => ({ ...end, endedAs: 'completed' as const })),
  );
  const counts = Object.groupBy(await timeline(db), (event) => event);
  expect([counts.created?.length, counts.completed?.length]).toEqual([50, 50]);
  const again = { ...runs[0]!, runId: crypto.randomUUID(), createdAt: new Date(Date.now() + 1_000) };
  await noteRuns(db, [again]);
  expect((await timeline(db)).at(-1)).toBe('reopened');
});

test('readers stop before a transaction that has appended and is open, and wait for no other', async () => {
  const { db } = await createTestDatabase();
  const [first, second, third] = [0, 1, 2].map((digit) => discovery(runIdAt(new Date(), digit))) as [
    NotedRun,
    NotedRun,
    NotedRun,
  ];
  await noteRuns(db, [first]);
  const reported = async (after: number) =>
    (await readAll(db, after)).map((event) => event.topic === 'run' && event.run.workflowId);
  const start = (await readSettledEvents(db)).settled;
  const [isOpen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = db.transaction().execute(async (tx) => {
    await noteRuns(tx, [second]);
    isOpen.resolve();
    await mayEnd.promise;
  });
  await isOpen.promise;
  // The third run gets a higher event id than the second, but is committed before it.
  await noteRuns(db, [third]);
  expect((await readSettledEvents(db)).settled).toBe(start);
  expect(await reported(start)).toEqual([]);
  mayEnd.resolve();
  await held;
  expect(await reported(start)).toEqual([second.workflowId, third.workflowId]);
  // A long transaction that writes only to other tables delays no events.
  await db.transaction().execute(async (tx) => {
    await makeDispensary(tx);
    const before = (await readSettledEvents(db)).settled;
    await noteRuns(db, [discovery(runIdAt(new Date(), 3))]);
    expect(await reported(before)).toHaveLength(1);
  });
});

test('what a transaction appended that was rolled back is passed over', async () => {
  const { db } = await createTestDatabase();
  const lost = db.transaction().execute(async (tx) => {
    await noteRuns(tx, [discovery(runIdAt(new Date()))]);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await noteRuns(db, [discovery(runIdAt(new Date(), 1))]);
  expect(await timeline(db)).toEqual(['created']);
});

test('a month that gets its partition late takes its events and runs along, and tells of none again', async () => {
  const { db } = await createTestDatabase();
  const past = new Date('2026-01-15T12:00:00Z');
  await noteRuns(db, [{ ...discovery(runIdAt(past)), createdAt: past }]);
  await sql`update run_events set noted_at = ${past}`.execute(db);
  const before = await readAll(db);
  await sql`select ensure_run_partition(${past})`.execute(db);
  await sql`select ensure_event_partition(${past})`.execute(db);
  expect(await readAll(db)).toEqual(before);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from run_events_2026_01) + (select count(*) from runs_2026_01) as count`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test('a job tells of its progress at each tenth', async () => {
  const { db } = await createTestDatabase();
  const run = jobRun();
  const held = { ...run, fence: 1 };
  await beginJob(db, run, { fence: 1, worker: 'one' });
  for (const percent of [1, 9, 10, 15, 31, 39])
    await saveJobProgress(db, held, { percent, message: `at ${percent}`, cursor: null });
  await completeJob(db, held, null);
  const events = await listRunEvents(db, run.workflowRunId);
  expect(events.filter(({ event }) => event === 'progress').map(({ percent }) => percent)).toEqual([10, 31]);
  expect(events.at(-1)).toMatchObject({ event: 'completed', worker: 'one' });
});

test('a worker tells when it has more or fewer tasks, and once when its clock goes wrong or right again', async () => {
  const { db } = await createTestDatabase();
  const facts = { workerId: 'w-1', instanceId: crypto.randomUUID(), podName: 'pod-1' };
  await db
    .insertInto('workers')
    .values({
      worker_id: facts.workerId,
      instance_id: facts.instanceId,
      pod_name: facts.podName,
      friendly_name: 'Ada',
      role: null,
      version: '1',
      status: 'active',
      queues: '[]',
      tuner: '{}',
      max_concurrent_tasks: 3,
      active_task_count: 0,
      current_task_ids: [],
      resources: '{}',
      started_at: new Date(),
    })
    .execute();
  const beat = (clockAheadMs: number, activeTaskCount = 0) =>
    recordHeartbeat(db, facts, {
      status: 'active',
      activeTaskCount,
      currentTaskIds: [],
      resources: {} as WorkerResources,
      clockAheadMs,
    });
  await beat(0);
  await beat(4_900);
  await beat(7_200_000);
  await beat(7_200_350);
  await beat(-3);
  await beat(-3, 2);
  const data = (await readAll(db)).map((event) => event.topic === 'worker' && event.data);
  expect(data).toMatchObject([
    { worker_id: 'w-1', active_task_count: 0, clock_ahead_ms: null },
    { clock_ahead_ms: 7_200_000 },
    { clock_ahead_ms: -3 },
    { active_task_count: 2 },
  ]);
});

test('an operation tells when it ends, and what workers elsewhere report of themselves is none', async () => {
  const { db } = await createTestDatabase();
  const open = (method: string, path: string) =>
    openAudit(db, {
      requestId: crypto.randomUUID(),
      actor: 'k1',
      actorName: 'the test',
      address: null,
      method,
      path,
      reason: null,
      body: undefined,
    });
  const slow = await open('POST', '/api/proxies/import');
  for (const path of ['register', 'heartbeat'])
    await closeAudit(db, await open('POST', `/api/worker-registry/${path}`), { status: 200 });
  await closeAudit(db, await open('COMMAND', 'keys create secret'), { status: 0 });
  await closeAudit(db, slow, { status: 502 });
  expect((await readAll(db)).map((event) => event.topic === 'operation' && event.data)).toMatchObject([
    { method: 'COMMAND', path: null, status: 0 },
    { audit_id: slow, method: 'POST', path: '/api/proxies/import', status: 502 },
  ]);
});

test('a payload tells when it comes into quarantine and when somebody decides', async () => {
  const { db } = await createTestDatabase();
  const { id, run } = await quarantineOne(db);
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'Ada' });
  const events = (await readAll(db)).filter(({ topic }) => topic === 'quarantine');
  const data = { payload_id: id, dispensary_id: run.dispensaryId };
  expect(events).toMatchObject([
    { data: { ...data, verdict: 'suspect' } },
    { data: { ...data, verdict: 'rejected' } },
  ]);
});
