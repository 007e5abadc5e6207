import { DatabaseError } from 'pg';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';

/** A table with monthly partitions and a retention. */
interface MonthlyTable {
  name: string;
  /** A row that meets one of these conditions is kept. Each has an index, since they are checked while the table is locked. */
  isKept: (before: Date) => RawBuilder<boolean>[];
  /** Null: only whole months are deleted. */
  rows: {
    /** The rows to delete; uses an index. */
    isSwept: (before: Date) => RawBuilder<boolean>;
    /** The column that identifies the rows to delete. */
    key: string;
  } | null;
}

const SWEPT: MonthlyTable[] = [
  {
    name: 'runs',
    // Jobs have a retention of their own.
    isKept: (before) => [sql`ended_as is null`, sql`ended_at >= ${before}`, sql`type = 'job'`],
    rows: { isSwept: (before) => sql`(ended_at < ${before} and type <> 'job')`, key: 'id' },
  },
  { name: 'run_events', isKept: () => [sql`false`], rows: null },
];

/**
 * Records that runs which ended at least the given number of days ago are deleted, so that no process writes them again.
 * @returns the time before which they ended
 */
export async function beginSweep(db: Db, days: number): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    with given as (select date_trunc('milliseconds', now() - make_interval(days => ${days})) as before)
    update ledger_state set swept_to = greatest(swept_to, before) from given returning before
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The table ledger_state has no row; migration 0040 creates it.');
  return row.before;
}

/** Reads the moment before which runs are deleted and no longer written; null: nothing was deleted yet. */
export async function readSweptTo(db: Db): Promise<Date | null> {
  const { rows } = await sql<{
    sweptTo: Date | null;
  }>`select swept_to as "sweptTo" from ledger_state`.execute(db);
  return rows[0]?.sweptTo ?? null;
}

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCK_CODES = ['55P03', '40P01'];

/** How long we wait for the lock on a table: its readers wait behind us for as long. */
const LOCK_MS_MAX = 1_000;

/**
 * Drops the partitions of months that ended before a moment and have no rows to keep. A partition that cannot be locked stays;
 * its rows can still be deleted.
 * @returns the names of the dropped partitions
 */
export async function dropSweptPartitions(db: Db, before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of SWEPT) {
    for (const partition of await listEndedPartitions(db, table, before))
      if (await dropUnlessKept(db, table, { partition, before })) dropped.push(partition);
  }
  return dropped;
}

async function listEndedPartitions(db: Db, { name }: MonthlyTable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select child.relname as partition
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = ${name}::regclass and child.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and (to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= ${before}
    order by child.relname
  `.execute(db);
  return rows.map(({ partition }) => partition);
}

async function dropUnlessKept(
  db: Db,
  table: MonthlyTable,
  { partition, before }: { partition: string; before: Date },
): Promise<boolean> {
  const isAnyKept = async (tx: Db): Promise<boolean> => {
    const looks = table
      .isKept(before)
      .map((isKept) => sql<boolean>`exists (select from ${sql.id(partition)} where ${isKept})`);
    const { rows } = await sql<{ isKept: boolean }>`select ${sql.join(looks, sql` or `)} as "isKept"`.execute(
      tx,
    );
    return rows[0]?.isKept !== false;
  };
  if (await isAnyKept(db)) return false;
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${String(LOCK_MS_MAX)}, true)`.execute(tx);
      // Lock the parent first, as all writers do. Then check again: a run may have been reopened meanwhile.
      await sql`lock table ${sql.id(table.name)} in access exclusive mode`.execute(tx);
      if (await isAnyKept(tx)) return false;
      await sql`drop table ${sql.id(partition)}`.execute(tx);
      return true;
    });
  } catch (error) {
    if (error instanceof DatabaseError && LOCK_CODES.includes(error.code ?? '')) return false;
    throw error;
  }
}

/** How many rows one statement deletes at most, so that it does not block others for long. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes some of the rows that are not kept.
 * @returns how many, and whether there may be more
 */
export async function deleteSweptRows(db: Db, before: Date): Promise<{ count: number; isMore: boolean }> {
  let count = 0;
  let isMore = false;
  for (const { name, rows } of SWEPT) {
    if (rows === null) continue;
    const { key, isSwept } = rows;
    // Skips locked rows until the next time; a row that changed meanwhile is checked again.
    const { numAffectedRows } = await sql`
      delete from ${sql.id(name)} where ${sql.id(key)} in (
        select ${sql.id(key)} from ${sql.id(name)} where ${isSwept(before)} limit ${DELETED_AT_ONCE} for update skip locked
      )
    `.execute(db);
    count += Number(numAffectedRows ?? 0);
    isMore ||= Number(numAffectedRows ?? 0) === DELETED_AT_ONCE;
  }
  return { count, isMore };
}
