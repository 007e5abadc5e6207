import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ROLES } from '../../../domain/role.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const BASE = '/api/worker-registry';

/** A heartbeat as a worker of the legacy system sends it. */
const HEARTBEAT = {
  worker_id: 'worker-abc123',
  current_task_id: 456,
  current_task_ids: [456, 457, 458],
  active_task_count: 3,
  max_concurrent_tasks: 4,
  status: 'active',
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

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, ...(await startApiServer({ db, client })) };
}

test('names every role, with the workflow that does its work', async () => {
  const { call } = await createServer();
  const { body } = await call<{ items: Record<string, string>[] }>('GET', `${BASE}/roles`);
  expect(body.items.map(({ role }) => role)).toEqual([...ROLES, 'product_resync']);
  expect(body.items).toContainEqual({
    role: 'product_discovery',
    name: 'Product Discovery',
    description: 'Initial product discovery for new dispensaries',
    handler: 'crawlDispensary',
  });
});

test('a worker elsewhere registers, tells what it does, and hears that it is to stop', async () => {
  const { call, db } = await createServer();
  const registered = await call('POST', `${BASE}/register`, { body: { worker_id: 'worker-abc123' } });
  expect(registered.body).toMatchObject({ worker_id: 'worker-abc123', friendly_name: 'Aethelgard' });
  const beat = await call('POST', `${BASE}/heartbeat`, { body: HEARTBEAT });
  expect(beat.body).toEqual({
    worker_id: 'worker-abc123',
    decommission_requested: false,
    rival_pod_name: null,
  });
  const { body } = await call<{ items: object[] }>('GET', BASE);
  expect(body.items).toHaveLength(1);
  expect(body.items[0]).toMatchObject({
    ...HEARTBEAT,
    current_task_id: '456',
    current_task_ids: ['456', '457', '458'],
    friendly_name: 'Aethelgard',
  });
  expect((await call('GET', `${BASE}/worker-abc123`)).body).toEqual(body.items[0]);
  await sql`update workers set clock_ahead_ms = 7200000`.execute(db);
  expect((await call('GET', `${BASE}/worker-abc123`)).body).toMatchObject({ clock_ahead_ms: 7_200_000 });
  const headers = { 'X-Reason': 'its disk is full, password=hush' };
  const requested = await call('POST', `${BASE}/worker-abc123/decommission`, { headers });
  expect(requested.body).toMatchObject({ worker_id: 'worker-abc123', status: 'active' });
  const { decommission_requested_by: by, decommission_reason: reason } = (
    await call('GET', `${BASE}/worker-abc123`)
  ).body;
  expect([by, reason]).toEqual(['this machine', 'its disk is full, password=***']);
  const named = { ...HEARTBEAT, instance_id: registered.body['instance_id'], status: 'stopped' };
  expect((await call('POST', `${BASE}/heartbeat`, { body: named })).body).toMatchObject({
    decommission_requested: true,
  });
  expect((await call('POST', `${BASE}/worker-abc123/decommission`)).body['code']).toBe('conflict');
});

test('a worker that starts again under its id says for a day who had the process before it stop, and why', async () => {
  const { call, db } = await createServer();
  const register = () => call('POST', `${BASE}/register`, { body: { worker_id: 'worker-abc123' } });
  const formerly = async () => {
    const { body } = await call(`GET`, `${BASE}/worker-abc123`);
    return [body['former_decommission_by'], body['former_decommission_reason'], body['decommission_reason']];
  };
  await register();
  expect(await formerly()).toEqual([null, null, null]);
  const headers = { 'X-Reason': 'its disk is full' };
  await call('POST', `${BASE}/worker-abc123/decommission`, { headers });
  await register();
  expect(await formerly()).toEqual(['this machine', 'its disk is full', null]);
  // Registers again without a decommission, as a worker does that was killed and restarted.
  await register();
  expect(await formerly()).toEqual(['this machine', 'its disk is full', null]);
  await call('POST', `${BASE}/worker-abc123/decommission`);
  await register();
  expect(await formerly()).toEqual(['this machine', null, null]);
  await sql`update workers set former_decommission_at = clock_timestamp() - interval '25 hours'`.execute(db);
  expect(await formerly()).toEqual([null, null, null]);
});

test('pods are listed once each, with the workers that live and what they use together', async () => {
  const { call, db } = await createServer();
  for (const worker_id of ['a-1', 'a-2', 'b-1']) {
    const pod_name = worker_id.slice(0, 1);
    await call('POST', `${BASE}/register`, { body: { worker_id, pod_name, resources: HEARTBEAT.resources } });
  }
  // Adds what the project's own workers also report: the memory of their pod.
  await sql`update workers set resources = resources || '{"pod": {"measured": "/sys/fs/cgroup", "memory_mb": 900,
    "memory_total_mb": 1024, "memory_percent": 87.9}}' where pod_name = 'a'`.execute(db);
  expect((await call('GET', `${BASE}/pods`)).body).toEqual({
    items: [
      {
        pod_name: 'a',
        worker_ids: ['a-1', 'a-2'],
        memory_mb: 900,
        memory_total_mb: 1024,
        memory_percent: 87.9,
      },
      { pod_name: 'b', worker_ids: ['b-1'], memory_mb: 256, memory_total_mb: 512, memory_percent: 50 },
    ],
    next_cursor: null,
  });
  const { body } = await call<{ items: { resources: object }[] }>('GET', BASE);
  expect(body.items.map(({ resources }) => resources)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ memory_mb: 256, memory_total_mb: 512 }) as object),
  );
  for (const { resources } of body.items) expect(resources).not.toHaveProperty('pod');
});

