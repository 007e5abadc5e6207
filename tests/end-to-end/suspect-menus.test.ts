import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';

const empty = { data: { filteredProducts: { products: [], queryInfo: { totalCount: 0, totalPages: 0 } } } };
const short = { data: { filteredProducts: { products: [], queryInfo: { totalCount: 130, totalPages: 2 } } } };

test.each([
  ['empty', empty],
  ['shorter than it says', short],
])('a menu that comes back %s is not let in', async (_, body) => {
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
  expect(await world.db.selectFrom('raw_crawl_payloads').selectAll().execute()).toHaveLength(1);
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
