import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { createFanOutWorld } from '../../support/fan-out-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, client, ...(await startApiServer({ db, client })) };
}

test('one is enqueued as a task, and a repeat with the same key is the same one', async () => {
  const { db, client, call } = await createServer();
  const id = await makeDispensary(db);
  const options = { body: { dispensary_id: id }, headers: { 'Idempotency-Key': 'night-1' } };
  const first = await call('POST', '/api/job-queue/enqueue', options);
  expect([first.status, first.body]).toMatchObject([201, { role: 'payload_fetch', already_running: false }]);
  await client.workflow.getHandle(`crawl/${id}`).terminate('a test');
  const again = await call('POST', '/api/job-queue/enqueue', options);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await call('POST', '/api/job-queue/enqueue', {
    body: { dispensary_id: id, role: 'product_discovery' },
  });
  expect(other.body).toMatchObject({ role: 'product_discovery', priority: 10, already_running: false });
});

test('a batch answers for each dispensary, once', async () => {
  const { db, call } = await createServer();
  const [one, other, off] = [await makeDispensary(db), await makeDispensary(db), await makeDispensary(db)];
  await db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', off).execute();
  await call('POST', '/api/job-queue/enqueue', { body: { dispensary_id: other } });
  const { status, body } = await call('POST', '/api/job-queue/enqueue-batch', {
    body: { dispensary_ids: [one, other, off, 999, one], priority: 20 },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ started: 1, already_running: 1, refused: 2 });
  expect(body.items).toMatchObject([
    { dispensary_id: one, outcome: 'started', task_id: expect.stringMatching(/^crawl~/) },
    { dispensary_id: other, outcome: 'already_running' },
    { dispensary_id: off, outcome: 'not_enabled', task_id: null },
    { dispensary_id: 999, outcome: 'not_found', task_id: null },
  ]);
  const many = { dispensary_ids: Array.from({ length: 1001 }, (_, at) => at + 1) };
  expect((await call('POST', '/api/job-queue/enqueue-batch', { body: many })).status).toBe(400);
});

test('each task that a batch starts has the reason of the batch', async () => {
  const { db, call } = await createServer();
  const ids = [await makeDispensary(db), await makeDispensary(db)];
  const { body } = await call('POST', '/api/job-queue/enqueue-batch', {
    body: { dispensary_ids: ids },
    headers: { 'X-Reason': 'a new price list' },
  });
  for (const { task_id: id } of body.items as { task_id: string }[])
    expect((await call('GET', `/api/tasks/${id}`)).body).toMatchObject({
      timeline: [{ event: 'created', reason: 'a new price list' }],
    });
});

test('a state is crawled by one fan-out, whoever asks how often', async () => {
  const world = await createFanOutWorld();
  const { call } = await startApiServer(world);
  await world.addDispensaries(3, { state: 'CA' });
  await world.addDispensaries(2, { state: 'AZ' });
  const body = { state_code: 'CA', priority: 7, images: false };
  const { status, body: fanOut } = await call('POST', '/api/job-queue/enqueue-state', { body });
  expect([status, fanOut]).toMatchObject([
    201,
    {
      workflow_id: 'crawl-due/CA',
      scope: 'CA',
      dispensaries: 3,
      already_running: false,
      scheduled_for: null,
    },
  ]);
  const chains = await world.closedChains(3);
  expect(chains.map(({ memo }) => memo)).toEqual([{ priority: 7 }, { priority: 7 }, { priority: 7 }]);
  const inputs = await Promise.all(chains.map(({ workflowId }) => inputOf(world.client, workflowId)));
  expect(inputs).toMatchObject([{ images: false }, { images: false }, { images: false }]);
  expect((await call('POST', '/api/job-queue/enqueue-state', { body: { state_code: 'XX' } })).status).toBe(
    400,
  );
});

test('a resync of a day to come waits for its beginning, one of today begins now, and one that is over is refused', async () => {
  const { db, client, call } = await createServer();
  for (let store = 0; store < 3; store += 1) await makeDispensary(db);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const later = await call('POST', '/api/tasks/generate/resync', {
    body: { batches_per_day: 4, date: day(2) },
  });
  expect([later.status, later.body]).toMatchObject([
    202,
    { scope: 'all', scheduled_for: `${day(2)}T00:00:00.000Z`, dispensaries: 3, already_running: false },
  ]);
  const now = await call('POST', '/api/tasks/generate/resync', { body: { state_code: 'AZ' } });
  expect([now.status, now.body.workflow_id]).toEqual([201, 'crawl-due/AZ/batches']);
  expect(await inputOf(client, 'crawl-due/AZ/batches')).toEqual({
    scope: 'AZ',
    intervalHours: 0,
    spread: { batches: 6, overHours: 24 },
  });
  const again = await call('POST', '/api/tasks/generate/resync', { body: { state_code: 'AZ' } });
  expect([again.status, again.body.already_running, again.body.id]).toEqual([200, true, now.body.id]);
  expect(now.body).toMatchObject({ running: null, detail: null });
  expect(again.body).toMatchObject({ running: { status: 'running', batches: 6, batches_begun: null } });
  expect(again.body.detail).toBe(
    `crawl-due/AZ/batches was already running, and continues: no worker reports its progress; 6 batches over 24 hours. POST /api/fan-outs/${String(now.body.id)}/cancel stops it.`,
  );
  // A fan-out that still waits for its scheduled time is found as a task, not as a fan-out.
  const waiting = await call('GET', `/api/fan-outs/${String(later.body.id)}`);
  expect([waiting.status, waiting.body.detail]).toEqual([
    404,
    expect.stringContaining(`/api/tasks/${String(later.body.id)}`),
  ]);
  expect((await call('POST', `/api/tasks/${String(later.body.id)}/cancel`)).status).toBe(202);
  const over = await call('POST', '/api/tasks/generate/resync', { body: { date: day(-1) } });
  expect([over.status, over.body.code]).toEqual([422, 'impossible']);
  expect(over.body.errors).toMatchObject([{ in: 'body', pointer: '/date' }]);
  const found = await call('POST', '/api/tasks/generate/discovery', {
    body: { platform: 'blaze', state_code: 'AZ' },
  });
  expect([found.status, found.body]).toMatchObject([
    201,
    { role: 'store_discovery', workflow_id: 'discover/blaze/AZ', state_code: 'AZ' },
  ]);
});

async function inputOf(client: Client, workflowId: string): Promise<unknown> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const input = events![0]!.workflowExecutionStartedEventAttributes!.input!.payloads![0]!.data!;
  return JSON.parse(Buffer.from(input).toString());
}
