import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { untilWorker } from '../support/worker-rows.ts';

const HEARTBEATS = { HEARTBEAT_INTERVAL_MS: '200' };

const holdPage = (world: CrawlWorld, page: number) =>
  world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page }, times: 1, action: { type: 'hold' } }],
  });

const untilHeld = (world: CrawlWorld) =>
  world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');

async function command(place: Pick<CrawlWorld, 'db' | 'client'>, ...text: string[]) {
  const { url } = await startApiServer({ ...place, isFollowed: false });
  return runProgram('cli/main.ts', ['workers', ...text], { CRAWLCHAIN_URL: url });
}

test('a worker tells the registry what it is, what it does and what it uses, and the command shows it', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130, env: HEARTBEATS });
  const { dispensary } = await addLargestDispensary(world);
  await holdPage(world, 1);
  await world.startWorker('worker-a', {
    WORKER_NAMES: 'Ada,Grace',
    MAX_CONCURRENT_TASKS: '4',
    MAX_BROWSERS: '2',
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await untilHeld(world);
  const worker = await untilWorker(world, 'worker-a', (row) => row.active_task_count === 1);
  const { runId } = await handle.describe();
  expect(worker).toMatchObject({
    friendly_name: 'Ada',
    status: 'active',
    current_task_ids: [taskId(handle.workflowId, runId)],
    max_concurrent_tasks: 4,
    version: '0.1.0',
    role: null,
    resources: { is_backing_off: false, backoff_reason: null },
  });
  // The disk comes with a later heartbeat: its folder is made by the first payload.
  const { disk: _, ...resources } = worker.resources;
  expect(Object.keys(resources).toSorted()).toEqual(
    [
      'memory_mb',
      'memory_total_mb',
      'memory_rss_mb',
      'memory_percent',
      'memory_lows',
      'cpu_user_ms',
      'cpu_system_ms',
      'cpu_percent',
      'is_backing_off',
      'backoff_reason',
      'backoff_cause',
    ].toSorted(),
  );
  const { memory_mb, memory_total_mb, memory_rss_mb, cpu_user_ms } = worker.resources;
  expect(memory_rss_mb).toBeGreaterThan(50);
  expect(memory_mb).toBeGreaterThan(50);
  expect(memory_total_mb).toBeGreaterThan(memory_mb);
  expect(cpu_user_ms).toBeGreaterThan(100);
  const later = await untilWorker(
    world,
    'worker-a',
    (row) => row.last_heartbeat_at > worker.last_heartbeat_at,
  );
  expect(later.started_at).toEqual(worker.started_at);

  // The worker's log has the same facts as its row.
  const serving = (await world.readLog('worker-a'))
    .split('\n')
    .find((line) => line.includes('"msg":"serving"'));
  const { queues, tuner } = JSON.parse(serving!) as Pick<ListedWorker, 'queues' | 'tuner'>;
  expect({ queues, tuner }).toEqual({ queues: worker.queues, tuner: worker.tuner });
  expect(queues).toContainEqual({ queue: 'ingest', slots: 4 });
  expect(queues.find(({ queue }) => queue === 'browser')?.slots ?? 2).toBe(2);

  const listed = await command(world, 'list');
  expect(listed.stdout).toMatch(/^worker +name +pod +status +tasks +memory +cpu +disk +queues/);
  expect(listed.stdout).toMatch(/worker-a +Ada +\S+ +active +1\/4 +\d+ of \d+ MiB/);
  const asJson = JSON.parse((await command(world, 'list', '--json')).stdout) as {
    worker_id: string;
  }[];
  expect(asJson.map(({ worker_id }) => worker_id)).toEqual(['worker-a']);
  await world.control('POST', '/control/release');
  await handle.result();
  expect(
    (await untilWorker(world, 'worker-a', (row) => row.active_task_count === 0)).current_task_ids,
  ).toEqual([]);
});

test('a worker whose registry cannot be written works all the same, and registers when it can', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30, env: HEARTBEATS });
  const { dispensary } = await addLargestDispensary(world);
  await sql`alter table workers rename to workers_elsewhere`.execute(world.db);
  const worker = await world.startWorker();
  await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  expect(await world.readLog()).toContain('could not write to the worker registry; trying again');
  await sql`alter table workers_elsewhere rename to workers`.execute(world.db);
  await untilWorker(world, 'worker-1', ({ status }) => status === 'active');
  await sql`alter table workers rename to workers_elsewhere`.execute(world.db);
  expect(await worker.stop()).toMatchObject({ code: 0 });
  await sql`alter table workers_elsewhere rename to workers`.execute(world.db);
});

