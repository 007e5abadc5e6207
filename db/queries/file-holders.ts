import { sql } from 'kysely';
import { LIVE_STATUSES } from '../../domain/worker.ts';
import type { Db } from '../connect.ts';

/**
 * The queues of files that workers on disks of their own serve now.
 * @param silentSeconds how old the heartbeat of a worker that is there may be
 */
export async function findFileQueues(db: Db, silentSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ queue: string }>`
    select distinct served.queue from workers, jsonb_to_recordset(queues) as served (queue text)
    where served.queue like 'files@%' and status = any(${LIVE_STATUSES})
      and last_heartbeat_at > clock_timestamp() - ${silentSeconds} * interval '1 second'
    order by 1
  `.execute(db);
  return rows.map(({ queue }) => queue);
}
