import { WorkflowFailedError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { startDiscovery, startResolve, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';

/** Visibility follows the histories by a moment. */
async function untilListed({ client }: CrawlWorld, query: string): Promise<string[]> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
    if (ids.length > 0 || Date.now() > deadline) return ids;
  }
}

test('a dispensary without the platform’s id is resolved, and its first crawl follows', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary, store } = await addLargestDispensary(world, { isResolved: false });
  await world.startWorker();
  const { handle } = await startResolve(world.client, dispensary);
  expect(await handle.result()).toEqual({
    platformDispensaryId: store.platformId,
    wasKnown: false,
    chainStarted: true,
  });
  await waitForCrawl(world.client, dispensary.id);
  const run = await world.db.selectFrom('crawl_runs').select(['role', 'status']).executeTakeFirst();
  expect(run).toEqual({ role: 'product_discovery', status: 'completed' });
  const ofStore = `DispensaryId = "${dispensary.id}" AND StateCode = "${dispensary.stateCode}" AND Platform = "dutchie"`;
  expect(await untilListed(world, `Role = "entry_point_discovery" AND ${ofStore}`)).toEqual([
    `resolve/${dispensary.id}`,
  ]);
  expect(
    await untilListed(world, `Role = "product_discovery" AND Outcome = "completed" AND ${ofStore}`),
  ).toEqual([`crawl/${dispensary.id}`]);

  const again = await startResolve(world.client, dispensary, { crawl: false });
  expect(await again.handle.result()).toMatchObject({ wasKnown: true, chainStarted: false });
  const unknown = await startResolve(world.client, { ...dispensary, id: 999_999 });
  expect(await failureKind(unknown.handle.result())).toBe('NotFound');
});

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
  // The state that was asked for at that moment may still come in.
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
