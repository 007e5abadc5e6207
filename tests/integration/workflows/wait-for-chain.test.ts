import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { startRetry } from '../../../temporal-client/crawl-control.ts';
import { askSummary } from '../../../temporal-client/follow-progress.ts';
import { startOrSchedule } from '../../../temporal-client/start-or-schedule.ts';
import { cancelRun } from '../../../temporal-client/steer-tasks.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { URGENT_PRIORITY } from '../../../temporal-config/priorities.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import type { StartOnceResult } from '../../../workflows/start-once.ts';
import { createTurnWorld, PATIENCE, type TurnWorld } from '../../support/turn-world.ts';

/** A crawl for later, whose time comes at once. */
async function crawlLater(
  { client, store }: TurnWorld,
  { images = false, priority = 0 }: { images?: boolean; priority?: number } = {},
): Promise<WorkflowHandle<() => Promise<StartOnceResult>>> {
  const at = new Date(Date.now() + 1_000);
  const plan = planCrawl(store, { images, priority });
  const { outcome, workflowId } = await startOrSchedule(client, plan, { at });
  expect(outcome).toBe('later');
  return client.workflow.getHandle(workflowId);
}

/** What a starter has started or joined, once that has ended too. */
async function endOf({ client }: TurnWorld, starter: WorkflowHandle<() => Promise<StartOnceResult>>) {
  const { outcome, workflowId, runId } = await starter.result();
  const chain = client.workflow.getHandle(workflowId, runId);
  await chain.result();
  return { outcome, runId, startTime: (await chain.describe()).startTime };
}

const runsOf = async ({ db }: TurnWorld) =>
  db.selectFrom('crawl_runs').select(['workflow_run_id', 'status']).orderBy('id').execute();

test('a crawl for later waits for the chain that is open at its time, promotes it, says so, and then runs', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const later = await crawlLater(world, { priority: URGENT_PRIORITY });
  await world.untilWaiting(later.workflowId);
  const { runId } = await chain.describe();
  await expect
    .poll(async () => (await askSummary(later)).summary, PATIENCE)
    .toMatch(/^Waiting for another task of the store: crawl\/1, since /);
  const { events } = await chain.fetchHistory();
  const signals = events?.flatMap(
    ({ workflowExecutionSignaledEventAttributes: one }) => one?.signalName ?? [],
  );
  expect(signals).toEqual(['promote']);
  await world.release();
  await chain.result();
  // The next chain has the same workflow id.
  const closed = await world.client.workflow.getHandle(chain.workflowId, runId).describe();
  const { outcome, startTime } = await endOf(world, later);
  expect(outcome).toBe('started');
  expect(startTime.getTime()).toBeGreaterThanOrEqual(closed.closeTime!.getTime());
  expect((await runsOf(world)).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});

test.each(['cancelled', 'terminated', 'failed'] as const)('also when that chain is %s', async (how) => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const { runId: first } = await chain.describe();
  const later = await crawlLater(world);
  await world.untilWaiting(later.workflowId);
  if (how === 'cancelled') await chain.cancel();
  if (how === 'terminated') await chain.terminate('a test');
  if (how === 'failed') {
    await world.db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
    await world.worker.kill();
    await world.startWorker('worker-2');
    await chain.result().catch(() => undefined);
    await world.db.updateTable('dispensaries').set({ crawl_enabled: true }).execute();
  }
  await world.release();
  expect((await later.result()).outcome).toBe('started');
  expect((await world.client.workflow.getHandle(chain.workflowId, first).describe()).status.name).toBe(
    how.toUpperCase(),
  );
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

test('one that wants pictures is not joined with one that does not: each has its crawl, one after the other', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const waiting = await Promise.all([crawlLater(world), crawlLater(world, { images: true })]);
  await world.untilWaiting(...waiting.map(({ workflowId }) => workflowId));
  await world.release();
  await chain.result();
  const ends = await Promise.all(waiting.map((starter) => endOf(world, starter)));
  expect(ends.map(({ outcome }) => outcome)).toEqual(['started', 'started']);
  expect(await runsOf(world)).toHaveLength(4);
});

test('a chain that began when the start was due, and does the same, is joined at once', async () => {
  const world = await createTurnWorld();
  const at = new Date(Date.now() + 2_000);
  const { workflowId } = await startOrSchedule(world.client, planCrawl(world.store, { images: false }), {
    at,
  });
  await expect.poll(() => Date.now(), PATIENCE).toBeGreaterThan(at.getTime());
  const chain = await world.crawlHeld();
  const { runId } = await chain.describe();
  const starter = world.client.workflow.getHandle<() => Promise<StartOnceResult>>(workflowId);
  // Whichever of both came first.
  expect(['started', 'joined']).toContain((await starter.result()).outcome);
  expect((await starter.result()).runId).toBe(runId);
  await world.release();
  await chain.result();
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

test('a wait outlives a restart of the worker', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const later = await crawlLater(world);
  await world.untilWaiting(later.workflowId);
  await world.worker.kill();
  await world.release();
  await world.startWorker('worker-2');
  await chain.result();
  expect((await endOf(world, later)).outcome).toBe('started');
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
