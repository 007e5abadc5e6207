import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startCrawl, startRefresh, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary, addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { strike } from '../support/menu-requests.ts';
import { openLink } from '../support/server-link.ts';

const PATIENCE = { timeout: 90_000, interval: 50 };

const MENUS = { operation: 'FilteredProducts' };

/** A short interval: the heartbeats of activities are written together with the worker's own heartbeat. */
const OFTEN = { HEARTBEAT_INTERVAL_MS: '200' };

const heartbeatsOf = ({ db }: CrawlWorld) =>
  db.selectFrom('run_heartbeats').selectAll().orderBy('claimed_at').execute();
const runsOf = ({ db }: CrawlWorld) => db.selectFrom('runs').selectAll().orderBy('id').execute();

const untilHeld = (world: CrawlWorld): Promise<unknown> =>
  world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');

test('a fetch is claimed, runs, stays when its worker is killed, and is taken over by the next', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const first = await world.startWorker('worker-1', OFTEN);
  await strike(world, { match: MENUS, times: 1, action: { type: 'hold' } });
  const held = {
    activity: 'fetchMenu',
    activity_id: '1',
    attempt: 1,
    worker: 'worker-1',
    next_attempt_at: null,
  };
  await world.db.transaction().execute(async (tx) => {
    // The stage cannot begin while this row is locked.
    await sql`select from dispensaries where id = ${dispensary.id} for update`.execute(tx);
    await startCrawl(world.client, dispensary, { images: false });
    await expect.poll(() => heartbeatsOf(world), PATIENCE).toHaveLength(1);
  });
  const [claimed] = await heartbeatsOf(world);
  expect(claimed).toMatchObject({ activity: 'fetchMenu', attempt: 1, worker: 'worker-1' });
  await untilHeld(world);
  await expect
    .poll(() => heartbeatsOf(world), PATIENCE)
    .toMatchObject([{ ...held, heartbeat_at: expect.any(Date) as Date, claimed_at: claimed!.claimed_at }]);
  expect(await runsOf(world)).toMatchObject([
    { worker: 'worker-1', stage: 'fetch', role: 'payload_fetch', retry_count: 0, ended_as: null },
  ]);
  await first.kill();
  const [left] = await heartbeatsOf(world);
  expect(left).toMatchObject(held);
  await strike(world, { match: MENUS, times: 1, action: { type: 'hold' } });
  const second = await world.startWorker('worker-2', OFTEN);
  await expect
    .poll(() => heartbeatsOf(world), PATIENCE)
    .toMatchObject([{ ...held, attempt: 2, worker: 'worker-2' }]);
  expect((await heartbeatsOf(world))[0]!.claimed_at.getTime()).toBeGreaterThan(left!.heartbeat_at!.getTime());
  await world.control('POST', '/control/release');
  await world.control('POST', '/control/release');
  await waitForCrawl(world.client, dispensary.id);
  await second.stop();
  expect(await heartbeatsOf(world)).toEqual([]);
  expect(await runsOf(world)).toMatchObject([
    { worker: 'worker-2', stage: 'ingest', retry_count: 1, attempt: 1, ended_as: 'completed' },
  ]);
});

test('an attempt that failed waits for the next one, with its error', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const worker = await world.startWorker('worker-1', OFTEN);
  await strike(world, { match: MENUS, action: { type: 'status', status: 502 } });
  await startCrawl(world.client, dispensary, { images: false });
  const readWaiting = async () => (await heartbeatsOf(world)).find((row) => row.worker === null);
  await expect.poll(readWaiting, PATIENCE).toBeDefined();
  const waiting = (await readWaiting())!;
  expect(waiting).toMatchObject({ activity: 'fetchMenu', heartbeat_at: null });
  expect(waiting.next_attempt_at!.getTime()).toBeGreaterThan(waiting.claimed_at.getTime());
  expect(await runsOf(world)).toMatchObject([
    { error_kind: 'UpstreamError', error_message: expect.stringContaining('502') as string, ended_as: null },
  ]);
  await world.control('DELETE', '/control/faults');
  await waitForCrawl(world.client, dispensary.id);
  await worker.stop();
  expect(await heartbeatsOf(world)).toEqual([]);
  const [run] = await runsOf(world);
  expect(run).toMatchObject({ ended_as: 'completed', error_kind: null });
  expect(run!.retry_count).toBeGreaterThan(0);
});

