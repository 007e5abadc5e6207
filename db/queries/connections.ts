import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/**
 * How many connections the database has for workers: its limit, less what is reserved for its superusers and what others
 * hold at the moment, the caller's own not counted. A pooler in between may admit more.
 * @param workerIds under which the workers connect
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
