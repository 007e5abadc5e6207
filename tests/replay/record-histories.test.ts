import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import {
  startAnalyticsRefresh,
  startCrawl,
  startCrawlDue,
  startDiscovery,
  startProxyProbes,
  startRefresh,
  startResolve,
  startRetry,
  startStorageSweep,
} from '../../temporal-client/crawl-control.ts';
import { startPlanLater } from '../../temporal-client/start-plan.ts';
import { planCrawl } from '../../temporal-client/task-plans.ts';
import { URGENT_PRIORITY } from '../../temporal-config/priorities.ts';
import { REFRESH_ANALYTICS_ID } from '../../temporal-config/workflow-ids.ts';
import { findJob } from '../support/find-job.ts';
import type { JobInput } from '../../domain/job.ts';
import { startBulkAction } from '../../temporal-client/bulk-action-control.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { sql } from 'kysely';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { makeBacklog } from '../support/crawl-backlog.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { createDoubtWorld, MENU, unbelieved } from '../support/doubt-world.ts';
import { createFanOutWorld } from '../support/fan-out-world.ts';
import { makeCrawled } from '../support/make-crawled.ts';
import { blockPayload, createTurnWorld } from '../support/store-wait-world.ts';
import { createPods, fetchOneOn, letOneWait, resume } from '../support/separate-disks.ts';
import { keep } from './keep-history.ts';

// Records the histories that replay.test.ts replays: `npx vitest run --project record`. Run this when a workflow gets a new path. Commit
// only the new histories, and keep those that older code recorded.

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));

test('records a history of every workflow and path', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { client } = world;
  const { dispensary } = await addLargestDispensary(world);
  const refuse = (rule: object) => world.control('POST', '/control/faults', { rules: [rule] });
  await world.startWorker();
  const crawl = async (images: boolean) => (await startCrawl(client, dispensary, { images })).handle;

  await keep(client, 'crawlDispensary.completed', await crawl(true));
  await keep(client, 'crawlDispensary.without-images', await crawl(false));
  await refuse({ match: { operation: 'FilteredProducts', page: 0 }, times: 1, action: { type: 'cut' } });
  await keep(client, 'crawlDispensary.retried', await crawl(false));
  await refuse({ match: { operation: 'FilteredProducts' }, action: { type: 'status', status: 403 } });
  await keep(client, 'crawlDispensary.blocked', await crawl(false));
  await world.control('DELETE', '/control/faults');
  await refuse({ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } });
  const held = await crawl(false);
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  const due = await startCrawlDue(client, { scope: 'all', intervalHours: 0 });
  await keep(client, 'crawlDue.already-running', due.handle);
  const inVain = await client.workflow.start('startOnce', {
    workflowId: 'in-vain',
    taskQueue: 'crawlchain',
    args: [{ workflow: 'crawlDispensary', workflowId: held.workflowId, input: {} }],
  });
  await keep(client, 'startOnce.already-running', inVain);
  await held.cancel();
  await keep(client, 'crawlDispensary.cancelled', held);
  await world.control('POST', '/control/release');

  const discovery = await startDiscovery(client, { platform: 'dutchie', states: ['AZ', 'CO'] }, 'AZ+CO');
  await keep(client, 'discoverStores.completed', discovery.handle);
  const resolve = await startResolve(client, dispensary, { crawl: false });
  await keep(client, 'resolveEntryPoint.known', resolve.handle);
  const nothing = await startCrawlDue(client, { scope: 'HI', intervalHours: 4 });
  await keep(client, 'crawlDue.nothing-due', nothing.handle);
  const analytics = await startAnalyticsRefresh(client);
  await keep(client, 'refreshAnalytics.completed', analytics.handle);

  const probes = await startProxyProbes(client);
  await keep(client, 'probeProxies.completed', probes.handle);

  const sweep = await startStorageSweep(client);
  await keep(client, 'sweepStorage.completed', sweep.handle);
  const { id: payloadId } = await world.db
    .selectFrom('raw_crawl_payloads')
    .select('id')
    .executeTakeFirstOrThrow();
  const refresh = await startRefresh(client, { payloadId, dispensary });
  await keep(client, 'refreshFromPayload.completed', refresh.handle);

  const start = { workflow: 'refreshAnalytics', workflowId: REFRESH_ANALYTICS_ID, input: {} };
  const once = await client.workflow.start('startOnce', {
    workflowId: 'once',
    taskQueue: 'crawlchain',
    args: [start],
  });
  await keep(client, 'startOnce.started', once);
});

test('records the history of a start that a person wanted later', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  const store = { id: 1, name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
  const plan = planCrawl(store, { priority: URGENT_PRIORITY });
  await keep(
    world.client,
    'startOnce.later',
    await startPlanLater(world.client, plan, { at: new Date(), maxRetries: 2 }),
  );
});