test('what workers do while the database is away is written when it is back', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const [one, other] = await addNamedDispensaries(world);
  const through = new URL(world.databaseUrl);
  const link = await openLink(through.host);
  through.host = link.address;
  const worker = await world.startWorker('worker-1', { ...OFTEN, DATABASE_URL: through.href });
  await strike(world, { match: MENUS, times: 1, action: { type: 'hold' } });
  await startCrawl(world.client, one!, { images: false });
  await untilHeld(world);
  await expect
    .poll(() => heartbeatsOf(world), PATIENCE)
    .toMatchObject([{ heartbeat_at: expect.any(Date) as Date }]);
  link.cut();
  const { handle } = await startCrawl(world.client, other!, { images: false });
  const attempt = async () => (await handle.describe()).raw.pendingActivities?.[0]?.attempt;
  await expect.poll(attempt, PATIENCE).toBeGreaterThan(2);
  expect(await runsOf(world)).toHaveLength(1);
  await strike(world, { match: MENUS, times: 1, action: { type: 'hold' } });
  await link.join();
  await expect
    .poll(() => heartbeatsOf(world), PATIENCE)
    .toMatchObject([{ attempt: 1 }, { attempt: expect.any(Number) as number }]);
  await expect.poll(async () => (await heartbeatsOf(world))[1]?.worker, PATIENCE).toBe('worker-1');
  const last = (await heartbeatsOf(world))[1]!;
  expect(last.attempt).toBeGreaterThan(2);
  await expect.poll(async () => (await runsOf(world))[1]?.retry_count, PATIENCE).toBe(last.attempt - 1);
  const [, run] = await runsOf(world);
  expect(run!.started_at!.getTime()).toBeLessThan(last.claimed_at.getTime());
  await world.control('POST', '/control/release');
  await world.control('POST', '/control/release');
  await waitForCrawl(world.client, one!.id);
  await waitForCrawl(world.client, other!.id);
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
  expect(await heartbeatsOf(world)).toEqual([]);
  expect(await runsOf(world)).toMatchObject([
    { ended_as: 'completed', retry_count: 0 },
    { ended_as: 'completed', retry_count: last.attempt - 1 },
  ]);
});

test('a reset is the second attempt of its run', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const worker = await world.startWorker('worker-1', OFTEN);
  await startCrawl(world.client, dispensary, { images: false });
  const { payloadId } = await waitForCrawl(world.client, dispensary.id);
  const { handle } = await startRefresh(world.client, { payloadId, dispensary: null });
  await handle.result();
  const { runId: firstRunId } = await handle.describe();
  const { runId } = await world.client.workflowService.resetWorkflowExecution({
    namespace: world.namespace,
    workflowExecution: { workflowId: handle.workflowId, runId: firstRunId },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'once-more',
    reason: 'a test',
  });
  await world.client.workflow.getHandle(handle.workflowId, runId).result();
  // Polls, because at first it is not clear to which run the attempt belongs.
  const newest = async () => (await runsOf(world)).find(({ workflow_id: id }) => id === handle.workflowId);
  await expect.poll(newest, { timeout: 60_000 }).toMatchObject({ run_id: runId, worker: 'worker-1' });
  await worker.stop();
  expect(await heartbeatsOf(world)).toEqual([]);
  expect((await runsOf(world)).filter(({ workflow_id: id }) => id === handle.workflowId)).toMatchObject([
    {
      id: firstRunId,
      run_id: runId,
      type: 'refreshFromPayload',
      role: 'product_refresh',
      attempt: 2,
      worker: 'worker-1',
      dispensary_id: dispensary.id,
      platform: 'dutchie',
      retry_count: 0,
    },
  ]);
});
