import { expect, test } from 'vitest';
import { createTurnWorld } from '../support/turn-world.ts';

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
