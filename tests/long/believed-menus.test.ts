import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('a menu that a person believes goes in while its chain waits to fetch again, which it does not do any more', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 60 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('worker-1', { CONFIRM_AFTER_MINUTES: '30' });
  const { call } = await startApiServer({
    db: world.db,
    client: world.client,
    env: { STORAGE_ROOT: world.storageRoot },
  });
  const crawl = async () => (await startCrawl(world.client, dispensary, { images: false })).handle;
  await (await crawl()).result();
  await world.control('POST', '/control/lies', { kind: 'prices-times-100', seed: 7 });
  const payloads = () =>
    world.db.selectFrom('raw_crawl_payloads').orderBy('id').select(['id', 'verdict', 'decided_by']).execute();
  const chain = await crawl();
  await expect.poll(payloads, { timeout: 60_000, interval: 50 }).toHaveLength(2);
  const [, doubted] = await payloads();
  const { status } = await call('POST', `/api/payloads/${doubted!.id}/decision`, {
    body: { decision: 'confirm', reason: 'they sell gold' },
  });
  expect(status).toBe(202);
  expect(await chain.result()).toMatchObject({
    payloadId: doubted!.id,
    confirmed: { faults: ['repriced'], by: 'person' },
  });
  expect(await payloads()).toMatchObject([
    { verdict: 'accepted' },
    { verdict: 'confirmed', decided_by: 'this machine (local)' },
  ]);
  const refresh = world.client.workflow.getHandle(`refresh/${doubted!.id}`);
  expect(await refresh.result()).toMatchObject({ isNewest: true });
  // The catalog now has this menu, so nothing in it is doubted again.
  expect(await (await crawl()).result()).not.toHaveProperty('unconfirmed');
});
