import { DatabaseError } from 'pg';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';

/** A table with a partition for each month, whose rows are deleted some day. */
interface MonthlyTable {
  name: string;
  /** A row is kept that meets one of these. Each has an index, since they are looked at while nobody else reads the table. */
  isKept: (before: Date) => RawBuilder<boolean>[];
  /** Null: a month goes as a whole. */
  rows: {
    /** Rows that are kept by none of them, by an index. */
    isSwept: (before: Date) => RawBuilder<boolean>;
    /** The column by which rows are deleted. */
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
 * Notes that what ended so many days ago, or earlier, is deleted: from now on nobody writes it again.
 * @returns the moment that many days ago
 */
export async function beginSweep(db: Db, days: number): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    with given as (select date_trunc('milliseconds', now() - make_interval(days => ${days})) as before)
    update ledger_state set swept_to = greatest(swept_to, before) from given returning before
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The table ledger_state has no row; migration 0040 makes it.');
  return row.before;
}

/** Before which moment nothing is written any more; null: nothing was deleted yet. */
export async function readSweptTo(db: Db): Promise<Date | null> {
  const { rows } = await sql<{
    sweptTo: Date | null;
  }>`select swept_to as "sweptTo" from ledger_state`.execute(db);
  return rows[0]?.sweptTo ?? null;
}

/** PostgreSQL's codes for a lock that took too long, and for two that wait for each other. */
const LOCK_CODES = ['55P03', '40P01'];

/** Who reads the table waits as long, behind us. */
const LOCK_MS_MAX = 1_000;

/**
 * Drops the partitions of months that ended before a moment, of which no row is kept. One that cannot be locked stays; its rows
 * can be deleted all the same.
 * @returns their names
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
      // The parent first, as all who write rows lock it; a run may have been opened again meanwhile.
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

/** One statement is not to hold up others for long. */
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
    // Rows that others have locked are left for the next time; one that changed meanwhile is looked at again.
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
