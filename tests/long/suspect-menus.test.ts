import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';

const empty = { data: { filteredProducts: { products: [], queryInfo: { totalCount: 0, totalPages: 0 } } } };
const short = { data: { filteredProducts: { products: [], queryInfo: { totalCount: 130, totalPages: 2 } } } };

test.each([
  ['empty', empty, 'empty'],
  ['shorter than it says', short, 'incomplete'],
])('a menu that comes back %s is not let in, and kept as evidence', async (_, body, fault) => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  await first.handle.result();
  const before = await world.db.selectFrom('store_products').selectAll().orderBy('id').execute();
  await world.control('POST', '/control/faults', {
    rules: [
      {
        match: { operation: 'FilteredProducts' },
        action: { type: 'body', body: JSON.stringify(body), contentType: 'application/json' },
      },
    ],
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect(await failureKind(handle.result())).toBe('SuspectPayload');
  expect(await world.db.selectFrom('store_products').selectAll().orderBy('id').execute()).toEqual(before);
  const payloads = await world.db
    .selectFrom('raw_crawl_payloads')
    .orderBy('id')
    .select(['verdict', 'ingested_at', 'suspicion'])
    .execute();
  expect(payloads.map(({ verdict }) => verdict)).toEqual(['accepted', 'suspect', 'suspect', 'suspect']);
  for (const { ingested_at: ingestedAt, suspicion } of payloads.slice(1)) {
    expect(ingestedAt).toBeNull();
    expect(suspicion).toMatchObject({ fault, message: expect.any(String) });
  }
});

test('a body that is cut off is noticed and asked for again', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary, store } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 0 }, times: 1, action: { type: 'truncate' } }],
  });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
});

test('a menu that lost most of its products is let in once another identity gets the same', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await startCrawl(world.client, dispensary, { images: false });
  await first.handle.result();
  const few = await world.db
    .selectFrom('store_products')
    .limit(30)
    .select('provider_product_id as id')
    .execute();
  const products = few.map(({ id }) => ({ id, Name: `Product ${id}`, Options: ['1g'], recPrices: [10] }));
  const body = JSON.stringify({ data: { filteredProducts: { products, queryInfo: { totalCount: 30 } } } });
  await world.control('POST', '/control/faults', {
    rules: [
      {
        match: { operation: 'FilteredProducts' },
        action: { type: 'body', body, contentType: 'application/json' },
      },
    ],
  });
  const second = await startCrawl(world.client, dispensary, { images: false });
  const { counts, payloadId } = await second.handle.result();
  expect(counts.products).toBe(30);
  const payloads = await world.db
    .selectFrom('raw_crawl_payloads')
    .orderBy('id')
    .select(['id', 'verdict', 'decided_by', 'exit_address'])
    .execute();
  expect(payloads.map(({ verdict, decided_by: by }) => [verdict, by])).toEqual([
    ['accepted', null],
    ['confirmed', 'refetch'],
    ['confirmed', 'refetch'],
  ]);
  expect(payloads[2]!.id).toBe(payloadId);
  expect(payloads[2]!.exit_address).not.toBe(payloads[1]!.exit_address);
});
