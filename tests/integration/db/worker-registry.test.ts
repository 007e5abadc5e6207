import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  listPods,
  listWorkers,
  recordHeartbeat,
  registerWorker,
  requestDecommission,
  type WorkerFacts,
  type WorkerState,
} from '../../../db/queries/worker-registry.ts';
import { chooseWorkerName, DEFAULT_WORKER_NAMES } from '../../../domain/worker-names.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** The instance ids of the process under test, and of a second process with the same worker id. */
const FIRST = '00000000-0000-4000-8000-000000000001';
const SECOND = '00000000-0000-4000-8000-000000000002';

const factsOf = (workerId: string, instanceId = FIRST): WorkerFacts => ({
  workerId,
  instanceId,
  podName: 'pod',
  role: null,
  version: '0.1.0',
  queues: [{ queue: 'ingest', slots: 3 }],
  tuner: {
    memory_threshold: 0.85,
    cpu_threshold: 0.9,
    backoff_ms: 10_000,
    memory_limit_mb: 2048,
    measures: { memory: 'control group', cpu: 'process tree' },
    max_cached_workflows: null,
  },
  maxConcurrentTasks: 3,
  startedAt: new Date('2026-01-02T03:04:05Z'),
});

const ACTIVE: WorkerState = {
  status: 'active',
  activeTaskCount: 0,
  currentTaskIds: [],
  resources: {
    memory_mb: 256,
    memory_total_mb: 512,
    memory_rss_mb: 320,
    memory_percent: 50,
    cpu_user_ms: 12_500,
    cpu_system_ms: 3_200,
    cpu_percent: 45,
    is_backing_off: false,
    backoff_reason: null,
  },
};

const register = (db: Db, workerId: string, instanceId = FIRST) =>
  registerWorker(db, { facts: factsOf(workerId, instanceId), state: ACTIVE }, (former, others) =>
    chooseWorkerName({ names: DEFAULT_WORKER_NAMES, former, place: null, others }),
  );

/** Simulates that a worker has been silent for this many minutes. */
const silence = (db: Db, workerId: string, minutes: number) =>
  sql`update workers set last_heartbeat_at = clock_timestamp() - ${minutes} * interval '1 minute'
    where worker_id = ${workerId}`.execute(db);

const statusOf = async (db: Db, workerId: string) =>
  (await listWorkers(db)).find(({ worker_id }) => worker_id === workerId)?.status;

test('the memory of a pod is listed once, and that of its workers is their own', async () => {
  const { db } = await createTestDatabase();
  const pod = {
    measured: '/sys/fs/cgroup',
    on_host: true,
    memory_mb: 1500,
    memory_total_mb: 2048,
    memory_percent: 73.2,
  };
  const state = { ...ACTIVE, resources: { ...ACTIVE.resources, pod } };
  for (const id of ['pod-1', 'pod-2', 'pod-3'])
    await registerWorker(db, { facts: factsOf(id), state }, () => `Name of ${id}`);
  expect(await listPods(db)).toEqual([
    {
      pod_name: 'pod',
      worker_ids: ['pod-1', 'pod-2', 'pod-3'],
      memory_mb: 1500,
      memory_total_mb: 2048,
      memory_percent: 73.2,
    },
  ]);
  for (const { resources, on_host: isOnHost } of await listWorkers(db))
    expect([resources, isOnHost]).toEqual([ACTIVE.resources, true]);
  await recordHeartbeat(db, factsOf('pod-2'), { ...state, status: 'stopped' });
  await silence(db, 'pod-3', 6);
  expect(await listPods(db)).toMatchObject([{ worker_ids: ['pod-1'], memory_mb: 1500 }]);
});

test('workers that register at the same time get different names', async () => {
  const { db } = await createTestDatabase();
  const ids = Array.from({ length: 50 }, (_, index) => `worker-${index}`);
  const names = await Promise.all(ids.map((id) => register(db, id)));
  expect(new Set(names).size).toBe(50);
  expect(names).toContain('Aethelgard 2');
});

test('a worker that starts again has its name again, and a wish to stop it is forgotten', async () => {
  const { db } = await createTestDatabase();
  await register(db, 'first');
  const name = await register(db, 'second');
  await requestDecommission(db, 'second', { by: 'ann', reason: 'its disk is full' });
  await requestDecommission(db, 'second', { by: 'bob', reason: null });
  expect(await recordHeartbeat(db, factsOf('second'), ACTIVE)).toMatchObject({ isDecommissioned: true });
  await recordHeartbeat(db, factsOf('second'), { ...ACTIVE, status: 'decommissioned' });
  const requested = { decommission_requested_by: 'ann', decommission_reason: 'its disk is full' };
  expect((await listWorkers(db))[1]).toMatchObject({ status: 'decommissioned', ...requested });
  expect(await register(db, 'second')).toBe(name);
  expect(await recordHeartbeat(db, factsOf('second'), ACTIVE)).toMatchObject({ isDecommissioned: false });
  for (const worker of await listWorkers(db))
    expect(worker).toMatchObject({ decommission_requested_by: null, decommission_reason: null });
});

