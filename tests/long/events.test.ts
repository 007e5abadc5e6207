import { expect, test } from 'vitest';
import { createCatalogModel, differences } from '../../faults/check/catalog-model.ts';
import { readCatalog } from '../../faults/check/read-catalog.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

// Each round has events of some stores by their states. Events that remove or reprice half of a menu at once are left out, because such
// menus are doubted.
const ROUNDS: Record<string, string>[] = [
  {},
  { AZ: 'closing-sale', CO: 'sell-out-day', NV: 'options-renamed', PA: 'goes-recreational' },
  { AZ: 'delivery', CO: 'brand-renamed', NV: 'drops-medical', PA: 'quantities-unreported' },
  { AZ: 'counted-by-hand', CO: 'category-renamed', NV: 'restock', PA: 'new-photos' },
  { AZ: 'count-too-high', CO: 'closed-for-renovation', NV: 'sale-ends', PA: 'all-on-sale' },
];

test('the catalog follows stores through honest events, as the truth does', async () => {
  const world = await createCrawlWorld({ dispensaries: 4, products: 40 });
  await world.startWorker();
  const dispensaries = await addNamedDispensaries(world);
  const model = createCatalogModel();
  for (const [pass, events] of ROUNDS.entries()) {
    await begin(world, events);
    if (pass > 0) await world.evolve();
    for (const dispensary of dispensaries) {
      const { handle } = await startCrawl(world.client, dispensary, { images: false });
      expect((await handle.result()).counts).toMatchObject({ skipped: 0, skippedOptions: 0 });
    }
    model.crawl(await world.truth());
    expect(differences(model.expected(), await readCatalog(world.db)), `pass ${pass}`).toEqual([]);
  }
  const { events } = await world.control<{ events: object[] }>('GET', '/control/events');
  expect(events).toHaveLength(4 * (ROUNDS.length - 1));
});

/** Starts an event at one store in each of these states. It begins with the next pass. */
async function begin(world: CrawlWorld, events: Record<string, string>): Promise<void> {
  const { dispensaries } = await world.truth();
  for (const [state, kind] of Object.entries(events)) {
    const store = dispensaries.find((candidate) => candidate.state === state && !candidate.isTestShop);
    await world.control('POST', '/control/events', { kind, store: store?.platformId });
  }
}
