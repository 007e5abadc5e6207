import { sql } from 'kysely';
import { Client as PostgresClient } from 'pg';
import type { LiveWorld } from './crawl-world.ts';

/** A lock that blocks statements of other sessions. It also ends with the server or with its connection. */
export interface DatabaseLock {
  /** Whether a statement waits for the lock. @param who a LIKE pattern for the statement, and the program that sent it; default: any */
  isWaitedFor(who?: { like?: string; program?: string }): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes a lock on a connection of its own; waits for the lock if necessary. @param statement the SQL that takes the lock */
export async function takeLock(
  { db, databaseUrl }: Pick<LiveWorld, 'db' | 'databaseUrl'>,
  statement: string,
): Promise<DatabaseLock> {
  const holder = new PostgresClient({ connectionString: databaseUrl, application_name: 'crawlchain-faults' });
  // An error of this connection is ignored: a fault may kill the server in the meantime.
  holder.on('error', () => undefined);
  await holder.connect();
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await holder.query(`begin; ${statement}`);
  return {
    async isWaitedFor({ like = '%', program = '%' } = {}) {
      const waiting = await sql`
        select from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid)) and query like ${like}
          and application_name like ${program}
      `.execute(db);
      return waiting.rows.length > 0;
    },
    release: () => holder.end(),
  };
}
