import { sql, type RawBuilder } from 'kysely';
import {
  HEARTBEATS_MISSED_MAX,
  LIVE_STATUSES,
  USUAL_HEARTBEAT_MS,
  WORKER_ACTIVE_MS,
  type WorkerStatus,
} from '../../domain/worker.ts';

// What the row of a worker means at the moment, in SQL.

/** So long a worker that was started again shows who had the process before it stop. */
const FORMER_SHOWN_HOURS = 24;

/** A crash of before says nothing of now. */
const CRASHES_MINUTES = 15;

/** A worker that has gone silent is lost, whatever it said last. */
export function statusNow() {
  return sql<WorkerStatus>`(case
    when status = any(${LIVE_STATUSES}) and last_heartbeat_at < clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond'
    then 'lost' else status end)`;
}

/** When a silent worker counts as lost, unless it is heard of; null for others. */
export function lostAtUnlessHeard() {
  const intervalMs = sql`greatest(${USUAL_HEARTBEAT_MS}, (tuner ->> 'heartbeat_interval_ms')::int)`;
  return sql<Date | null>`(case
    when ${statusNow()} = any(${LIVE_STATUSES})
      and last_heartbeat_at < clock_timestamp() - ${HEARTBEATS_MISSED_MAX} * ${intervalMs} * interval '1 millisecond'
    then last_heartbeat_at + ${WORKER_ACTIVE_MS} * interval '1 millisecond' end)`;
}

/** Word of another worker that has not come for so long is of one that has ended. */
export function rivalNow() {
  return sql<string | null>`(case
    when rival_seen_at >= clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond' then rival_pod_name end)`;
}

/** What is known of the decommission of the process before, of the last day alone. */
export function ofLastDay(column: RawBuilder<unknown>) {
  return sql`case when former_decommission_at >= clock_timestamp() - ${FORMER_SHOWN_HOURS} * interval '1 hour' then ${column} end as ${column}`;
}

/** How often within the last minutes a process began after one that had ended without a word. */
export function crashesLately() {
  return sql<number>`(select count(*)::int from unnest(crashed_at) as crash (at)
    where crash.at > clock_timestamp() - ${CRASHES_MINUTES} * interval '1 minute')`;
}
