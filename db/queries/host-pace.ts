import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/**
 * Reserves the next moment at which a host may be asked, for all workers together: one row a host, one statement a
 * request, so that no two requests take the same slot.
 * @param requestsPerSecond how many slots a second has
 * @returns milliseconds to wait before sending; 0 when the slot is now
 */
export async function reserveRequestSlot(db: Db, host: string, requestsPerSecond: number): Promise<number> {
  const intervalMs = 1000 / requestsPerSecond;
  const { rows } = await sql<{ wait_ms: number }>`
    insert into host_pace as pace (host, next_slot_at)
    values (${host}, clock_timestamp() + ${intervalMs} * interval '1 millisecond')
    on conflict (host) do update
      set next_slot_at = greatest(pace.next_slot_at, clock_timestamp()) + ${intervalMs} * interval '1 millisecond'
    returning greatest(0, extract(epoch from (next_slot_at - clock_timestamp())) * 1000 - ${intervalMs})::float8 as wait_ms
  `.execute(db);
  return Math.ceil(rows[0]?.wait_ms ?? 0);
}
