import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { queryLegacy } from './query-legacy.ts';

/** A table's columns by name, each with its PostgreSQL type. */
export type Columns = ReadonlyMap<string, string>;

/**
 * Finds the existing legacy tables. Their columns changed over the years, and of some tables only the names are known, so no
 * query uses a column before it was found here.
 */
export async function findTables(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, Columns>> {
  const columns = sql<{ table: string; column: string; type: string }>`
    select relname as "table", attname as "column", format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attrelid = any(select to_regclass(name) from unnest(${names}::text[]) name)
      and attnum > 0 and not attisdropped
    order by array_position(${names}::text[], relname::text), attnum
  `;
  const { rows } = await queryLegacy(() => columns.execute(db));
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const known = tables.get(table) ?? new Map<string, string>();
    tables.set(table, known.set(column, type));
  }
  return tables;
}

/** Returns the first of these names that is a column with a fitting type; null: there is none. */
export function firstColumn(
  columns: Columns,
  names: readonly string[],
  isFit = (_type: string): boolean => true,
): string | null {
  return names.find((name) => columns.has(name) && isFit(columns.get(name) as string)) ?? null;
}
