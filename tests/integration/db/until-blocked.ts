import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';

/** Waits until so many sessions of the test's database wait for a lock: an event that only the server can tell. */
export async function untilBlocked(db: Db, sessions = 1): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { rows } = await sql<{ blocked: number }>`
      select count(*) as blocked from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
    `.execute(db);
    if ((rows[0]?.blocked ?? 0) >= sessions) return;
    if (Date.now() > deadline) throw new Error(`no ${sessions} sessions came to wait for a lock`);
  }
}