test('a worker that is started again under its id has its name again, and two that live have different ones', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30, env: HEARTBEATS });
  const isActive = ({ status }: ListedWorker) => status === 'active';
  await world.startWorker('worker-1');
  const first = await untilWorker(world, 'worker-1', isActive);
  const second = await world.startWorker('worker-2');
  const { friendly_name, started_at: startOfSecond } = await untilWorker(world, 'worker-2', isActive);
  expect(friendly_name).not.toBe(first.friendly_name);
  await second.kill();
  await world.startWorker('worker-2');
  // Compares two times of the database's clock. On a busy machine, a worker knows this clock only to a few seconds.
  const again = await untilWorker(world, 'worker-2', ({ started_at }) => started_at > startOfSecond);
  expect(again.friendly_name).toBe(friendly_name);
});

test('two workers that live under one id say so, and one that is started again after a kill does not', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30, env: HEARTBEATS });
  const twin = { WORKER_ID: 'twin' };
  const warning = 'another worker uses the id twin too, in pod';
  const start = async (name: string) => {
    const process = await world.startWorker(name, twin);
    await expect.poll(() => world.readLog(name), { timeout: 120_000 }).toContain('"msg":"registered"');
    return process;
  };
  const untilBeaten = async () => {
    const { last_heartbeat_at: before } = await untilWorker(world, 'twin', () => true);
    return untilWorker(world, 'twin', (row) => row.last_heartbeat_at > before);
  };
  const first = await start('first');
  await first.kill();
  const second = await start('second');
  const { started_at: startOfSecond } = await untilBeaten();
  expect(await world.readLog('second')).not.toContain(warning);

  const third = await start('third');
  for (const name of ['second', 'third'])
    await expect.poll(() => world.readLog(name), { timeout: 120_000 }).toContain(warning);
  await untilBeaten();
  const isOnce = async (name: string) => expect((await world.readLog(name)).split(warning)).toHaveLength(2);
  await isOnce('second');
  await isOnce('third');
  const row = await untilWorker(world, 'twin', ({ rival_pod_name: rival }) => rival !== null);
  expect(row.started_at > startOfSecond).toBe(true);
  expect((await command(world, 'list')).stdout).toMatch(/active, its id is used in pod \S+ too/);

  // Now the row belongs to the remaining worker alone again.
  await third.stop();
  const again = await untilWorker(world, 'twin', (seen) => +seen.started_at === +startOfSecond);
  expect(again).toMatchObject({ status: 'active', rival_pod_name: null });
  expect(await second.stop()).toMatchObject({ code: 0 });
});

test('a worker of a role serves its queues alone, and says that another must run the workflows', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30, env: HEARTBEATS });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('ingesting', { WORKER_ROLE: 'product_refresh' });
  const { role, queues, tuner } = await untilWorker(world, 'ingesting', () => true);
  expect({ role, queues }).toEqual({
    role: 'product_refresh',
    queues: [
      { queue: 'ingest', slots: 3 },
      { queue: 'reingest', slots: 2 },
    ],
  });
  expect(tuner.max_cached_workflows).toBeNull();
  expect(await world.readLog('ingesting')).toContain(
    'This worker runs no workflows: another one must serve the queue crawlchain, or no work proceeds',
  );
  await world.startWorker('fetching', { WORKER_ROLE: 'payload_fetch' });
  await world.startWorker('deciding', { WORKER_QUEUES: 'crawlchain' });
  expect(await world.readLog('deciding')).not.toContain('runs no workflows');
  await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  const stages = await world.db.selectFrom('stage_runs').select(['stage', 'worker']).orderBy('id').execute();
  expect(new Set(stages.map(({ worker }) => worker))).toEqual(new Set(['fetching', 'ingesting']));
});

test.each([
  [['decommission', 'worker-9'], 'There is no worker "worker-9". No worker is live.'],
  [['decommission'], "missing required argument 'id'"],
])('workers %j is refused with a word on what is there', async (text, complaint) => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { code, stderr } = await command({ db, client }, ...text);
  expect(code).toBe(2);
  expect(stderr).toContain(complaint);
});
