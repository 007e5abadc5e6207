import { expect, test } from 'vitest';
import { blockPayload, createTurnWorld, PATIENCE } from '../support/store-wait-world.ts';

test('a wait outlives the worker and the one that is waited for goes on with another', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const refresh = await world.refresh(world.payloadIds[0]!);
  await world.untilWaiting(refresh.workflowId);
  await world.worker.kill();
  await world.release();
  await world.startWorker('worker-2');
  expect(await chain.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  expect(await refresh.result()).toMatchObject({ counts: { products: expect.any(Number) } });
});

test('a task that was terminated does not keep its store: whoever waits notices', async () => {
  const world = await createTurnWorld();
  const chain = await world.crawlHeld();
  const refresh = await world.refresh(world.payloadIds[0]!);
  await world.untilWaiting(refresh.workflowId);
  await chain.terminate('a test');
  expect(await refresh.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  const runs = await world.db
    .selectFrom('crawl_runs')
    .select(['status', 'error_kind'])
    .orderBy('id')
    .execute();
  expect(runs).toEqual([
    { status: 'completed', error_kind: null },
    { status: 'failed', error_kind: 'Abandoned' },
  ]);
  await world.release();
});

test('a refresh that fails, and a chain that is cancelled, hand the store on', async () => {
  const world = await createTurnWorld({ payloads: 2 });
  const [first, second] = world.payloadIds;
  const chain = await world.crawlHeld();
  const refresh = await world.refresh(first!);
  await world.untilWaiting(refresh.workflowId);
  const letGo = await blockPayload(world, first!);
  await chain.cancel();
  await expect.poll(world.holder, PATIENCE).toBe(refresh.workflowId);
  const next = await world.refresh(second!);
  await world.untilWaiting(next.workflowId);
  await refresh.cancel();
  await letGo();
  await expect(refresh.result()).rejects.toThrow('cancelled');
  expect(await next.result()).toMatchObject({ counts: { products: expect.any(Number) } });
  await world.release();
});
