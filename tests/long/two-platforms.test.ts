import { expect, test } from 'vitest';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import {
  startCrawl,
  startCrawlDue,
  startDiscovery,
  waitForCrawl,
} from '../../temporal-client/crawl-control.ts';
import { PLATFORM } from '../../temporal-config/search-attributes.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { createCatalogModel, differences } from '../../faults/check/catalog-model.ts';
import { readCatalog } from '../../faults/check/read-catalog.ts';

interface Logged {
  host: string;
  operation: string | null;
  dispensaryId: string | null;
  page: number | null;
  exitAddress: string;
  userAgent: string;
  status: number | null;
}

const restRequestsOf = async (world: CrawlWorld): Promise<Logged[]> =>
  (await world.control<{ requests: Logged[] }>('GET', '/control/requests')).requests.filter(
    ({ host }) => host === new URL(world.sandbox.restUrl).host,
  );

test('one worker crawls two platforms, and the database says what the storefronts say', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 60, restDispensaries: 2 });
  await world.startWorker();
  const model = createCatalogModel();
  for (let pass = 0; pass < 3; pass += 1) {
    if (pass > 0) await world.evolve();
    await crawlAll(world);
    model.crawl(await world.truth());
    expect(differences(model.expected(), await readCatalog(world.db)), `pass ${pass}`).toEqual([]);
  }
  await expectSamePathForBoth(world);
  await expectWholePages(world);
  await expectMovedStore(world);
});

test('a block is answered with another identity, at this platform as at the other', async () => {
  const world = await createCrawlWorld({ dispensaries: 0, products: 60, restDispensaries: 1 });
  const { dispensary, store } = await addLargestDispensary(world, { platform: 'blaze', isResolved: false });
  const rules = [
    { match: { operation: 'products', page: 1 }, times: 1, action: { type: 'status', status: 403 } },
  ];
  await world.control('POST', '/control/faults', { rules });
  await world.startWorker();
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  const { counts } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  const requests = await restRequestsOf(world);
  // The store had no platform id yet, so the chain looked it up by the slug.
  expect(requests[0]).toMatchObject({ operation: 'stores', dispensaryId: store.slug });
  const menu = requests.filter(({ operation }) => operation === 'products');
  expect(menu.map(({ page }) => page)).toEqual([0, 1, 1, 2]);
  expect(menu.map(({ status }) => status)).toEqual([200, 403, 200, 200]);
  expect(menu[2]?.exitAddress).not.toBe(menu[1]?.exitAddress);
  expect(menu[2]?.userAgent).not.toBe(menu[1]?.userAgent);
});

test('a platform that is none is refused in words that name those there are', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  await world.startWorker();
  const { handle } = await startDiscovery(
    world.client,
    { platform: 'greenrush' as 'blaze', states: ['AZ'] },
    'all',
  );
  await expect(handle.result()).rejects.toMatchObject({
    cause: {
      message: expect.stringContaining('platform is "greenrush"; it takes "dutchie" or "blaze"') as string,
    },
  });
});

/**
 * Discovers the stores of both platforms and crawls them for the first time in the first pass; in later passes, crawls all of them again.
 */
async function crawlAll({ client, db }: CrawlWorld): Promise<void> {
  let promoted = 0;
  for (const platform of PLATFORM_NAMES) {
    const input = { platform, states: ['AZ', 'CO'] };
    const { handle } = await startDiscovery(client, input, 'all');
    promoted += (await handle.result()).promoted;
  }
  if (promoted === 0) {
    const due = await startCrawlDue(client, { scope: 'all', intervalHours: 0 });
    await due.handle.result();
  }
  for (const { id } of await db.selectFrom('dispensaries').select('id').execute())
    await waitForCrawl(client, id);
}

/** Expects that each chain has its platform, and that the stores of both platforms go through the same stages. */
async function expectSamePathForBoth({ client, db }: CrawlWorld): Promise<void> {
  const dispensaries = await db.selectFrom('dispensaries').select(['id', 'platform']).orderBy('id').execute();
  expect(dispensaries.map(({ platform }) => platform).toSorted()).toEqual([
    'blaze',
    'blaze',
    'dutchie',
    'dutchie',
  ]);
  for (const { id, platform } of dispensaries) {
    const { typedSearchAttributes } = await client.workflow.getHandle(crawlDispensaryId(id)).describe();
    expect(typedSearchAttributes.get(PLATFORM)).toBe(platform);
    const stages = await db
      .selectFrom('stage_runs')
      .innerJoin('crawl_runs', 'crawl_runs.id', 'stage_runs.crawl_run_id')
      .where('dispensary_id', '=', id)
      .select(['stage', 'outcome'])
      .orderBy('stage_runs.id')
      .execute();
    const once = ['fetch', 'ingest', 'images'].map((stage) => ({ stage, outcome: 'completed' }));
    expect(stages).toEqual([...once, ...once, ...once]);
  }
  const locations = await db
    .selectFrom('dutchie_discovery_locations')
    .where('dispensary_id', 'is not', null)
    .select('platform')
    .execute();
  expect(locations).toHaveLength(dispensaries.length);
  expect(await db.selectFrom('crawl_runs').where('status', '<>', 'completed').selectAll().execute()).toEqual(
    [],
  );
}

/** Expects that the pages of a menu were requested one after the other, and none after the last product. */
async function expectWholePages(world: CrawlWorld): Promise<void> {
  const menu = (await restRequestsOf(world)).filter(({ operation }) => operation === 'products');
  const { dispensaries } = await world.truth();
  for (const store of dispensaries.filter(({ platform }) => platform === 'blaze')) {
    const pages = menu
      .filter(({ dispensaryId }) => dispensaryId === store.platformId)
      .map(({ page }) => page);
    const perPass = Math.ceil((store.products.length + store.inactiveProducts.length) / 50);
    expect(pages.slice(0, perPass)).toEqual([...Array(perPass).keys()]);
  }
  expect(Math.max(...menu.map(({ page }) => page ?? 0))).toBeGreaterThan(1);
}

/** Expects that the second store, whose slug changed after the first pass, is still the same dispensary. */
async function expectMovedStore(world: CrawlWorld): Promise<void> {
  const { dispensaries } = await world.truth();
  const stores = dispensaries.filter(({ platform }) => platform === 'blaze');
  const rows = await world.db
    .selectFrom('dispensaries')
    .where('platform', '=', 'blaze')
    .select(['platform_dispensary_id as platformId', 'slug'])
    .execute();
  const bySlug = (one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1);
  expect(rows.toSorted(bySlug)).toEqual(
    stores.map(({ platformId, slug }) => ({ platformId, slug })).toSorted(bySlug),
  );
  expect(rows.some(({ slug }) => slug.endsWith('-relaunch'))).toBe(true);
}
