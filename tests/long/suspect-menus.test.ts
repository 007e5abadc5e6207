import { expect, test } from 'vitest';
import { laterId, lookAgainName } from '../../temporal-config/workflow-ids.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';

const BODIES = {
  empty: { data: { filteredProducts: { products: [], queryInfo: { totalCount: 0, totalPages: 0 } } } },
  incomplete: { data: { filteredProducts: { products: [], queryInfo: { totalCount: 130, totalPages: 2 } } } },
};

/** Creates a store that has been crawled once. @param confirmAfterMinutes how many minutes later a doubted menu can be confirmed */
async function crawledStore(confirmAfterMinutes: string) {
  const world = await createCrawlWorld({ dispensaries: 1, products: 130 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('worker-1', { CONFIRM_AFTER_MINUTES: confirmAfterMinutes });
  const crawl = async () => (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  await crawl();
  return { world, dispensary, crawl };
}

const answerWith = (world: CrawlWorld, body: object) =>
  world.control('POST', '/control/faults', {
    rules: [
      {
        match: { operation: 'FilteredProducts' },
        action: { type: 'body', body: JSON.stringify(body), contentType: 'application/json' },
      },
    ],
  });

const shelfOf = (world: CrawlWorld) =>
  world.db.selectFrom('store_products').selectAll().orderBy('id').execute();

const payloadsOf = (world: CrawlWorld) =>
  world.db
    .selectFrom('raw_crawl_payloads')
    .orderBy('id')
    .select(['id', 'verdict', 'decided_by', 'confirmed_by', 'exit_address', 'ingested_at', 'suspicion'])
    .execute();

test.each(['empty', 'incomplete'] as const)(
  'a menu that comes back %s is not let in, is kept as evidence, and forgotten when the store is itself again',
  async (fault) => {
    const { world, dispensary, crawl } = await crawledStore('30');
    const before = await shelfOf(world);
    await answerWith(world, BODIES[fault]);
    expect(await crawl()).toMatchObject({
      unconfirmed: { faults: expect.arrayContaining([fault]), lookAgainAt: expect.any(String) },
    });
    expect(await shelfOf(world)).toEqual(before);
    const [, first, second] = await payloadsOf(world);
    for (const payload of [first, second]) {
      expect(payload).toMatchObject({
        verdict: 'suspect',
        ingested_at: null,
        suspicion: { fault, message: expect.any(String) },
      });
    }
    expect(first?.exit_address).not.toBe(second?.exit_address);
    // The chain itself does not wait. A separate, delayed confirmation crawl waits, under another workflow id than the chain's.
    const look = world.client.workflow.getHandle(laterId(lookAgainName(dispensary.id)));
    expect((await look.describe()).status.name).toBe('RUNNING');
    await world.control('DELETE', '/control/faults');
    expect(await crawl()).not.toHaveProperty('unconfirmed');
    expect((await payloadsOf(world)).map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'rejected',
      'rejected',
      'accepted',
    ]);
    await look.terminate('the test is over');
  },
);

test('half of a menu goes in once a later look sees the same', async () => {
  const { world, dispensary, crawl } = await crawledStore('0.15');
  await world.control('POST', '/control/lies', { kind: 'random-half', seed: 7 });
  expect(await crawl()).toMatchObject({ unconfirmed: { faults: expect.arrayContaining(['shrunk']) } });
  await expect
    .poll(() => payloadsOf(world), { timeout: 120_000, interval: 500 })
    .toContainEqual(
      expect.objectContaining({ verdict: 'confirmed', decided_by: 'time', ingested_at: expect.any(Date) }),
    );
  const confirmed = (await payloadsOf(world)).at(-1);
  expect(confirmed?.confirmed_by).not.toEqual([]);
  // One payload counts as one miss, so nothing else is out of stock yet.
  const shelf = await shelfOf(world);
  expect(shelf.filter((row) => row.consecutive_misses === 1).length).toBeGreaterThan(50);
  const runs = await world.db
    .selectFrom('crawl_runs')
    .where('dispensary_id', '=', dispensary.id)
    .orderBy('id')
    .select('status')
    .execute();
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'unconfirmed', 'completed']);
});

test('prices that are gone are never confirmed by time', async () => {
  const { world, crawl } = await crawledStore('0');
  const before = await shelfOf(world);
  await world.control('POST', '/control/lies', { kind: 'prices-null', seed: 7 });
  for (let look = 0; look < 3; look += 1)
    expect(await crawl()).toMatchObject({
      unconfirmed: { faults: expect.arrayContaining(['unpriced']), lookAgainAt: null },
    });
  expect(await shelfOf(world)).toEqual(before);
});

test('fields that the platform renames are named with their new names, by the API and the command', async () => {
  const { world, crawl } = await crawledStore('30');
  await world.control('POST', '/control/lies', { kind: 'prices-renamed', seed: 7 });
  expect(await crawl()).toMatchObject({
    unconfirmed: { faults: expect.arrayContaining(['unpriced']), lookAgainAt: null },
  });
  const [accepted, suspect] = await payloadsOf(world);
  const { db, client, storageRoot } = world;
  const { call, url } = await startApiServer({ db, client, env: { STORAGE_ROOT: storageRoot } });
  const { status, body } = await call('GET', `/api/payloads/${suspect!.id}/fields`);
  expect(status).toBe(200);
  const renamed = (from: string, to: string) => expect.objectContaining({ from, to, by: 'values' });
  expect(body).toMatchObject({
    from: accepted!.id,
    to: suspect!.id,
    renamed: expect.arrayContaining([
      renamed('Prices', 'prices_value'),
      renamed('recPrices', 'rec_prices_value'),
      renamed('medicalPrices', 'medical_prices_value'),
    ]),
  });
  const shown = await runProgram('cli/main.ts', ['payloads', 'fields', String(suspect!.id)], {
    CRAWLCHAIN_URL: url,
  });
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('probably renamed  Prices → prices_value: '),
  });
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
