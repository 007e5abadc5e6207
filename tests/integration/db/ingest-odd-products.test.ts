import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { structureOf } from '../../../domain/structure.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { generateWorld } from '../../../sandbox/world/generate-world.ts';
import { changeSomewhere } from '../../conformance/change-somewhere.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';

const { dutchie } = createPlatformRegistry(platformSettings(readEnvironment({})));

test('PostgreSQL takes whatever the normalizer makes of menus with odd values in any place', async () => {
  const { db } = await createTestDatabase();
  const [store] = generateWorld({ seed: 9, dispensaries: 1, products: 60 }).stores;
  const records = store?.menuAt(0).map(({ record }) => record) ?? [];
  const odd = fc.constantFrom(...records).chain((record) => changeSomewhere(record));
  // Goes through JSON, so that the products are as if they were read from a payload file.
  const menu = JSON.parse(JSON.stringify(fc.sample(odd, 1500))) as unknown[];
  const { products, skipped, flaws } = normalizeMenu(dutchie, menu);
  expect(products.length).toBeGreaterThan(1000);
  expect(flaws.value).toBeGreaterThan(100);
  const { operation, documented, maps } = dutchie.fields;
  const { counts } = await ingest(db, await beginRun(db), {
    fetchedAt: day(1),
    // Each product gets its own id, so that no product replaces another.
    products: products.map((product, place) => ({ ...product, providerProductId: `${place}` })),
    skipped,
    flaws,
    fields: { operation, documented, structure: structureOf(menu, { maps }) },
  });
  expect(counts).toMatchObject({
    products: products.length,
    snapshots: products.length,
    skipped: skipped.length,
  });
});
