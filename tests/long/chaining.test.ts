import { WorkflowFailedError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { startDiscovery, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('a discovery lists its new stores; cancelled, it starts nothing more, and what it started goes on', async () => {
  const world = await createCrawlWorld({ dispensaries: 6, products: 10 });
  const { dispensaries } = await world.truth();
  const states = [...new Set(dispensaries.filter(({ isTestShop }) => !isTestShop).map(({ state }) => state))];
  expect(states.length).toBeGreaterThan(2);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'ConsumerDispensaries' }, after: 1, action: { type: 'hold' } }],
  });
  await world.startWorker();
  const { handle } = await startDiscovery(world.client, { platform: 'dutchie', states }, 'all');
  await world.control('GET', '/control/wait?operation=ConsumerDispensaries&held=1&timeoutMs=60000');
  await handle.cancel();
  await expect(handle.result()).rejects.toBeInstanceOf(WorkflowFailedError);
  await world.control('DELETE', '/control/faults');
  // The discovery of the state that was being requested at the moment of the cancellation may still complete.
  const isStarted = (state: string | null) => state === states[0];
  const found = await world.db.selectFrom('dispensaries').select(['id', 'state']).execute();
  expect(found.filter(({ state }) => states.slice(2).includes(state ?? ''))).toEqual([]);
  for (const { id, state } of found) if (isStarted(state)) await waitForCrawl(world.client, id);

  const others = await startDiscovery(world.client, { platform: 'dutchie', states: states.slice(2) }, 'all');
  const { newStoreIds, promoted } = await others.handle.result();
  const added = await world.db
    .selectFrom('dispensaries')
    .where('state', 'in', states.slice(2))
    .select('id')
    .execute();
  expect(newStoreIds.toSorted((a, b) => a - b)).toEqual(added.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(promoted).toBe(newStoreIds.length);
  for (const id of newStoreIds) await waitForCrawl(world.client, id);
});
