import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/connect.ts';
import { queryLegacy, LegacyRefused } from './query-legacy.ts';
import { findTables, type Columns } from './legacy-tables.ts';
import { nameOf, QUEUES, SCHEDULES, switchOf, UNDER_WAY, WAITING } from './queue-tables.ts';

interface Options {
  /** Whether to do everything, report it, and roll it back. */
  isDryRun: boolean;
}

/** The result for a table of schedules. */
export interface DisabledSchedules {
  table: string;
  /** Null when the table's schedules cannot be disabled; `reason` says why. */
  disabled: number | null;
  /** The names of the schedules disabled now. */
  names: string[];
  /** The number of schedules that were disabled before. */
  already_disabled: number | null;
  /** What a person has to do; null when nothing. */
  reason: string | null;
}

/** The result for the schedules and the queues. */
export interface StoppedQueue {
  schedules: DisabledSchedules[];
  work: CancelledWork[];
}

/**
 * Disables the schedules and cancels waiting work, atomically.
 * @throws LegacyRefused when a table does not have the required form; nothing was changed
 */
export async function stopQueue(legacy: Db, options: Options): Promise<StoppedQueue> {
  return inTransaction(legacy, options, async (tx) => ({
    schedules: await disableAll(tx),
    work: await cancelAll(tx),
  }));
}

/** Disables every schedule of the legacy queue. The result omits missing tables. */
export async function disableOldSchedules(legacy: Db, options: Options): Promise<DisabledSchedules[]> {
  return inTransaction(legacy, options, disableAll);
}

async function disableAll(tx: Db): Promise<DisabledSchedules[]> {
  const disabled: DisabledSchedules[] = [];
  for (const [table, columns] of await findTables(tx, SCHEDULES))
    disabled.push(await disableIn(tx, table, columns));
  return disabled;
}

async function disableIn(tx: Db, table: string, columns: Columns): Promise<DisabledSchedules> {
  const column = switchOf(columns);
  if (column === null) {
    return {
      table,
      disabled: null,
      names: [],
      already_disabled: null,
      reason: `The table ${table} has no column that says which schedules run: expected enabled or is_active, there are ${[...columns.keys()].join(', ')}. Stop the program that reads it.`,
    };
  }
  const name = nameOf(columns);
  const { rows } = await sql<{ name: string }>`
    update ${sql.id(table)} set ${sql.join([sql`${sql.id(column)} = false`, ...touched(columns, ['updated_at'])])}
    where ${sql.id(column)}
    returning ${name === null ? sql`''` : sql`${sql.id(name)}::text`} as name
  `.execute(tx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${sql.id(table)}
  `.execute(tx);
  return {
    table,
    disabled: rows.length,
    names: rows.map((row) => row.name).toSorted(),
    already_disabled: (counted[0]?.total ?? 0) - rows.length,
    reason: null,
  };
}

/** The result for a queue. */
export interface CancelledWork {
  table: string;
  cancelled: number;
  /** The new status: the first of `cancelled`, `canceled` and `failed` that the table accepts. */
  status: string;
  /** How many pieces of work old workers are doing; these are left to them. */
  under_way: number;
  /** The first hundred ids of work that is under way. */
  under_way_ids: string[];
}

const IDS_SHOWN = 100;

/**
 * Cancels waiting work in the legacy queues, so that no old worker begins it. Work in progress is reported and left alone. The
 * result omits missing tables.
 */
export async function cancelPendingWork(legacy: Db, options: Options): Promise<CancelledWork[]> {
  return inTransaction(legacy, options, cancelAll);
}

async function cancelAll(tx: Db): Promise<CancelledWork[]> {
  const cancelled: CancelledWork[] = [];
  for (const [table, columns] of await findTables(tx, QUEUES))
    cancelled.push(await cancelIn(tx, table, columns));
  return cancelled;
}

async function cancelIn(tx: Db, table: string, columns: Columns): Promise<CancelledWork> {
  if (!columns.has('status')) {
    throw new LegacyRefused(
      `The table ${table} has no column status, there are ${[...columns.keys()].join(', ')}. Stop the program that reads it.`,
    );
  }
  const outcome = await cancelWith(tx, table, columns);
  const id = columns.has('id') ? sql`id::text` : sql`''`;
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    select count(*) as count, (array_agg(${id}))[1:${sql.lit(IDS_SHOWN)}] as ids
    from ${sql.id(table)} where status::text = any(${UNDER_WAY})
  `.execute(tx);
  return { table, ...outcome, under_way: rows[0]?.count ?? 0, under_way_ids: rows[0]?.ids ?? [] };
}

/** The statuses to try in turn: the enumeration or the check of a table may not allow all of them. */
const CANCELLED = ['cancelled', 'canceled', 'failed'];

async function cancelWith(
  tx: Db,
  table: string,
  columns: Columns,
): Promise<{ cancelled: number; status: string }> {
  for (const status of CANCELLED) {
    await sql`savepoint attempt`.execute(tx);
    try {
      const { numAffectedRows } = await sql`
        update ${sql.id(table)} set ${sql.join([
          sql`status = ${status}`,
          ...(columns.has('error_message')
            ? [sql`error_message = 'cancelled: Crawlchain has taken over'`]
            : []),
          ...touched(columns, ['completed_at', 'updated_at']),
        ])}
        where status::text = any(${WAITING})
      `.execute(tx);
      return { cancelled: Number(numAffectedRows ?? 0), status };
    } catch (error) {
      if (!isWrongWord(error)) throw error;
      await sql`rollback to savepoint attempt`.execute(tx);
    }
  }
  throw new LegacyRefused(`The column status of ${table} takes none of ${CANCELLED.join(', ')}.`);
}

/** Whether the error means that the status is not in the enumeration, too long, or against a check. */
function isWrongWord(error: unknown): boolean {
  return ['22P02', '22001', '23514'].includes((error as { code?: string }).code ?? '');
}

/** Sets the timestamp columns among these to now. */
function touched(columns: Columns, names: string[]): RawBuilder<unknown>[] {
  return names
    .filter((name) => columns.get(name)?.startsWith('timestamp') === true)
    .map((name) => sql`${sql.id(name)} = now()`);
}

/** Runs work in a transaction. A dry run does the work too, reports what the database did, and rolls it back. */
async function inTransaction<Result>(
  db: Db,
  { isDryRun }: Options,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return queryLegacy(async () => {
    if (!isDryRun) return db.transaction().execute(work);
    const transaction = await db.startTransaction().execute();
    try {
      return await work(transaction);
    } finally {
      await transaction.rollback().execute();
    }
  });
}
