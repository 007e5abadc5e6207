import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Creates the partitions for this month and the following months, so that no ingest has to. */
export async function makeSnapshotPartitions(db: Db, monthsAhead: number): Promise<void> {
  for (let month = 0; month <= monthsAhead; month += 1) {
    // Separate statements: a new partition locks all snapshots, so each lock should be brief.
    await sql`select ensure_snapshot_partition(now() + ${month} * interval '1 month')`.execute(db);
  }
}

/** Drops the partitions of months that ended at least the given number of months ago. @returns their names */
export async function dropOldSnapshotPartitions(db: Db, keepMonths: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'store_product_snapshots'::regclass
      and to_date(right(child.relname, 7), 'YYYY_MM') < date_trunc('month', now() at time zone 'UTC') - ${keepMonths} * interval '1 month'
    order by child.relname
  `.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(db);
  return rows.map(({ name }) => name);
}