test('the memory that a worker reports over time is told as a trend, and its disk by whether it is full', async () => {
  const { call } = await createServer();
  await call('POST', `${BASE}/register`, { body: { worker_id: 'worker-abc123' } });
  const seen = async (resources: object) => {
    await call('POST', `${BASE}/heartbeat`, { body: { worker_id: 'worker-abc123', resources } });
    const { body } = await call('GET', `${BASE}/worker-abc123`);
    return [body['memory_trend'], body['disk_shortage'], body['last_heartbeat_at']];
  };
  expect(await seen({})).toEqual([null, null, expect.any(String)]);
  const memory_lows = [41, 45, 49, 53, 57, 61, 65];
  const disk = { folder: '/data', free_bytes: 500e6, total_bytes: 10e9, has_free_files: true };
  const [trend, shortage, heardAt] = await seen({ memory_lows, disk });
  const at = new Date(Date.parse(String(heardAt)) - 30 * 60_000).toISOString();
  expect([trend, shortage]).toEqual([{ is_rising: true, percent: 41, at }, 'low']);
});

test('one that is not known has to register, and one whose id another took is told', async () => {
  const { call } = await createServer();
  expect((await call('POST', `${BASE}/heartbeat`, { body: HEARTBEAT })).status).toBe(404);
  expect((await call('POST', `${BASE}/nobody/decommission`)).status).toBe(404);
  expect((await call('GET', `${BASE}/nobody`)).status).toBe(404);
  const register = () => call('POST', `${BASE}/register`, { body: { worker_id: 'worker-abc123' } });
  const first = await register();
  await register();
  const late = { ...HEARTBEAT, instance_id: first.body['instance_id'] };
  const { status, body } = await call('POST', `${BASE}/heartbeat`, { body: late });
  expect([status, body['code']]).toEqual([409, 'conflict']);
});

test('the list comes in pages, by status where it is asked for', async () => {
  const { db, call } = await createServer();
  for (const id of ['w-3', 'w-1', 'w-2']) await call('POST', `${BASE}/register`, { body: { worker_id: id } });
  await sql`update workers set last_heartbeat_at = now() - interval '6 minutes' where worker_id = 'w-2'`.execute(
    db,
  );
  interface Page {
    items: { worker_id: string; status: string }[];
    next_cursor: string | null;
  }
  const idsOf = ({ items }: Page) => items.map(({ worker_id: id }) => id);
  const first = await call<Page>('GET', `${BASE}?limit=2`);
  expect(idsOf(first.body)).toEqual(['w-1', 'w-2']);
  const second = await call<Page>('GET', `${BASE}?limit=2&cursor=${first.body.next_cursor}`);
  expect([idsOf(second.body), second.body.next_cursor]).toEqual([['w-3'], null]);
  expect(idsOf((await call<Page>('GET', `${BASE}?status=lost`)).body)).toEqual(['w-2']);
  expect(idsOf((await call<Page>('GET', `${BASE}?status=lost,active`)).body)).toEqual(['w-1', 'w-2', 'w-3']);
  expect((await call('GET', `${BASE}?status=lost,away`)).status).toBe(400);
  const none = { backing_off: 0, draining: 0, stopped: 0, decommissioned: 0, silent: 0 };
  expect((await call('GET', `${BASE}/counts`)).body).toEqual({ counts: { ...none, active: 2, lost: 1 } });
  await sql`update workers set last_heartbeat_at = now() - interval '2 minutes' where worker_id = 'w-3'`.execute(
    db,
  );
  const silent = () => call<Page>('GET', `${BASE}?status=silent`);
  await expect.poll(async () => idsOf((await silent()).body)).toEqual(['w-3']);
  expect(idsOf((await call<Page>('GET', `${BASE}?status=active`)).body)).toEqual(['w-1']);
  expect((await call('GET', `${BASE}/counts`)).body).toEqual({
    counts: { ...none, active: 1, silent: 1, lost: 1 },
  });
});

test('what a heartbeat may not say is named', async () => {
  const { call } = await createServer();
  const wrong = { ...HEARTBEAT, active_task_count: -1, status: 'lost' };
  const { status, body } = await call('POST', `${BASE}/heartbeat`, { body: wrong });
  expect(status).toBe(400);
  expect(body['errors']).toMatchObject([{ pointer: '/active_task_count' }, { pointer: '/status' }]);
});
