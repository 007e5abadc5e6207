import { expect, test } from 'vitest';
import { startRetry } from '../../../temporal-client/crawl-control.ts';
import { querySummary } from '../../../temporal-client/follow-progress.ts';
import { cancelRun } from '../../../temporal-client/steer-tasks.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { URGENT_PRIORITY } from '../../../temporal-config/priorities.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { createTurnWorld, PATIENCE } from '../../support/store-wait-world.ts';
import { crawlLater, endOf, runsOf } from '../../support/later-crawls.ts';

test('a crawl for later waits for the chain that is open at its time, promotes it, says so, and then runs', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const later = await crawlLater(world, { priority: URGENT_PRIORITY });
  await world.untilWaiting(later.workflowId);
  const { runId } = await chain.describe();
  await expect
    .poll(async () => (await querySummary(later)).summary, PATIENCE)
    .toMatch(/^Waiting for another task of the store: crawl\/1, since /);
  const { events } = await chain.fetchHistory();
  const signals = events?.flatMap(
    ({ workflowExecutionSignaledEventAttributes: one }) => one?.signalName ?? [],
  );
  expect(signals).toEqual(['promote']);
  const promoted = world.db.selectFrom('runs').where('run_id', '=', runId).select('priority');
  expect(await promoted.executeTakeFirst()).toEqual({ priority: URGENT_PRIORITY });
  await world.release();
  await chain.result();
  // The next chain has the same workflow id, so the closed one is found by its run id.
  const closed = await world.client.workflow.getHandle(chain.workflowId, runId).describe();
  const { outcome, startTime, requestedBy } = await endOf(world, later);
  expect([outcome, requestedBy]).toEqual(['started', 'Ann']);
  expect(startTime.getTime()).toBeGreaterThanOrEqual(closed.closeTime!.getTime());
  expect((await runsOf(world)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});

test('several that wait for one store and want the same are joined: one crawl does for all', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const waiting = await Promise.all([1, 2, 3, 4].map(() => crawlLater(world)));
  await world.untilWaiting(...waiting.map(({ workflowId }) => workflowId));
  await world.release();
  await chain.result();
  const ends = await Promise.all(waiting.map((starter) => endOf(world, starter)));
  expect(ends.map(({ outcome }) => outcome).toSorted()).toEqual(['joined', 'joined', 'joined', 'started']);
  expect(new Set(ends.map(({ runId }) => runId)).size).toBe(1);
  expect(await runsOf(world)).toHaveLength(3);
  expect(await world.waiters()).toEqual([]);
});

test('one that is cancelled while it waits starts nothing', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const later = await crawlLater(world);
  await world.untilWaiting(later.workflowId);
  const { workflowId, runId } = await later.describe();
  expect(await cancelRun(world.client, { workflowId, runId }, 'a test')).toBe(true);
  await world.release();
  await chain.result();
  await expect.poll(world.waiters, PATIENCE).toEqual([]);
  expect(await runsOf(world)).toHaveLength(2);
});

test('the start of a schedule, and a retry, wait for no chain', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const bySchedule = await world.client.workflow.start('startOnce', {
    workflowId: 'scheduled/a-test',
    taskQueue: WORKFLOW_QUEUE,
    args: [planCrawl(world.store, { images: false }).start],
  });
  await startRetry(world.client, world.store, {
    afterMs: 10,
    startId: 'retry/a',
    maxRetries: 3,
    retryCount: 1,
  });
  const retry = world.client.workflow.getHandle(`later/retry-${world.store.id}`);
  const open = { workflowId: 'crawl/1', outcome: 'already running' };
  expect([await bySchedule.result(), await retry.result()]).toEqual([open, open]);
  await world.release();
  await chain.result();
});
