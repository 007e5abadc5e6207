import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { setLimits, stopTarget } from '../../db/queries/pace-control.ts';
import type { Role } from '../../domain/role.ts';
import { readCapacity } from '../../reports/read-capacity.ts';
import type { CapacityRow } from '../../reports/capacity-row.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import {
  startAnalyticsRefresh,
  startCrawl,
  startRefresh,
  waitForCrawl,
} from '../../temporal-client/crawl-control.ts';
import { readQueueBacklogs } from '../../temporal-client/queue-backlog.ts';
import { pauseSchedule } from '../../temporal-client/steer-schedules.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { crawlDispensaryId, REFRESH_ANALYTICS_ID } from '../../temporal-config/workflow-ids.ts';
import { makeDispensary } from '../integration/db/make-crawl.ts';
import { makeBacklog } from '../support/crawl-backlog.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { followTemporal } from '../support/keep-ledger.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const PACE = { requestsPerSecond: 500, maxConcurrentRequests: 100 };
const USUAL = { paces: { dutchie: PACE, blaze: PACE }, slots: 3, databasePoolSize: 10 };

async function readRow(tools: { db: Db; client: Client }, role: Role): Promise<CapacityRow> {
  const rows = await readCapacity({ ...tools, usual: USUAL });
  return rows.find((row) => row.role === role)!;
}

/** Polls a row of the report, because visibility and the statistics of queues lag by a moment. */
const expectRow = (tools: { db: Db; client: Client }, role: Role) =>
  expect.poll(() => readRow(tools, role), { timeout: 60_000, interval: 500 });

