import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addDispensaries, addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';
import { menuRequests, strike } from '../support/menu-requests.ts';

test('a menu that goes round in circles is given up after a few pages, and not let in', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 230 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('worker-1', { CONFIRM_AFTER_MINUTES: '30' });
  const products = Array.from({ length: 100 }, (_, place) => ({ id: `p${place}`, Name: `P ${place}` }));
  const body = JSON.stringify({
    data: { filteredProducts: { products, queryInfo: { totalCount: 5000, totalPages: 50 } } },
  });
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    action: { type: 'body', body, contentType: 'application/json' },
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await handle.result()).toMatchObject({ unconfirmed: { faults: ['incomplete'] } });
  // Two attempts with different exit addresses, each of which lists the menu in both orders. Each listing ends at the first page without
  // new products, the second one.
  expect(await menuRequests(world)).toHaveLength(8);
  const payloads = await world.db.selectFrom('raw_crawl_payloads').select('verdict').execute();
  expect(payloads).toEqual(Array.from({ length: 2 }, () => ({ verdict: 'suspect' })));
});

test("one store's menu that comes for another is not let in", async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 60 });
  const ids = await addDispensaries(world);
  await world.startWorker();
  const named = await world.db
    .selectFrom('dispensaries')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'platform', 'state as stateCode', 'platform_dispensary_id'])
    .execute();
  const [one, other] = [named[0]!, named[1]!];
  const { handle: first } = await startCrawl(world.client, one, { images: false });
  await first.result();
  // Simulates a cache on the way to the site that returns the response for one store to requests for all stores.
  const products = await menuOf(world, one.platform_dispensary_id);
  await strike(world, {
    match: { operation: 'FilteredProducts', dispensaryId: other.platform_dispensary_id },
    action: { type: 'body', body: products, contentType: 'application/json' },
  });
  const { handle: second } = await startCrawl(world.client, other, { images: false });
  expect(await failureKind(second.result())).toBe('SuspectPayload');
  const { error_message: message } = await world.db
    .selectFrom('crawl_runs')
    .where('dispensary_id', '=', other.id)
    .select('error_message')
    .executeTakeFirstOrThrow();
  expect(message).toContain(`got products of store ${one.platform_dispensary_id}`);
});

test('the same page to the letter at two stores is not let in, also where products name no store', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 60 });
  const ids = await addDispensaries(world);
  const products = Array.from({ length: 20 }, (_, place) => ({
    id: `p${place}`,
    Name: `P ${place}`,
    Options: ['1g'],
    Prices: [10],
    recPrices: [10],
  }));
  const body = JSON.stringify({ data: { filteredProducts: { products, queryInfo: { totalCount: 20 } } } });
  await strike(world, {
    match: { operation: 'FilteredProducts' },
    action: { type: 'body', body, contentType: 'application/json' },
  });
  await world.startWorker();
  const start = (id: number) =>
    startCrawl(
      world.client,
      { id, name: `Store ${id}`, platform: 'dutchie', stateCode: 'AZ' },
      { images: false },
    );
  await (await start(ids[0]!)).handle.result();
  expect(await (await start(ids[1]!)).handle.result()).toMatchObject({
    unconfirmed: { faults: expect.arrayContaining(['twin']), lookAgainAt: null },
  });
});

/** Requests the first page of a store's menu from the storefront. */
async function menuOf(world: CrawlWorld, platformDispensaryId: string | null): Promise<string> {
  const payload = await world.db
    .selectFrom('raw_crawl_payloads')
    .innerJoin('dispensaries', 'dispensaries.id', 'raw_crawl_payloads.dispensary_id')
    .where('dispensaries.platform_dispensary_id', '=', platformDispensaryId)
    .select('storage_path')
    .executeTakeFirstOrThrow();
  const document = JSON.parse(
    gunzipSync(await readFile(`${world.storageRoot}/${payload.storage_path}`)).toString('utf8'),
  ) as { products: unknown[] };
  return JSON.stringify({
    data: {
      filteredProducts: { products: document.products, queryInfo: { totalCount: document.products.length } },
    },
  });
}