test('processes that end without a word and begin again are counted for a while; one that said that it ends is not', async () => {
  const { db } = await createTestDatabase();
  const crashes = async () => (await listWorkers(db))[0]?.crashes;
  await register(db, 'w');
  await register(db, 'w');
  expect(await crashes()).toBe(0);
  await register(db, 'w', SECOND);
  await register(db, 'w', FIRST);
  expect(await crashes()).toBe(2);
  await recordHeartbeat(db, factsOf('w'), { ...ACTIVE, status: 'stopped' });
  await register(db, 'w', SECOND);
  expect(await crashes()).toBe(2);
  await sql`update workers set crashed_at = array[now() - interval '10 minutes', now() - interval '20 minutes']`.execute(
    db,
  );
  expect(await crashes()).toBe(1);
});

test('a heartbeat is kept as it was told', async () => {
  const { db } = await createTestDatabase();
  const name = await register(db, 'w');
  const resources = {
    ...ACTIVE.resources,
    is_backing_off: true,
    backoff_reason: 'Memory at 87.3% (threshold: 85%)',
  };
  const state: WorkerState = {
    status: 'backing_off',
    activeTaskCount: 2,
    currentTaskIds: ['crawl~1~r'],
    resources,
  };
  await recordHeartbeat(db, factsOf('w'), state);
  const [worker] = await listWorkers(db);
  expect(worker).toMatchObject({
    worker_id: 'w',
    friendly_name: name,
    pod_name: 'pod',
    version: '0.1.0',
    status: 'backing_off',
    queues: [{ queue: 'ingest', slots: 3 }],
    tuner: factsOf('w').tuner,
    max_concurrent_tasks: 3,
    active_task_count: 2,
    current_task_ids: ['crawl~1~r'],
    resources,
    started_at: factsOf('w').startedAt,
    stopped_at: null,
  });
});

test('a worker is active for five minutes after its heartbeat, and then lost; its name is free, and it comes back under another', async () => {
  const { db } = await createTestDatabase();
  const name = await register(db, 'silent');
  await silence(db, 'silent', 4.9);
  expect(await statusOf(db, 'silent')).toBe('active');
  await silence(db, 'silent', 5.1);
  expect(await statusOf(db, 'silent')).toBe('lost');
  const taker = await registerWorker(db, { facts: factsOf('taker'), state: ACTIVE }, () => name);
  expect(taker).toBe(name);
  expect(await recordHeartbeat(db, factsOf('silent'), ACTIVE)).toEqual({ row: 'none' });
  expect(await register(db, 'silent')).not.toBe(name);
  expect(await statusOf(db, 'silent')).toBe('active');
});

test('a worker that misses three of its heartbeats is silent until it is heard of, counts as lost, or ends', async () => {
  const { db } = await createTestDatabase();
  const rare = { ...factsOf('rare'), tuner: { ...factsOf('rare').tuner, heartbeat_interval_ms: 45_000 } };
  await register(db, 'usual');
  await registerWorker(db, { facts: rare, state: ACTIVE }, () => 'Kryll');
  const silentFor = async (minutes: number) => {
    for (const id of ['rare', 'usual']) await silence(db, id, minutes);
    const all = await listWorkers(db);
    return all.filter((one) => one.counts_as_lost_at !== null);
  };
  expect(await silentFor(1.4)).toEqual([]);
  const [silent, ...others] = await silentFor(2);
  expect([silent?.worker_id, others]).toEqual(['usual', []]);
  expect(Number(silent?.counts_as_lost_at) - Number(silent?.last_heartbeat_at)).toBe(5 * 60_000);
  expect(await silentFor(2.5)).toHaveLength(2);
  expect(await silentFor(6)).toEqual([]);
  await recordHeartbeat(db, factsOf('usual'), { ...ACTIVE, status: 'stopped' });
  expect(await silentFor(2.5)).toMatchObject([{ worker_id: 'rare' }]);
});

