import { formatMoment } from '../../../domain/format-moment.ts';
import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { startCrawlDue } from '../../../temporal-client/crawl-control.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createGate } from '../../support/chain-gate.ts';
import { createFanOutWorld } from '../../support/fan-out-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface FanOutAnswer {
  id: string;
  status: string;
  created_at: string;
  next_batch_at: string | null;
  [field: string]: unknown;
}

async function fanOutResult(client: Client, workflowId: string): Promise<unknown> {
  return client.workflow.getHandle(workflowId).result();
}

/** How long to poll: visibility lags a little, and the list is refreshed only every few seconds. */
const WAIT = { timeout: 60_000, interval: 300 };

test('a resync is followed in the list and by its id, and another one begins when it is cancelled', async () => {
  const world = await createFanOutWorld();
  const { call } = await startApiServer(world);
  await world.addDispensaries(4);
  const resync = { state_code: 'AZ', batches_per_day: 4, priority: 3 };
  const start = await call<FanOutAnswer>('POST', '/api/tasks/generate/resync', { body: resync });
  expect([start.status, start.body]).toMatchObject([201, { running: null, detail: null }]);
  const { id } = start.body;
  const one = async () => (await call<FanOutAnswer>('GET', `/api/fan-outs/${id}`)).body;
  const list = async () => (await call<{ items: FanOutAnswer[] }>('GET', '/api/fan-outs')).body.items;
  await expect.poll(one, WAIT).toMatchObject({
    workflow_id: 'crawl-due/AZ/batches',
    run_id: start.body.run_id,
    scope: 'AZ',
    platform: null,
    status: 'running',
    completed_at: null,
    interval_hours: 0,
    priority: 3,
    window: 500,
    over_hours: 24,
    batches: 4,
    batches_begun: 1,
    chains_started: 1,
    chains_completed: 1,
    chains_unconfirmed: 0,
    chains_failed: 0,
    error: null,
  });
  const shown = await one();
  const untilNextMs = Date.parse(shown.next_batch_at!) - Date.parse(shown.created_at);
  expect(Math.abs(untilNextMs - 6 * 3_600_000)).toBeLessThan(60_000);
  await expect.poll(list, WAIT).toMatchObject([{ id, status: 'running', chains_started: 1 }]);
  const csv = await call('GET', '/api/fan-outs', { headers: { accept: 'text/csv' } });
  expect(csv.text).toMatch(/^id,workflow_id,run_id,scope,/);

  const again = await call('POST', '/api/tasks/generate/resync', { body: resync });
  expect([again.status, again.body]).toMatchObject([
    200,
    { id, already_running: true, running: { id, batches: 4, batches_begun: 1 } },
  ]);
  expect(again.body.detail).toBe(
    `crawl-due/AZ/batches was already running, and continues: 1 chains started, 0 were running already; 1 of 4 batches over 24 hours have begun, the next begins at ${formatMoment(new Date(shown.next_batch_at!))}. POST /api/fan-outs/${id}/cancel stops it.`,
  );

  const cancel = () => call('POST', `/api/fan-outs/${id}/cancel`, { headers: { 'x-reason': 'a mistake' } });
  expect(await cancel()).toMatchObject({ status: 202, body: { id, cancel_requested: true } });
  await expect
    .poll(one, WAIT)
    .toMatchObject({ status: 'cancelled', completed_at: expect.any(String), chains_completed: 1 });
  await expect.poll(list, WAIT).toMatchObject([{ id, status: 'cancelled', next_batch_at: null }]);
  const requested = world.db.selectFrom('run_events').where('event', '=', 'cancel_requested');
  expect(await requested.select(['run_key', 'actor']).execute()).toEqual([
    { run_key: id.split('~').at(-1), actor: 'this machine' },
  ]);
  expect(await cancel()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const next = await call('POST', '/api/tasks/generate/resync', { body: resync });
  expect([next.status, next.body.id === id]).toEqual([201, false]);
  // By now, the newest run of the workflow belongs to another fan-out, but the id still finds the first one.
  expect(await one()).toMatchObject({ id, status: 'cancelled' });
});

test('a crawl of all is started once, and says what it waits for', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client, isFollowed: false });
  const start = () => call<FanOutAnswer>('POST', '/api/fan-outs', { body: { priority: 3 } });
  const first = await start();
  expect(first).toMatchObject({
    status: 201,
    body: { workflow_id: 'crawl-due/all', scope: 'all', already_running: false, running: null },
  });
  const { id } = first.body;
  expect(await start()).toMatchObject({ status: 200, body: { id, already_running: true, running: { id } } });
  expect((await call('GET', `/api/fan-outs/${id}`)).body).toMatchObject({
    status: 'running',
    interval_hours: 0,
    priority: 3,
    over_hours: null,
    waiting_for: 'a worker: none serves the queue `crawlchain`; a worker: none serves the queue `ingest`',
  });
});

test('what is no fan-out is not found', async () => {
  const world = await createFanOutWorld();
  const { call } = await startApiServer(world);
  const run = '0199c6f2-5a1b-7000-8000-000000000001';
  for (const id of ['AZ', `crawl-due~AZ~${run}`, `a=00~${run}`]) {
    expect((await call('GET', `/api/fan-outs/${id}`)).status).toBe(404);
    expect((await call('POST', `/api/fan-outs/${id}/cancel`)).status).toBe(404);
  }
});

test('batches over a day keep neither the schedule nor anybody else from crawling the same dispensaries', async () => {
  const gate = createGate();
  const world = await createFanOutWorld({ crawl: gate.hold });
  const { call } = await startApiServer(world);
  const [crawlAll] = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
  await applySchedules(world.client, [crawlAll!]);
  await world.addDispensaries(4);
  const body = { batches_per_day: 2 };
  const { body: batches } = await call<FanOutAnswer>('POST', '/api/tasks/generate/resync', { body });
  await gate.untilBegun(2);
  await call('POST', '/api/schedules/payload_fetch_all/trigger');
  // The two chains of the first batch are still open.
  await expect
    .poll(async () => fanOutResult(world.client, 'crawl-due/all'), WAIT)
    .toMatchObject({ started: 2, alreadyRunning: 2 });
  const now = await call('POST', '/api/job-queue/enqueue-state', { body: { state_code: 'AZ' } });
  expect([now.status, now.body.workflow_id]).toEqual([201, 'crawl-due/AZ']);
  await expect
    .poll(async () => fanOutResult(world.client, 'crawl-due/AZ'), WAIT)
    .toMatchObject({ started: 0, alreadyRunning: 4 });
  gate.letGo();
  await world.closedChains(4);
  const { body: shown } = await call<FanOutAnswer>('GET', `/api/fan-outs/${batches.id}`);
  expect(shown).toMatchObject({ status: 'running', batches: 2, batches_begun: 1, chains_started: 2 });
});

test('a trigger whose work is running already says so', async () => {
  const gate = createGate();
  const world = await createFanOutWorld({ crawl: gate.hold });
  const { call } = await startApiServer(world);
  const [crawlAll] = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
  await applySchedules(world.client, [crawlAll!]);
  await world.addDispensaries(2);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: 1 });
  // A busy worker may make the start after the API has stopped waiting for it, so the trigger is repeated.
  await expect
    .poll(async () => (await call('POST', '/api/schedules/payload_fetch_all/trigger')).body, WAIT)
    .toMatchObject({
      outcome: 'already-running',
      schedule: { last_outcome: 'already running', last_task_count: 0 },
    });
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow('cancelled');
  gate.letGo();
});
