import { expect, test } from 'vitest';
import { startResolve, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';

/** Waits until the visibility store, which lags behind the histories, lists workflows for the query. Gives up after two minutes. */
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