test('chains that no worker has taken wait for their role, whatever the queues say', async () => {
  const [{ db, url }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  followTemporal({ db, url, client });
  const store = { name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
  for (const id of [1, 2, 3]) await startCrawl(client, { ...store, id });
  await startCrawl(client, { ...store, id: 4, platform: 'blaze' }, { role: 'product_discovery' });
  await startRefresh(client, { payloadId: 1, dispensary: null });
  await expectRow({ db, client }, 'payload_fetch').toMatchObject({
    pending_tasks: 3,
    ready_tasks: 3,
    claimed_tasks: 0,
    running_tasks: 0,
    active_workers: 0,
    avg_duration_sec: null,
    estimated_hours_to_drain: null,
    // Nothing has been completed yet, so durations are unknown.
    workers_needed: { for_1_hour: null, for_4_hours: null, for_8_hours: null },
    arrivals_per_hour: 0.125,
  });
  await expectRow({ db, client }, 'product_discovery').toMatchObject({ pending_tasks: 1 });
  await expectRow({ db, client }, 'product_refresh').toMatchObject({ pending_tasks: 1, upstream_tasks: 4 });
  await expectRow({ db, client }, 'analytics_refresh').toMatchObject({
    pending_tasks: 0,
    estimated_hours_to_drain: 0,
    workers_needed: { for_1_hour: 0, for_4_hours: 0, for_8_hours: 0 },
  });
  // No workflow task has run, so no fetch is queued: by the queue alone there would be no work at all.
  const [queue] = await readQueueBacklogs(client, ['fetch-dutchie']);
  expect(queue).toMatchObject({ backlog: 0 });
});

test('a backlog before one slot is counted as Temporal counts it, planned for, and bound by what binds', async () => {
  const world = await createCrawlWorld({ dispensaries: 6, products: 10 });
  const { running, waiting } = await makeBacklog(world);
  const fetches = () => expectRow(world, 'payload_fetch');
  await fetches().toMatchObject({
    pending_tasks: waiting.length,
    ready_tasks: waiting.length,
    claimed_tasks: 0,
    running_tasks: 1,
    completed_last_hour: 0,
    active_workers: 1,
    slots_per_worker: 1,
    queues: expect.arrayContaining([
      expect.objectContaining({ queue: 'fetch-dutchie', backlog: waiting.length }),
    ]),
  });
  await expectRow(world, 'product_refresh').toMatchObject({
    pending_tasks: 0,
    upstream_tasks: waiting.length + 1,
  });

  const all = [running, ...waiting];
  await world.control('POST', '/control/release');
  for (const { id } of all) await waitForCrawl(world.client, id);
  await fetches().toMatchObject({ pending_tasks: 0, running_tasks: 0, estimated_hours_to_drain: 0 });
  const done = await readRow(world, 'payload_fetch');
  expect(done).toMatchObject({ completed_last_hour: all.length, failed_last_hour: 0 });
  expect(done.avg_duration_sec).toBeGreaterThan(0);
  await expectRow(world, 'product_refresh').toMatchObject({ completed_last_hour: all.length });
  // There were no first crawls. Chains of the other role do not count as first crawls.
  expect(await readRow(world, 'product_discovery')).toMatchObject({ avg_duration_sec: null });

  await holdAll(world, all);
  await fetches().toMatchObject({ pending_tasks: waiting.length, running_tasks: 1 });
  const planned = await readRow(world, 'payload_fetch');
  const { arrivals_per_hour: arrivals, pending_tasks: pending, slot_seconds: seconds } = planned;
  expect(arrivals).toBeCloseTo((2 * all.length) / 24, 3);
  expect(planned.workers_needed).toEqual({
    for_1_hour: Math.ceil(((arrivals + pending) * seconds!) / (0.8 * 3600)),
    for_4_hours: Math.ceil(((arrivals + pending / 4) * seconds!) / (0.8 * 3600)),
    for_8_hours: Math.ceil(((arrivals + pending / 8) * seconds!) / (0.8 * 3600)),
  });
  expect(planned.bound_by).toEqual({ for_1_hour: null, for_4_hours: null, for_8_hours: null });
  expect(planned.estimated_hours_to_drain).toBeGreaterThan(0);

  // The pool of one worker is larger than the server's limit of connections, so there is no room for a worker.
  const crowded = { ...USUAL, databasePoolSize: 100_000 };
  const [, , , bound] = await readCapacity({ ...world, usual: crowded });
  expect(bound).toMatchObject({ role: 'payload_fetch', bound_by: { for_1_hour: 'database' } });

  // With one request per 15 minutes, four of the five requests are sent within the hour.
  await setLimits(world.db, 'dutchie', { requestsPerSecond: 1 / 900 });
  await fetches().toMatchObject({ bound_by: { for_1_hour: 'platform', for_8_hours: null } });
  await setLimits(world.db, 'dutchie', { requestsPerSecond: null });

  // Stopped fetches wait for their next attempt and hold no slot. The request that was in progress has completed.
  await stopTarget(world.db, 'dutchie', 'a test');
  await world.control('POST', '/control/release');
  await fetches().toMatchObject({
    pending_tasks: waiting.length,
    ready_tasks: 0,
    running_tasks: 0,
    workers_needed: { for_1_hour: 0, for_4_hours: 0, for_8_hours: 0 },
    bound_by: { for_1_hour: 'platform', for_4_hours: 'platform', for_8_hours: 'platform' },
    estimated_hours_to_drain: null,
  });

  // The termination of a chain reaches the ledger only through Temporal.
  await terminateOne(world.client, all);
  await fetches().toMatchObject({ pending_tasks: waiting.length - 1, ready_tasks: 0 });

  const shown = await command(world, '--json');
  const rows = JSON.parse(shown.stdout) as CapacityRow[];
  expect(rows.map(({ role }) => role)).toContain('storage_sweep');
  expect(rows.find(({ role }) => role === 'payload_fetch')).toMatchObject({
    pending_tasks: waiting.length - 1,
  });
  const both = await command(world, 'product_resync');
  expect(both.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'role',
    'payload_fetch',
    'product_refresh',
    '',
  ]);
});

test('a task that a worker took is claimed until it heartbeats, and then runs', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  await startAnalyticsRefresh(world.client);
  const state = { pending_tasks: 0, ready_tasks: 0, claimed_tasks: 0, running_tasks: 0 };
  await expectRow(world, 'analytics_refresh').toMatchObject({ ...state, pending_tasks: 1, ready_tasks: 1 });
  const { run_id: runId } = await world.db
    .selectFrom('runs')
    .select('run_id')
    .where('workflow_id', '=', REFRESH_ANALYTICS_ID)
    .executeTakeFirstOrThrow();
  const work = { run_id: runId, activity_id: '1', activity: 'refreshAnalyticsViews', attempt: 1 };
  await world.db
    .insertInto('run_heartbeats')
    .values({ ...work, worker: 'silent', claimed_at: new Date() })
    .execute();
  expect(await readRow(world, 'analytics_refresh')).toMatchObject({ ...state, claimed_tasks: 1 });
  await world.db.updateTable('run_heartbeats').set({ heartbeat_at: new Date() }).execute();
  expect(await readRow(world, 'analytics_refresh')).toMatchObject({ ...state, running_tasks: 1 });
  await world.startWorker('refresher', { WORKER_QUEUES: 'media' });
  await expectRow(world, 'analytics_refresh').toMatchObject({ ...state, completed_last_hour: 1 });
  const { avg_duration_sec: seconds } = await readRow(world, 'analytics_refresh');
  expect(seconds).toBeGreaterThan(0);
});

test('what schedules will start is counted as coming, unless they are paused', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  for (let store = 0; store < 8; store += 1) await makeDispensary(db);
  await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  await expectRow({ db, client }, 'payload_fetch').toMatchObject({ arrivals_per_hour: 2 });
  expect(await readRow({ db, client }, 'product_refresh')).toMatchObject({ arrivals_per_hour: 2 });
  expect(await readRow({ db, client }, 'proxy_probe')).toMatchObject({ arrivals_per_hour: 12 });
  await pauseSchedule(client, 'payload_fetch_all');
  expect(await readRow({ db, client }, 'payload_fetch')).toMatchObject({ arrivals_per_hour: 0 });
});

async function holdAll(world: CrawlWorld, dispensaries: Parameters<typeof startCrawl>[1][]): Promise<void> {
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  for (const dispensary of dispensaries) await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
}

/** Terminates one of the open chains. The server has chosen which of them got the slot. */
async function terminateOne(client: Client, dispensaries: { id: number }[]): Promise<void> {
  for (const { id } of dispensaries) {
    const handle = client.workflow.getHandle(crawlDispensaryId(id));
    const { status } = await handle.describe();
    if (status.name === 'RUNNING') return void (await handle.terminate('a test'));
  }
}

async function command(world: Pick<CrawlWorld, 'db' | 'client'>, ...text: string[]) {
  const { url } = await startApiServer(world);
  return runProgram('cli/main.ts', ['workers', 'capacity', ...text], { CRAWLCHAIN_URL: url });
}
