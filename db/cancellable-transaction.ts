import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Runs a transaction that rolls back when a signal aborts, even while a statement waits for a lock, by cancelling the
 * statement on the server. A commit that has begun is not cancelled.
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
        // If the transaction has ended, its connection may be running another.
        sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where pid = ${rows[0]?.pid} and xact_start = ${rows[0]?.began}::timestamptz
        `
          .execute(db)
          // If the cancellation fails, the transaction runs to its end or its statement timeout.
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
