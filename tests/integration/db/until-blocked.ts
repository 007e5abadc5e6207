import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';

/**
 * Waits until `sessions` sessions of the test's database wait, directly or indirectly, for a lock that the test holds. Asks the server
 * which sessions those are, because processes of this project also wait for each other at times.
 */
export async function untilBlocked(db: Db, sessions = 1): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { rows } = await sql<{ blocked: number }>`
      with recursive waiting as (
        select pid, unnest(pg_blocking_pids(pid)) as blocker from pg_stat_activity where datname = current_database()
      ), held as (
        select waiting.pid from waiting join pg_stat_activity holder on holder.pid = waiting.blocker
        where holder.application_name in ('', 'through a link', current_database()) and holder.state like 'idle in transaction%'
        union
        select waiting.pid from waiting join held on held.pid = waiting.blocker
      )
      select count(*) as blocked from held
    `.execute(db);
    if ((rows[0]?.blocked ?? 0) >= sessions) return;
    if (Date.now() > deadline) throw new Error(`fewer than ${sessions} sessions waited for a lock in time`);
  }
}
