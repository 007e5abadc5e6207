import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * A transaction that ends when a signal aborts, also while one of its statements waits for a lock: the server is asked
 * to break off what it is at, and everything is rolled back. Once the commit is under way it is too late.
 * @throws the signal's own reason
 */
export async function cancellableTransaction<Result>(
  db: Db,
  signal: AbortSignal,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number; began: string }>`
        select pg_backend_pid() as pid, now()::text as began
      `.execute(tx);
      const breakOff = (): void => {
        // Were it over by now, its connection would be at something else.
        sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where pid = ${rows[0]?.pid} and xact_start = ${rows[0]?.began}::timestamptz
        `
          .execute(db)
          // Then the transaction goes on to its end, or to the limit of its statements, as it would without us.
          .catch(() => undefined);
      };
      signal.addEventListener('abort', breakOff, { once: true });
      try {
        const result = await work(tx);
        signal.throwIfAborted();
        return result;
      } finally {
        signal.removeEventListener('abort', breakOff);
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
