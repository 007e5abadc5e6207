import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { LegacyRow } from './legacy-row.ts';

/** Rows of a table with all their columns, in the order of their ids: the next ones, or those of given ids. */
export async function readLegacyRows(
  legacy: Db,
  table: string,
  which: { afterId: number; limit: number } | { ids: number[] },
): Promise<LegacyRow[]> {
  const condition = 'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`id > ${which.afterId}`;
  const { rows } = await sql<{ row: LegacyRow }>`
    select to_jsonb(known) as row from ${sql.id(table)} known
    where ${condition} order by id limit ${'ids' in which ? null : which.limit}
  `.execute(legacy);
  return rows.map(({ row }) => row);
}
