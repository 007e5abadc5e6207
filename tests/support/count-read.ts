import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** Counts the rows of a table and its partitions that `work` reads. Rows that come from an index alone do not count. */
export async function countRead(db: Db, table: string, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Rows that this session read in earlier transactions may still be in its counters, so they are subtracted.
    const before = await readSoFar(tx, table);
    await work(tx);
    return (await readSoFar(tx, table)) - before;
  });
}

async function readSoFar(tx: Db, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as read from pg_stat_xact_user_tables
    where relid = ${table}::regclass or relid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass)
  `.execute(tx);
  return rows[0]?.read ?? NaN;
}
