import { expect, test } from 'vitest';
import { startDiscovery, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';

interface Listed {
  id: number;
  platform_dispensary_id: string;
}

test('shops for tests that discovery left out are admitted, crawled, and kept by the next discovery', async () => {
  const world = await createCrawlWorld({ dispensaries: 12, products: 10 });
  await world.startWorker();
  const { call, url: CRAWLCHAIN_URL } = await startApiServer(world);
  const { dispensaries } = await world.truth();
  const shops = dispensaries.filter(({ isTestShop }) => isTestShop);
  expect(shops.length).toBeGreaterThan(0);
  const states = [...new Set(dispensaries.map(({ state }) => state))];
  const discover = async () =>
    (await startDiscovery(world.client, { platform: 'dutchie', states }, 'all')).handle.result();
  expect(await discover()).toMatchObject({ rejected: shops.length });
  const rejected = async () => (await call<{ items: Listed[] }>('GET', '/api/locations/rejected')).body.items;
  const listed = await rejected();
  expect(listed.map(({ platform_dispensary_id: id }) => id).toSorted()).toEqual(
    shops.map(({ platformId }) => platformId).toSorted(),
  );

  const { status, body } = await call<{ id: number }>('POST', `/api/locations/${listed[0]!.id}/admit`);
  expect(status).toBe(201);
  expect(await waitForCrawl(world.client, body.id)).toMatchObject({ payloadId: expect.any(Number) });
  expect(await discover()).toMatchObject({ promoted: 0, rejected: shops.length - 1 });

  const crawlchain = (...text: string[]) => runProgram('cli/main.ts', text, { CRAWLCHAIN_URL });
  const reported = await crawlchain('locations', 'rejected', '--why', 'test shop', '--json');
  expect(reported).toMatchObject({ code: 0, stderr: '' });
  expect((JSON.parse(reported.stdout) as Listed[]).map(({ id }) => id)).toEqual(
    listed.slice(1).map(({ id }) => id),
  );
  const again = await crawlchain('locations', 'admit', String(listed[0]!.id));
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ is dispensary \d+\. Nothing was started\.\n$/),
  });
  const unknown = await crawlchain('locations', 'admit', '999999');
  expect(unknown).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('There is no location 999999.'),
  });
});
