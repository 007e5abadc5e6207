import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/**
 * Returns how many connections the database has for workers: its limit, minus the reserved ones and those that other clients hold
 * now. Connections that the caller and the workers hold are not subtracted. A pooler in front may admit more.
 * @param workerIds the application names of the workers' connections
 */
export async function readWorkerConnections(db: Db, workerIds: string[]): Promise<number> {
  const { rows } = await sql<{ connections: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0)
      - (select count(*)::int from pg_stat_activity
          where usename is not null and application_name <> current_setting('application_name')
            and not application_name = any(${workerIds.map((id) => Buffer.from(id).subarray(0, 63).toString())}))
      as connections
  `.execute(db);
  return Math.max(rows[0]?.connections ?? 0, 0);
}
