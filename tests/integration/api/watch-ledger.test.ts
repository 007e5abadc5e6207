import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { watchLedger } from '../../../api/events/watch-ledger.ts';
import type { Db } from '../../../db/connect.ts';
import { closeAudit, openAudit } from '../../../db/queries/api-audit.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { beginJob, completeJob, saveJobProgress } from '../../../db/queries/job-runs.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { recordHeartbeat } from '../../../db/queries/worker-registry.ts';
import type { WorkerResources } from '../../../domain/worker.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun as beginHeld, FETCH, ingest, makeClaim, makeDispensary } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

function watch(db: Db) {
  const look = watchLedger({ db, qualityRule: { scheduleHours: 4 } });
  return async (afresh = false) =>
    (await look(afresh)).map(({ type, data }) => ({ type, ...(data as object) }));
}

/** A chain that begins now. @returns its id in the ledger */
async function beginRun(db: Db): Promise<number> {
  const claim = makeClaim(await makeDispensary(db), { scheduledAt: new Date() });
  return (await enterStage(db, claim, FETCH)).run.crawlRunId;
}

async function completeRun(db: Db, id: number): Promise<void> {
  await sql`update crawl_runs set status = 'completed', ended_at = now() where id = ${id}`.execute(db);
}

async function beginOperation(db: Db, path: string): Promise<number> {
  const who = { requestId: crypto.randomUUID(), actor: 'k1', actorName: 'the test', address: null };
  return openAudit(db, { ...who, method: 'POST', path, reason: null, body: undefined });
}

/** So many operations that are over. */
async function addOperations(db: Db, count: number): Promise<void> {
  await sql`
    insert into api_audit (request_id, actor, actor_name, method, path, status)
    select gen_random_uuid(), 'k1', 'the test', 'POST', '/api/tasks', 201 from generate_series(1, ${count})
  `.execute(db);
}

test('what one part of a look has found is told by the next look when another part fails', async () => {
  const { db } = await createTestDatabase();
  const look = watch(db);
  await look();
  const id = await beginRun(db);
  expect(await look()).toMatchObject([{ type: 'task', status: 'pending' }]);
  await sql`alter table api_audit rename to elsewhere`.execute(db);
  await completeRun(db, id);
  await expect(look()).rejects.toThrow('"api_audit" does not exist');
  await sql`alter table elsewhere rename to api_audit`.execute(db);
  expect(await look()).toMatchObject([{ type: 'task', status: 'completed' }]);
  expect(await look()).toEqual([]);
});

test('an operation that takes long is told when it ends, however many came after it', async () => {
  const { db } = await createTestDatabase();
  const look = watch(db);
  const early = await beginOperation(db, '/api/proxies/import');
  await addOperations(db, 10_500);
  await look();
  const seen = await beginOperation(db, '/api/proxies/1/test');
  expect(await look()).toEqual([]);
  await addOperations(db, 10_500);
  expect(await look()).toHaveLength(1_000);
  await closeAudit(db, early, 200);
  await closeAudit(db, seen, 502);
  expect(await look()).toEqual([
    { type: 'operation', audit_id: early, method: 'POST', path: '/api/proxies/import', status: 200 },
    { type: 'operation', audit_id: seen, method: 'POST', path: '/api/proxies/1/test', status: 502 },
  ]);
  expect(await look()).toEqual([]);
});

test('what workers elsewhere say of themselves is no event, and is in the audit', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client });
  const look = watch(db);
  await look();
  const body = { worker_id: 'elsewhere-1' };
  const registered = await call('POST', '/api/worker-registry/register', { body });
  const heard = await call('POST', '/api/worker-registry/heartbeat', { body });
  const asked = await call('POST', '/api/worker-registry/elsewhere-1/decommission');
  expect([registered.status, heard.status, asked.status]).toEqual([200, 200, 200]);
  const told = await look();
  expect(told.filter(({ type }) => type === 'operation')).toMatchObject([
    { path: '/api/worker-registry/elsewhere-1/decommission' },
  ]);
  const { body: noted } = await call<{ items: object[] }>('GET', '/api/audit');
  expect(noted.items).toHaveLength(3);
});

