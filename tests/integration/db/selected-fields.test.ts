import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { withoutFields } from '../../../db/keyset-page.ts';
import { createDutchiePlatform } from '../../../platforms/dutchie/dutchie.ts';
import { PRODUCT_FIELDS } from '../../../platforms/dutchie/query-fields.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { NOTHING_KNOWN } from '../../../platforms/platform.ts';
import { FIRST_HASHES } from '../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../sandbox/world/generate-world.ts';
import { fetchStorefront } from '../../support/fetch-storefront.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';

const graphqlUrl = 'https://dutchie.sandbox.test/api-3/graphql';
const byHash = createDutchiePlatform({ graphqlUrl, hashes: FIRST_HASHES });
/** A platform that knows no hash, so that it sends a query text that names the wanted fields. */
const byText = createDutchiePlatform({ graphqlUrl, hashes: {} });

const world = generateWorld({ seed: 11, dispensaries: 3, products: 300 });
const site = { world, pass: () => 0, hashes: () => FIRST_HASHES };

/** Returns the first page of a store's menu, as the given platform receives it. */
function pageOf(platform: typeof byHash, platformDispensaryId: string): unknown[] {
  const request = { platformDispensaryId, page: 0, order: 'ascending', apiUrl: null } as const;
  const { answer } = fetchStorefront(site, platform.requestMenuPage(request, NOTHING_KNOWN));
  return platform.parseMenuPage(answer).products.map(({ raw }) => raw);
}

/** Reads all rows of products, without the columns that depend on the payload's id and time. */
async function catalogOf(db: Db) {
  const rows = await db.selectFrom('store_products').selectAll().orderBy('id').execute();
  return rows.map((row) => withoutFields(row, ['last_payload_id', 'last_seen_at']));
}

const record = { fieldsSelected: true };

test('a payload of fewer fields empties nothing that a fuller one told: no price, quantity, cannabinoid, id of a till, stock of kiosks, picture or brand', async () => {
  const { db } = await createTestDatabase();
  for (const { platformId } of world.stores) {
    const run = await beginRun(db);
    const { products } = normalizeMenu(byHash, pageOf(byHash, platformId));
    const { products: selected } = normalizeMenu(byHash, pageOf(byText, platformId));
    await ingest(db, run, { fetchedAt: day(1), products });
    const full = await catalogOf(db);
    const { counts } = await ingest(db, run, { fetchedAt: day(2), products: selected, record });
    expect(counts).toMatchObject({ products: products.length, added: 0, linked: 0 });
    expect(await catalogOf(db)).toEqual(full);
  }
  const { rows } = await sql<Record<string, number>>`
    select count(price_rec) as prices, count(quantity) as quantities, count(image_url) as pictures, count(brand_id) as brands,
      count(*) filter (where cannabinoids <> '[]') as cannabinoids,
      count(*) filter (where options @? '$[*].posId ? (@ != null)') as tills,
      count(*) filter (where options @? '$[*].quantityKiosk ? (@ != null)') as kiosks
    from store_products
  `.execute(db);
  for (const count of Object.values(rows[0] ?? {})) expect(count).toBeGreaterThan(20);
});

test('the stock of a record that states it where the query does not ask is kept', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  expect(PRODUCT_FIELDS).not.toHaveProperty('quantities');
  const old = { id: 'p1', Name: 'Product 1', Options: ['1g'], recPrices: [10], Status: 'Active' };
  const counted = { ...old, quantities: [{ option: '1g', quantity: 4 }] };
  await ingest(db, run, { fetchedAt: day(1), ...normalizeMenu(byHash, [counted]) });
  await ingest(db, run, { fetchedAt: day(2), ...normalizeMenu(byHash, [old]), record });
  const rows = db.selectFrom('store_products').select(['quantity', 'is_in_stock', 'stock_as_of']);
  expect(await rows.execute()).toEqual([{ quantity: 4, is_in_stock: true, stock_as_of: day(1) }]);
});
