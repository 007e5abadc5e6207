import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { menuRequests } from '../support/menu-requests.ts';

/** Matches the columns with the row's ids and times. All other columns describe the product. */
const ORIGIN = /^(id|dispensary_id|last_payload_id|first_seen_at|last_seen_at|updated_at)$/;

/** Reads everything that the catalog knows about the products. */
async function catalogOf({ db }: CrawlWorld): Promise<unknown[]> {
  const rows = await db.selectFrom('store_products').selectAll().orderBy('provider_product_id').execute();
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !ORIGIN.test(column))),
  );
}

/** Reads how each payload was fetched, and the counts of its run. */
async function payloadsOf({ db }: CrawlWorld): Promise<unknown[]> {
  const rows = await db
    .selectFrom('raw_crawl_payloads as payload')
    .innerJoin('crawl_runs as run', 'run.id', 'payload.crawl_run_id')
    .select(['payload.fields_selected', 'run.counts'])
    .orderBy('payload.id')
    .execute();
  return rows.map(({ fields_selected, counts }) => ({
    fieldsSelected: fields_selected,
    drift: counts['drift'],
    skipped: counts['skipped'],
  }));
}

test('a menu that comes by the full query makes the catalog that it makes by its hash, empties nothing, and is no drift', async () => {
  const options = { dispensaries: 1, products: 130 };
  const world = await createCrawlWorld(options);
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  const byHash = await catalogOf(world);
  expect(byHash.length).toBeGreaterThan(300);
  await world.control('POST', '/control/rotate-hashes');
  await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  expect(await catalogOf(world)).toEqual(byHash);
  expect(await payloadsOf(world)).toEqual([
    { fieldsSelected: false, drift: [], skipped: 0 },
    { fieldsSelected: true, drift: [], skipped: 0 },
  ]);

  const other = await createCrawlWorld(options);
  await other.control('POST', '/control/rotate-hashes');
  const { dispensary: same } = await addLargestDispensary(other);
  await other.startWorker();
  await (await startCrawl(other.client, same, { images: false })).handle.result();
  const methods = (await menuRequests(other)).map(({ method }) => method);
  expect(methods).toEqual(['GET', 'POST', 'POST', 'POST', 'POST']);
  expect(await catalogOf(other)).toEqual(byHash);
});
