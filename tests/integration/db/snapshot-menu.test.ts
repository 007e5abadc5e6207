import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { diffStoredMenus } from '../../../payloads/diff-stored-menus.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import type { Db } from '../../../db/connect.ts';
import { readSnapshotMenu } from '../../../db/queries/snapshot-menu.ts';
import { diffMenus } from '../../../domain/diff-menus.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

const BEFORE = [makeProduct('a'), makeProduct('b'), makeProduct('c')];
const AFTER = [
  makeProduct('a', { options: [{ ...makeProduct('a').options[0]!, rec: '22.00', quantity: 3 }] }),
  makeProduct('c', { inStock: false }),
  makeProduct('d'),
];

async function ingestBoth(db: Db): Promise<{ from: number; to: number }> {
  const run = await beginRun(db);
  const { payload: from } = await ingest(db, run, { fetchedAt: day(1), products: BEFORE });
  const { payload: to } = await ingest(db, run, { fetchedAt: day(40), products: AFTER });
  return { from: from.id, to: to.id };
}

/** Creates tools with a folder that has no payload files, so that reading a file fails. */
const toolsOf = (db: Db) => ({
  db,
  platforms: createPlatformRegistry(platformSettings(readEnvironment({}))),
  payloadFiles: createPayloadFiles({ root: '/nonexistent' }),
});

test('two payloads that went in are compared without their files, as their menus are', async () => {
  const { db } = await createTestDatabase();
  const ids = await ingestBoth(db);
  const { details, ...rest } = await diffStoredMenus(toolsOf(db), ids);
  expect(rest).toEqual({
    success: true,
    from: { id: ids.from, fetchedAt: day(1).toISOString(), productCount: 3 },
    to: { id: ids.to, fetchedAt: day(40).toISOString(), productCount: 3 },
    diff: { added: 1, removed: 1, priceChanges: 1, stockChanges: 2 },
  });
  const { added, ...changes } = diffMenus(BEFORE, AFTER);
  expect(details).toEqual({ ...changes, added: [expect.objectContaining({ providerProductId: 'd' })] });
  expect(added[0]).toMatchObject({ ...details.added[0] });
});

test.each([
  ['that lost some', sql`delete from store_product_snapshots where fetched_at = ${day(40)} and is_in_stock`],
  [
    'made by other rules',
    sql`update store_product_snapshots set normalizer_version = 0 where fetched_at = ${day(40)}`,
  ],
  [
    'of a payload that is not in',
    sql`update raw_crawl_payloads set ingested_at = null where fetched_at = ${day(40)}`,
  ],
])('snapshots %s are not compared: the files are asked', async (_, change) => {
  const { db } = await createTestDatabase();
  const ids = await ingestBoth(db);
  await change.execute(db);
  await expect(diffStoredMenus(toolsOf(db), ids)).rejects.toMatchObject({ kind: 'CorruptPayload' });
});

test('a menu that is in by two versions of the rules is none', async () => {
  const { db } = await createTestDatabase();
  const { to } = await ingestBoth(db);
  expect(await readSnapshotMenu(db, to)).toMatchObject({ payloadId: to, fetchedAt: day(40) });
  await sql`update store_product_snapshots set normalizer_version = 0 where fetched_at = ${day(40)} and is_in_stock`.execute(
    db,
  );
  expect(await readSnapshotMenu(db, to)).toBeNull();
});
