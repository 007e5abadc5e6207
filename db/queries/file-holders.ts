import { sql } from 'kysely';
import { LIVE_STATUSES, WORKER_ACTIVE_MS } from '../../domain/worker.ts';
import type { Db } from '../connect.ts';

/**
 * Finds the queues with this prefix that live workers serve.
 * @param silentSeconds the maximum age of a live worker's heartbeat
 */
export async function findServedQueues(
  db: Db,
  { prefix, silentSeconds }: { prefix: string; silentSeconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ queue: string }>`
    select distinct served.queue from workers, jsonb_to_recordset(queues) as served (queue text)
    where starts_with(served.queue, ${prefix}) and status = any(${LIVE_STATUSES})
      and last_heartbeat_at > clock_timestamp() - ${silentSeconds} * interval '1 second'
    order by 1
  `.execute(db);
  return rows.map(({ queue }) => queue);
}

/**
 * Finds a live worker that stores files in another place than the caller: on shared storage if the caller uses its pod's own disk,
 * or the reverse. Null: there is none. Workers that only serve queues without files do not matter.
 * @param own the caller, which is left out: its row may come from a process that was killed a moment ago
 */
export async function findOtherStorage(
  db: Db,
  own: { workerId: string; isShared: boolean; queuesWithoutFiles: readonly string[] },
): Promise<string | null> {
  const { rows } = await sql<{ workerId: string }>`
    select worker_id as "workerId" from workers
    where worker_id <> ${own.workerId} and status = any(${LIVE_STATUSES})
      and last_heartbeat_at > clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond'
      and (tuner->>'shares_storage')::boolean <> ${own.isShared}
      and exists (
        select from jsonb_to_recordset(queues) as served (queue text)
        where served.queue <> all(${own.queuesWithoutFiles}::text[])
      )
    order by worker_id limit 1
  `.execute(db);
  return rows[0]?.workerId ?? null;
}
