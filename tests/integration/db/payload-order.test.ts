import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import type { Db } from '../../../db/connect.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import { loadPayload } from '../../../db/queries/payloads.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, ingest, inputOf, makePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

test('a payload never lies in the future, whoever writes it', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const payload = await makePayload(db, run, new Date(Date.now() + 7_200_000));
  expect(payload.fetchedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  const { counts } = await ingest(db, run, { fetchedAt: new Date(), products: [makeProduct('a')] });
  expect(counts.added).toBe(1);
});

test('shelves that a payload from the future froze go on after the upgrade, and refreshing it does not freeze them again', async () => {
  const { db, url } = await createTestDatabase();
  const run = await beginRun(db);
  // Recreates a state from before the migration: the row, its snapshots and its dispensary have a time two hours in the future.
  await sql`alter table raw_crawl_payloads disable trigger payload_not_in_future`.execute(db);
  const ahead = new Date(Date.now() + 7_200_000);
  const first = await ingest(db, run, { fetchedAt: ahead, products: [product('10.00')] });
  await revert(db);
  const { prepared } = await readPrice(db);
  expect(prepared.getTime()).toBeGreaterThan(Date.now());

  await migrate(url, await readMigrations());
  const moved = await loadPayload(db, first.payload.id);
  expect(moved.fetchedAt.getTime()).toBeLessThanOrEqual(Date.now());
  const { rows } = await sql<{ at: Date }>`select fetched_at as at from store_product_snapshots`.execute(db);
  expect(rows).toEqual([{ at: moved.fetchedAt }]);

  await ingest(db, run, { fetchedAt: new Date(), products: [product('12.00')] });
  expect(await readPrice(db)).toMatchObject({ price: '12.00' });
  expect(await ingestAgain(db, inputOf(moved, [product('10.00')]), run)).toMatchObject({
    isNewest: false,
  });
  expect(await readPrice(db)).toMatchObject({ price: '12.00' });
});

const product = (priceRec: string) => makeProduct('a', { priceRec });

async function readPrice(db: Db): Promise<{ price: string; prepared: Date }> {
  const { rows } = await sql<{ price: string; prepared: Date }>`
    select price_rec as price, current_payload_fetched_at as prepared
    from store_products join dispensaries on dispensaries.id = dispensary_id
  `.execute(db);
  return rows[0]!;
}

/** Reverts the migration. */
async function revert(db: Db): Promise<void> {
  await sql`drop trigger payload_not_in_future on raw_crawl_payloads`.execute(db);
  await sql`drop function keep_payload_out_of_future`.execute(db);
  await sql`alter table workers drop column clock_ahead_ms cascade`.execute(db);
  await sql`delete from schema_migrations where name like '0027%'`.execute(db);
}