test('a heartbeat is late after one and a half of the worker’s intervals, by the database’s clock', async () => {
  const { db } = await createTestDatabase();
  // The heartbeats of a worker that runs elsewhere have no known interval.
  await register(db, 'elsewhere');
  for (const [id, ms] of [
    ['usual', 30_000],
    ['rare', 45_000],
  ] as const) {
    const tuner = { ...factsOf(id).tuner, heartbeat_interval_ms: ms };
    await registerWorker(db, { facts: { ...factsOf(id), tuner }, state: ACTIVE }, () => `Name of ${id}`);
  }
  const lateFor = async (minutes: number) => {
    for (const id of ['rare', 'usual', 'elsewhere']) await silence(db, id, minutes);
    return (await listWorkers(db)).filter((one) => one.is_late).map(({ worker_id: id }) => id);
  };
  expect(await lateFor(0.7)).toEqual([]);
  expect(await lateFor(0.9)).toEqual(['usual']);
  expect((await lateFor(1.3)).toSorted()).toEqual(['rare', 'usual']);
  await recordHeartbeat(db, factsOf('usual'), ACTIVE);
  expect((await listWorkers(db)).find(({ worker_id: id }) => id === 'usual')).toMatchObject({
    is_late: false,
  });
});

test('of two processes that live under one id the last to register has the row, and both hear of it', async () => {
  const { db } = await createTestDatabase();
  const beat = (instanceId: string, state = ACTIVE) => recordHeartbeat(db, factsOf('w', instanceId), state);
  const own = { row: 'own', isDecommissioned: false, rivalPodName: null };
  await register(db, 'w', FIRST);
  await register(db, 'w', SECOND);
  // At this time, nothing shows yet that the first process is alive.
  expect(await beat(SECOND)).toEqual(own);
  expect(await beat(FIRST, { ...ACTIVE, activeTaskCount: 3 })).toEqual({
    row: 'of another',
    podName: 'pod',
    instanceId: SECOND,
  });
  expect(await beat(SECOND)).toEqual({ ...own, rivalPodName: 'pod' });
  const [worker] = await listWorkers(db);
  expect(worker).toMatchObject({ active_task_count: 0, rival_pod_name: 'pod' });

  // When the rival stops cleanly, its mark is removed, and the row stays as it was.
  await beat(FIRST, { ...ACTIVE, status: 'stopped' });
  expect(await beat(SECOND)).toEqual(own);
  expect(await statusOf(db, 'w')).toBe('active');
  await beat(FIRST);
  // A rival that was last seen more than five minutes ago counts as dead.
  await sql`update workers set rival_seen_at = rival_seen_at - interval '6 minutes'`.execute(db);
  expect(await beat(SECOND)).toEqual(own);
});

test.each([
  ['has stopped', (db: Db) => recordHeartbeat(db, factsOf('w', SECOND), { ...ACTIVE, status: 'stopped' })],
  ['is lost', (db: Db) => silence(db, 'w', 6)],
])('a process whose row another one has taken registers again when that one %s', async (_, end) => {
  const { db } = await createTestDatabase();
  await register(db, 'w', FIRST);
  await register(db, 'w', SECOND);
  await end(db);
  expect(await recordHeartbeat(db, factsOf('w', FIRST), ACTIVE)).toEqual({ row: 'none' });
});

test('the database itself refuses a name that a living worker has', async () => {
  const { db } = await createTestDatabase();
  await register(db, 'one');
  const twin = registerWorker(db, { facts: factsOf('two'), state: ACTIVE }, (_, others) => others[0]!.name);
  await expect(twin).rejects.toThrow('workers_living_name');
});

const NO_REASON = { by: 'ann', reason: null };

test('only a worker that lives can be asked to stop', async () => {
  const { db } = await createTestDatabase();
  expect(await requestDecommission(db, 'nobody', NO_REASON)).toBeNull();
  await register(db, 'gone');
  await recordHeartbeat(db, factsOf('gone'), { ...ACTIVE, status: 'stopped' });
  expect(await requestDecommission(db, 'gone', NO_REASON)).toBe('stopped');
  const [worker] = await listWorkers(db);
  expect(worker).toMatchObject({ decommission_requested_at: null, stopped_at: expect.any(Date) as Date });
});

test('workers that have been silent for thirty days are forgotten when another registers', async () => {
  const { db } = await createTestDatabase();
  await register(db, 'old');
  await register(db, 'older');
  await silence(db, 'old', 29 * 24 * 60);
  await silence(db, 'older', 31 * 24 * 60);
  await register(db, 'new');
  expect((await listWorkers(db)).map(({ worker_id }) => worker_id)).toEqual(['new', 'old']);
});