test('records the histories of workflows that a person starts by hand without the platform', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const byHand = (type: string, workflowId: string, input: object) =>
    world.client.workflow.start(type, { workflowId, taskQueue: 'crawlchain', args: [input] });
  const { id: dispensaryId } = dispensary;
  const chain = await byHand('crawlDispensary', `crawl/${dispensaryId}`, { dispensaryId, images: false });
  await keep(world.client, 'crawlDispensary.by-hand', chain);
  const resolve = await byHand('resolveEntryPoint', `resolve/${dispensaryId}`, {
    dispensaryId,
    crawl: false,
  });
  await keep(world.client, 'resolveEntryPoint.by-hand', resolve);
});

test('records the history of a chain that is brought forward while it waits', async () => {
  const world = await createCrawlWorld({ dispensaries: 3, products: 10 });
  const { waiting } = await makeBacklog(world);
  const promoted = waiting.find(({ id }) => id === 1)!;
  const { handle } = await startCrawl(world.client, promoted, { images: false, priority: URGENT_PRIORITY });
  await world.control('POST', '/control/release');
  await keep(world.client, 'crawlDispensary.promoted', handle);
});

test('records the history of a chain that finds the id of its dispensary on the way', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world, { isResolved: false });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await keep(world.client, 'crawlDispensary.resolved', handle);
});

test('records the history of a chain that goes on in a browser', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 130,
    env: { BROWSER_NO_SANDBOX: String(process.getuid?.() === 0) },
  });
  const { dispensary } = await addLargestDispensary(world);
  await world.db.updateTable('dispensaries').set({ fetch_mode: 'auto' }).execute();
  await world.control('POST', '/control/gate', { closed: true });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await keep(world.client, 'crawlDispensary.in-browser', handle);
});

test('records the histories of a chain whose menu is not believed, and of the look again', async () => {
  const { client, crawl, look } = await createDoubtWorld([unbelieved(10), MENU]);
  await keep(client, 'crawlDispensary.unconfirmed', await crawl());
  await keep(client, 'startOnce.look-again', look);
});

test('records the histories of a chain that is to run again, and of its retry', async () => {
  const blocked = () => ApplicationFailure.nonRetryable('every proxy was refused', 'Blocked');
  const world = await createDoubtWorld([blocked(), MENU]);
  const { client, crawl, retry, store } = world;
  await keep(client, 'crawlDispensary.to-be-retried', await crawl({ maxRetries: 1 }));
  await retry.terminate('it waits a minute');
  await startRetry(client, store, { afterMs: 10, startId: 'retry/soon', maxRetries: 1, retryCount: 1 });
  await keep(client, 'startOnce.retry-wanted', retry);
  // Simulates that a person has crawled the store in the meantime.
  const { db, id } = world;
  await startRetry(client, store, { afterMs: 5_000, startId: 'retry/late', maxRetries: 1, retryCount: 1 });
  await makeCrawled(db, id);
  await keep(client, 'startOnce.retry-not-needed', retry);
});

test('records the histories of fan-outs that wait', async () => {
  const world = await createFanOutWorld();
  await world.addDispensaries(3);
  const input = { scope: 'all', intervalHours: 0 };
  const narrow = await startCrawlDue(world.client, { ...input, window: 1 });
  await keep(world.client, 'crawlDue.window-full', narrow.handle);
  const spread = await startCrawlDue(world.client, { ...input, spread: { batches: 3, overHours: 0.002 } });
  await keep(world.client, 'crawlDue.in-batches', spread.handle);
});

test('records the histories of what is done with files where workers share no storage', async () => {
  const pods = await createPods(10);
  const { client } = pods.world;
  await pods.startPod('pod-a', 'fetch-dutchie');
  const { handle } = await startCrawl(client, pods.dispensaries[0]!);
  await keep(client, 'crawlDispensary.held', handle);
  await pods.startPod('pod-b');
  const refresh = await startRefresh(client, { payloadId: 1, dispensary: null });
  await keep(client, 'refreshFromPayload.held', refresh.handle);
  const sweep = await startStorageSweep(client);
  await keep(client, 'sweepStorage.two-pods', sweep.handle);
});

test('records the history of a chain whose file is on the disk of a pod that is busy', async () => {
  const pods = await createPods(3);
  await pods.startPod('pod-a');
  const [waited] = await letOneWait(pods);
  await keep(pods.world.client, 'crawlDispensary.pod-busy', waited!);
});

test('records the history of a chain whose file is on the disk of a pod that is gone', async () => {
  const pods = await createPods(3);
  const gone = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await gone.kill();
  await pods.startPod('pod-b', 'fetch-dutchie');
  resume(pods);
  await keep(pods.world.client, 'crawlDispensary.pod-gone', handle);
});

