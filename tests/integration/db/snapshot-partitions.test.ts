import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  dropOldSnapshotPartitions,
  makeSnapshotPartitions,
} from '../../../db/queries/snapshot-partitions.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { untilBlocked } from './until-blocked.ts';

async function partitionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'store_product_snapshots'::regclass order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function snapshotsIn(db: Db, partition: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(partition)}`.execute(db);
  return rows[0]?.count ?? 0;
}

test('the partition of a month is made when its first payload comes, by the month of the fetch in UTC', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  expect(await partitionsOf(db)).toEqual([]);
  const lastOfJanuary = new Date('2026-01-31T23:59:59.999Z');
  const firstOfFebruary = new Date('2026-02-01T00:00:00.000Z');
  for (const fetchedAt of [lastOfJanuary, firstOfFebruary, new Date('2026-02-28T23:59:59.999Z')])
    await ingest(db, run, { fetchedAt, products: [makeProduct('a'), makeProduct('b')] });
  expect(await partitionsOf(db)).toEqual([
    'store_product_snapshots_2026_01',
    'store_product_snapshots_2026_02',
  ]);
  expect(await snapshotsIn(db, 'store_product_snapshots_2026_01')).toBe(2);
  expect(await snapshotsIn(db, 'store_product_snapshots_2026_02')).toBe(4);
});

test('the year turns, and the zone of the session changes no month', async () => {
  const { db, url } = await createTestDatabase();
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.ref(name)} set timezone to 'Pacific/Auckland'`.execute(db);
  // Open sessions keep their time zones, so this session adds a third one.
  await db.transaction().execute(async (tx) => {
    await sql`set local timezone to 'America/Los_Angeles'`.execute(tx);
    for (const moment of [
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00Z',
      '2026-03-31T12:00:00Z',
      '2026-04-01T00:00:00Z',
    ])
      await sql`select ensure_snapshot_partition(${moment})`.execute(tx);
  });
  expect(await partitionsOf(db)).toEqual(
    ['2025_12', '2026_01', '2026_03', '2026_04'].map((month) => `store_product_snapshots_${month}`),
  );
  const run = await beginRun(db);
  const fetchedAt = new Date('2026-01-01T00:00:00Z');
  await ingest(db, run, { fetchedAt, products: [makeProduct('a')] });
  expect(await snapshotsIn(db, 'store_product_snapshots_2026_01')).toBe(1);
});

test('payloads of new months at once make each partition once', async () => {
  const { db } = await createTestDatabase();
  const runs = await Promise.all(Array.from({ length: 8 }, () => beginRun(db)));
  await Promise.all(
    runs.map((run, place) =>
      ingest(db, run, {
        fetchedAt: new Date(Date.UTC(2026, place % 2, 15)),
        products: [makeProduct('a'), makeProduct('b')],
      }),
    ),
  );
  expect(await partitionsOf(db)).toEqual([
    'store_product_snapshots_2026_01',
    'store_product_snapshots_2026_02',
  ]);
  expect(await snapshotsIn(db, 'store_product_snapshots_2026_01')).toBe(8);
  expect(await snapshotsIn(db, 'store_product_snapshots_2026_02')).toBe(8);
});

test('a new month begins while another ingest is under way, and neither breaks the other', async () => {
  const { db } = await createTestDatabase();
  const [running, beginning] = [await beginRun(db), await beginRun(db)];
  await ingest(db, running, { fetchedAt: day(1), products: [makeProduct('a'), makeProduct('b')] });

  const both = await db.transaction().execute(async (tx) => {
    // The lock on a product that is gone stops the March ingest after it has written its snapshots and before it writes its misses.
    await sql`select from store_products where provider_product_id = 'b' for update`.execute(tx);
    const march = ingest(db, running, { fetchedAt: day(2), products: [makeProduct('a')] });
    await untilBlocked(db, 1);
    const april = ingest(db, beginning, { fetchedAt: day(40), products: [makeProduct('a')] });
    await untilBlocked(db, 2);
    return { march, april };
  });
  const [march, april] = await Promise.all([both.march, both.april]);
  expect([march.counts.snapshots, april.counts.snapshots]).toEqual([1, 1]);
  expect(await partitionsOf(db)).toEqual([
    'store_product_snapshots_2026_03',
    'store_product_snapshots_2026_04',
  ]);
});

test('partitions are made ahead, and making them again changes nothing', async () => {
  const { db } = await createTestDatabase();
  await makeSnapshotPartitions(db, 2);
  await makeSnapshotPartitions(db, 2);
  const now = new Date();
  const names = [0, 1, 2].map((ahead) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    return `store_product_snapshots_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  });
  expect(await partitionsOf(db)).toEqual(names);
});

test('old months are dropped whole, recent ones stay', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const now = new Date();
  const monthsAgo = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
  for (const months of [14, 13, 12, 1])
    await ingest(db, run, { fetchedAt: monthsAgo(months), products: [makeProduct('a')] });
  const dropped = await dropOldSnapshotPartitions(db, 12);
  expect(dropped).toHaveLength(2);
  const left = await db
    .selectFrom('store_product_snapshots')
    .select('fetched_at')
    .orderBy('fetched_at')
    .execute();
  expect(left.map(({ fetched_at: at }) => at)).toEqual([monthsAgo(12), monthsAgo(1)]);
  expect(await dropOldSnapshotPartitions(db, 12)).toEqual([]);
});