test('a worker whose clock goes wrong is told of once, and again when it is right', async () => {
  const { db } = await createTestDatabase();
  const look = watch(db);
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
  const beat = (clockAheadMs: number) =>
    recordHeartbeat(db, facts, {
      status: 'active',
      activeTaskCount: 0,
      currentTaskIds: [],
      resources: {} as WorkerResources,
      clockAheadMs,
    });
  await look();
  await beat(4_900);
  expect(await look()).toEqual([]);
  await beat(7_200_000);
  expect(await look()).toMatchObject([{ type: 'worker', worker_id: 'w-1', clock_is_off: true }]);
  await beat(7_200_350);
  expect(await look()).toEqual([]);
  await beat(-3);
  expect(await look()).toMatchObject([{ type: 'worker', clock_is_off: false }]);
});

test('a job is told of when it is asked for, when it begins and when it ends, not at each of its steps', async () => {
  const { db } = await createTestDatabase();
  const look = watch(db);
  await look();
  const run = {
    id: 'nightly',
    workflowRunId: 'run-1',
    createdAt: new Date(),
    jobType: 'sync',
    platform: null,
    account: 'ann',
    priority: 5,
    payload: {},
    maxRetries: 3,
    scheduledFor: null,
  };
  const held = { ...run, fence: 1 };
  await beginJob(db, run, { fence: 1, worker: 'one' });
  const told = { type: 'job', job_id: 'nightly', job_type: 'sync', platform: null, account: 'ann' };
  expect(await look()).toEqual([{ ...told, status: 'pending' }]);
  await db
    .insertInto('run_heartbeats')
    .values({
      run_id: 'run-1',
      activity_id: '1',
      activity: 'runJob',
      attempt: 1,
      worker: 'one',
      claimed_at: new Date(),
    })
    .execute();
  expect(await look()).toEqual([{ ...told, status: 'running' }]);
  await saveJobProgress(db, held, { percent: 50, message: 'half', cursor: null });
  expect(await look()).toEqual([]);
  await completeJob(db, held, null);
  expect(await look()).toEqual([{ ...told, status: 'completed' }]);
  expect(await look()).toEqual([]);
});

test('a dispensary whose problems change is told once, also when they are over', async () => {
  const { db } = await createTestDatabase();
  const run = await beginHeld(db);
  const fetchedAt = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
  const products = [makeProduct('a')];
  await ingest(db, run, { fetchedAt: fetchedAt(9), products });
  const tell = watch(db);
  const quality = async () => (await tell()).filter(({ type }) => type === 'quality');
  expect(await quality()).toEqual([]);
  expect(await quality()).toEqual([]);
  await ingest(db, run, { fetchedAt: fetchedAt(6), products, record: { missingCount: 2 } });
  const event = { type: 'quality', dispensary_id: run.dispensaryId, platform: 'dutchie' };
  expect(await quality()).toEqual([{ ...event, problems: ['misses-off'] }]);
  expect(await quality()).toEqual([]);
  await ingest(db, run, { fetchedAt: fetchedAt(3), products });
  expect(await quality()).toEqual([{ ...event, problems: [] }]);
  expect(await quality()).toEqual([]);
});

test('a decision about a payload in quarantine, and a disabled dispensary, end a problem', async () => {
  const { db } = await createTestDatabase();
  const { run, id } = await quarantineOne(db);
  const other = await quarantineOne(db);
  const tell = watch(db);
  const quality = async () => (await tell()).filter(({ type }) => type === 'quality');
  await quality();
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'Ada' });
  const event = { type: 'quality', platform: 'dutchie', problems: [] };
  expect(await quality()).toEqual([{ ...event, dispensary_id: run.dispensaryId }]);
  await sql`update dispensaries set crawl_enabled = false, updated_at = now() where id = ${other.run.dispensaryId}`.execute(
    db,
  );
  expect(await quality()).toEqual([{ ...event, dispensary_id: other.run.dispensaryId }]);
});

test('a dispensary becomes overdue while nothing happens to it', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  // Due in a moment, and last touched long ago.
  await sql`
    update dispensaries set created_at = now() - interval '6 hours' + interval '5 seconds', updated_at = now() - interval '1 day'
  `.execute(db);
  const tell = watch(db);
  await tell();
  await expect
    .poll(async () => (await tell()).filter(({ type }) => type === 'quality'), {
      timeout: 60_000,
      interval: 100,
    })
    .toEqual([{ type: 'quality', dispensary_id: id, platform: 'dutchie', problems: ['overdue'] }]);
});
