import { expect, test } from 'vitest';
import { startOrSchedule } from '../../temporal-client/start-or-schedule.ts';
import { planCrawl } from '../../temporal-client/task-plans.ts';
import type { StartOnceResult } from '../../workflows/start-once.ts';
import { createTurnWorld, PATIENCE } from '../support/store-wait-world.ts';
import { crawlLater, endOf, runsOf } from '../support/later-crawls.ts';

test.each(['cancelled', 'terminated', 'failed'] as const)(
  'a crawl for later runs once the chain that it waited for is %s',
  async (how) => {
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
  },
);

test('a crawl for later that wants pictures is not joined with one that does not: each has its crawl, one after the other', async () => {
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
  // `started` or `joined`, depending on which of the two came first.
  expect(['started', 'joined']).toContain((await starter.result()).outcome);
  expect((await starter.result()).runId).toBe(runId);
  await world.release();
  await chain.result();
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
