import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { queryLegacy } from '../query-legacy.ts';
import { findTables, type Columns } from '../legacy-tables.ts';
import type { LegacyRow } from './legacy-row.ts';

const ID_TYPES = ['smallint', 'integer', 'bigint'];

/** Returns why a table's rows cannot be read; null when they can. @param columns undefined when there is no such table */
export function whyUnreadable(columns: Columns | undefined): string | null {
  if (columns === undefined) return 'there is no such table';
  const type = columns.get('id');
  if (type === undefined) return 'it has no column id';
  return ID_TYPES.includes(type)
    ? null
    : `its column id has the type ${type}; it takes one of ${ID_TYPES.join(', ')}`;
}

/** Reads the next rows of a table with all their columns, in the order of their ids. */
export async function readLegacyRows(
  legacy: Db,
  table: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LegacyRow[]> {
  const page = sql<{ row: LegacyRow }>`
    select to_jsonb(known) as row from ${sql.id(table)} known where id > ${afterId} order by id limit ${limit}
  `;
  const { rows } = await queryLegacy(() => page.execute(legacy));
  return rows.map(({ row }) => row);
}

/**
 * Finds the rows with these ids, in the order of their ids, with those of the given columns that the table has; empty when the table
 * cannot be read.
 * @param which.ids null values are ignored
 */
export async function findLegacyRows(
  legacy: Db,
  table: string,
  { ids, columns }: { ids: readonly (number | null)[]; columns: readonly string[] },
): Promise<LegacyRow[]> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const known = (await findTables(legacy, [table])).get(table);
  if (distinct.length === 0 || known === undefined || whyUnreadable(known) !== null) return [];
  const names = ['id', ...columns.filter((name) => known.has(name))];
  const found = sql<{ row: LegacyRow }>`
    select to_jsonb(known) as row from (
      select ${sql.join(names.map((name) => sql.id(name)))} from ${sql.id(table)} where id = any(${distinct}::bigint[])
    ) known order by id
  `;
  const { rows } = await queryLegacy(() => found.execute(legacy));
  return rows.map(({ row }) => row);
}
