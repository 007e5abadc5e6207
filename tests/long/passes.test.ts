import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { startCrawlDue, startDiscovery, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { createCatalogModel, differences } from '../../faults/check/catalog-model.ts';
import { readCatalog } from '../../faults/check/read-catalog.ts';

const STATES = ['AZ', 'CA', 'CO', 'IL', 'MA', 'MI', 'NM', 'NV', 'PA', 'WA'];

test('six passes over evolving menus leave the database as the storefront’s truth says', async () => {
  const world = await createCrawlWorld({ dispensaries: 4, products: 110 });
  await world.startWorker();
  const model = createCatalogModel();
  for (let pass = 0; pass < 6; pass += 1) {
    if (pass > 0) await world.evolve();
    const ids = await crawlAll(world);
    expect(ids).toHaveLength(4);
    model.crawl(await world.truth());
    expect(differences(model.expected(), await readCatalog(world.db)), `pass ${pass}`).toEqual([]);
  }
  await expectSnapshots(world.db);
  await expectAccounts(world.db);
  await expectLearnedFields(world.db);
  await expectIntactPayloads(world);
  await expectEverythingThroughProxies(world);
  expect(await unfinished(world.db)).toEqual([]);
});

/** Discovers stores and crawls them for the first time in the first pass; in later passes, crawls all of them again. */
async function crawlAll({ client, db }: CrawlWorld): Promise<number[]> {
  const discovery = await startDiscovery(client, { platform: 'dutchie', states: STATES }, 'all');
  const { promoted } = await discovery.handle.result();
  if (promoted === 0) {
    const due = await startCrawlDue(client, { scope: 'all', intervalHours: 0 });
    await due.handle.result();
  }
  const dispensaries = await db.selectFrom('dispensaries').select('id').orderBy('id').execute();
  for (const { id } of dispensaries) await waitForCrawl(client, id);
  return dispensaries.map(({ id }) => id);
}

/** Expects one snapshot per product and payload. */
async function expectSnapshots(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; product_count: number; snapshots: number; products: number }>`
    select payload.id, payload.product_count, count(snapshot.store_product_id) as snapshots,
      count(distinct snapshot.store_product_id) as products
    from raw_crawl_payloads payload left join store_product_snapshots snapshot on snapshot.payload_id = payload.id
    group by payload.id
  `.execute(db);
  expect(rows).toHaveLength(6 * 4);
  for (const row of rows) {
    expect(row.snapshots).toBe(row.product_count);
    expect(row.products).toBe(row.product_count);
  }
}

/** Expects that each run reports the flaws of its products, and no drift of the menus. */
async function expectAccounts(db: Db): Promise<void> {
  const runs = await db.selectFrom('crawl_runs').select('counts').execute();
  expect(runs).toHaveLength(6 * 4);
  for (const { counts } of runs)
    expect(counts).toMatchObject({ skipped: 0, skippedOptions: 0, drift: [], normalizerVersion: 5 });
  const flaws = runs.flatMap(({ counts }) => counts['flawSamples'] as { reason: string }[]);
  // The only flaws in the sandbox's menus are milligrams that are declared as percentages, and special prices above list prices.
  expect(flaws.length).toBeGreaterThan(0);
  expect(new Set(flaws.map(({ reason }) => reason.replaceAll(/\d+\.\d\d/g, 'PRICE')))).toEqual(
    new Set([
      'expected a percentage up to 100, got 492: its unit is not known',
      'expected a special price below the list price PRICE, got PRICE',
    ]),
  );
}

/** Expects that the fields of the menus were learned, under the name of their operation. */
async function expectLearnedFields(db: Db): Promise<void> {
  const fields = await db.selectFrom('payload_fields').selectAll().execute();
  expect(new Set(fields.map(({ operation }) => operation))).toEqual(new Set(['FilteredProducts']));
  expect(fields.find(({ path }) => path === 'POSMetaData.children[].option')).toMatchObject({
    types: ['string'],
    presence: 'always',
  });
}

async function expectIntactPayloads({ db, storageRoot }: CrawlWorld): Promise<void> {
  const payloads = await db
    .selectFrom('raw_crawl_payloads')
    .select(['storage_path', 'sha256', 'size_bytes'])
    .execute();
  for (const payload of payloads) {
    const bytes = await readFile(join(storageRoot, payload.storage_path));
    expect(bytes.length).toBe(payload.size_bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(payload.sha256);
    expect(payload.storage_path).toMatch(/^payloads\/\d{4}\/\d{2}\/\d{2}\/store_\d+_\d{8}T\d{9}Z\.json\.gz$/);
  }
}

async function expectEverythingThroughProxies(world: CrawlWorld): Promise<void> {
  const { totals } = await world.control<{
    totals: { requests: number; throughProxy: number; directRefused: number; byProxy: object };
  }>('GET', '/control/requests');
  expect(totals.requests).toBeGreaterThan(100);
  expect(totals.throughProxy).toBe(totals.requests);
  expect(totals.directRefused).toBe(0);
  expect(Object.keys(totals.byProxy)).toHaveLength(3);
}

async function unfinished(db: Db): Promise<unknown[]> {
  return db.selectFrom('crawl_runs').where('status', '<>', 'completed').selectAll().execute();
}