test('records the histories of tasks that wait for another task of their store', async () => {
  const world = await createTurnWorld();
  const { client, store } = world;
  const payloadId = world.payloadIds[0]!;
  const chain = await world.crawlHeld();
  const later = async (images: boolean) =>
    startPlanLater(client, planCrawl(store, { images, priority: URGENT_PRIORITY }), { at: new Date() });
  const starters = [await later(false), await later(false)];
  const refresh = await world.refresh(payloadId);
  await world.untilWaiting(refresh.workflowId, ...starters.map(({ workflowId }) => workflowId));
  await world.release();
  await chain.result();
  await keep(client, 'refreshFromPayload.waited', refresh);
  for (const starter of starters) {
    const { outcome } = await starter.result();
    await keep(client, outcome === 'joined' ? 'startOnce.joined' : 'startOnce.waited', starter);
  }
  await client.workflow.getHandle(chain.workflowId).result();

  await world.db.updateTable('dispensaries').set({ platform_dispensary_id: null }).execute();
  const letGo = await blockPayload(world, payloadId);
  const cancelled = await world.refresh(payloadId);
  await expect.poll(world.holder).toBe(cancelled.workflowId);
  const { handle: search } = await startResolve(client, store, { crawl: false });
  await world.untilWaiting(search.workflowId);
  const waiting = await world.crawl();
  await world.untilWaiting(search.workflowId, waiting.workflowId);
  await world.crawl({ priority: URGENT_PRIORITY });
  await cancelled.cancel();
  await letGo();
  await keep(client, 'refreshFromPayload.cancelled', cancelled);
  await keep(client, 'resolveEntryPoint.waited', search);
  await keep(client, 'crawlDispensary.waited', waiting);
});

test('records a history of each end of a job', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, env: { JOB_TYPES } });
  const { client } = world;
  await world.startWorker();
  const start = async (id: string, input: JobInput) => {
    const { workflowId } = await startJob(client, { account: 'ann', platform: 'a site', ...input }, { id });
    return client.workflow.getHandle(workflowId);
  };
  const count = { jobType: 'count', payload: { to: 2 } };
  await keep(client, 'job.completed', await start('completed', count));
  await keep(client, 'job.retried', await start('retried', { ...count, payload: { to: 2, failures: 1 } }));
  const never = { ...count, payload: { to: 2, failures: 9 }, maxRetries: 0 };
  await keep(client, 'job.failed', await start('failed', never));
  const soon = new Date(Date.now() + 2_000).toISOString();
  await keep(client, 'job.later', await start('later', { ...count, scheduledFor: soon }));
  const anHour = new Date(Date.now() + 3_600_000).toISOString();
  const early = await start('started-now', { ...count, scheduledFor: anHour });
  await early.signal('startNow');
  await keep(client, 'job.started-now', early);
  const edited = await start('edited', { ...count, scheduledFor: anHour });
  await edited.executeUpdate('edit', { args: [{ scheduledFor: null, payload: { to: 3 } }] });
  await keep(client, 'job.edited', edited);
  const waiting = await start('cancelled', { jobType: 'wait' });
  await expect
    .poll(() => findJob(world.db, 'cancelled'), { timeout: 30_000 })
    .toMatchObject({ status: 'running' });
  await waiting.cancel();
  await keep(client, 'job.cancelled', waiting);
  const byHand = await client.workflow.start('job', {
    workflowId: 'job/by-hand',
    taskQueue: 'crawlchain',
    args: [{ jobType: 'count', payload: { to: 1 }, account: 'bob', platform: 'another site' }],
  });
  await keep(client, 'job.by-hand', byHand);
});

test('records the histories of bulk actions that complete, and of one that is aborted', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, env: { JOB_TYPES } });
  const { client, db } = world;
  await world.startWorker();
  const never = { jobType: 'count', payload: { to: 2, failures: 9 }, maxRetries: 0 };
  for (const id of ['one', 'two', 'three']) {
    const { workflowId } = await startJob(client, never, { id });
    await client.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined);
  }
  const begin = async (id: string, pageSize: number) => {
    const input = { action: 'retry', of: 'jobs', filter: { job_type: 'count' }, pageSize } as const;
    const { workflowId } = await startBulkAction(client, { ...input, requestedBy: 'Ann' }, id);
    return client.workflow.getHandle(workflowId);
  };
  await keep(client, 'bulkAction.completed', await begin('completed', 2));
  await db.transaction().execute(async (tx) => {
    // The lock holds the first page of the bulk action until the action is cancelled.
    await sql`lock table jobs in access exclusive mode`.execute(tx);
    const aborted = await begin('aborted', 1);
    await expect
      .poll(async () => (await aborted.describe()).raw.pendingActivities?.[0]?.activityType?.name, {
        timeout: 30_000,
      })
      .toBe('actOnPage');
    await aborted.cancel();
  });
  await keep(client, 'bulkAction.aborted', client.workflow.getHandle('bulk/aborted'));
});
