import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { quarantinePayload } from '../../../db/queries/quarantine.ts';
import { previewMisses } from '../../../payloads/preview-misses.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, makePayloadRecord, MISS_RULE } from '../db/make-crawl.ts';
import { SUSPICION } from '../db/make-unconfirmed.ts';

interface Aside {
  missing?: number;
  /** Returns the name of a product by its id and its position on the menu. */
  nameOf?: (id: string, place: number) => string;
}

/** Creates a store, and functions that ingest menus with these ids or put them into quarantine. */
async function createStore() {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));
  const payloadFiles = createPayloadFiles({ root: await temporaryFolder('misses-') });
  const write = async (fetchedAt: Date, products: object[]) => {
    const document = { products };
    const file = await payloadFiles.write({ dispensaryId: run.dispensaryId, fetchedAt, document });
    const { path: storagePath, sha256, bytes, rawBytes } = file;
    return { storagePath, sha256, bytes, rawBytes };
  };
  const menuOf = (ids: string[], nameOf: (id: string, place: number) => string) =>
    ids.map((id, place) => ({ id, Name: nameOf(id, place), Options: ['1g'], recPrices: [10] }));
  const named = (id: string) => `Strain ${id}`;
  return {
    tools: { db, platforms, payloadFiles, missRule: MISS_RULE },
    bringIn: async (fetchedAt: Date, ids: string[]) => {
      const products = menuOf(ids, named);
      const content = normalizeMenu(platforms.dutchie, products);
      return ingest(db, run, { fetchedAt, ...content, record: await write(fetchedAt, products) });
    },
    putAside: async (fetchedAt: Date, ids: string[], { missing = 0, nameOf = named }: Aside = {}) => {
      const record = await makePayloadRecord(db, fetchedAt);
      const payload = { ...record, ...(await write(fetchedAt, menuOf(ids, nameOf))), missingCount: missing };
      return quarantinePayload(db, run, { payload, suspicion: SUSPICION });
    },
    ingestAside: async (fetchedAt: Date, ids: string[], nameOf: (id: string, place: number) => string) => {
      const content = normalizeMenu(platforms.dutchie, menuOf(ids, nameOf));
      return (await ingest(db, run, { fetchedAt, ...content })).counts;
    },
  };
}

test('what a payload would miss is what an ingest of it counts: the third miss takes out of stock, a product under another id is none', async () => {
  const { tools, bringIn, putAside, ingestAside } = await createStore();
  await bringIn(day(1), ['a', 'b', 'c', 'd', 'e']);
  await bringIn(day(2), ['a', 'c', 'd', 'e']);
  await bringIn(day(3), ['a', 'd', 'e']);
  // If a product appears twice, the later occurrence counts.
  const next = ['a', 'new', 'new'];
  const nameOf = (id: string, place: number) => `Strain ${id === 'new' ? ['d', 'e'][place - 1] : id}`;
  const suspect = await putAside(day(4), next, { nameOf });
  const { off, products } = await previewMisses(tools, suspect);
  expect(off).toBe(null);
  expect(
    products.map(({ provider_product_id: id, misses, missing_since: since, goes_out_of_stock: isOut }) => [
      id,
      misses,
      since,
      isOut,
    ]),
  ).toEqual([
    ['b', 3, day(2), true],
    ['c', 2, day(3), false],
    ['d', 1, day(4), false],
  ]);
  expect(products[0]).toMatchObject({ name: 'Strain b', in_stock: true });
  // The preview changes nothing.
  expect(await previewMisses(tools, suspect)).toEqual({ off, products });
  expect(await ingestAside(day(4), next, nameOf)).toMatchObject({ missed: 3, markedOutOfStock: 1 });
});

test('nothing is missed by a payload that is not whole, that went in, or that is older than the shelf', async () => {
  const { tools, bringIn, putAside } = await createStore();
  const { payload } = await bringIn(day(2), ['a', 'b']);
  expect(await previewMisses(tools, payload.id)).toEqual({ off: 'ingested', products: [] });
  const older = await putAside(day(1), ['a']);
  expect(await previewMisses(tools, older)).toEqual({ off: 'older', products: [] });
  const cut = await putAside(day(3), ['a'], { missing: 1 });
  expect(await previewMisses(tools, cut)).toEqual({ off: 'incomplete', products: [] });
});
