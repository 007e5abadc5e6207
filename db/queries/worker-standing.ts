import { sql, type RawBuilder } from 'kysely';
import {
  HEARTBEATS_MISSED_MAX,
  LIVE_STATUSES,
  USUAL_HEARTBEAT_MS,
  WORKER_ACTIVE_MS,
  type WorkerStatus,
} from '../../domain/worker.ts';

// SQL: the current meaning of a worker's row.

/** How long a restarted worker shows who stopped its previous process. */
const FORMER_SHOWN_HOURS = 24;

/** Earlier crashes say nothing about the present. */
const CRASHES_MINUTES = 15;

/** A silent worker is lost, whatever its last status. */
export function statusNow() {
  return sql<WorkerStatus>`(case
    when status = any(${LIVE_STATUSES}) and last_heartbeat_at < clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond'
    then 'lost' else status end)`;
}

/** When a silent worker will count as lost, unless it is heard of; null for others. */
export function lostAtUnlessHeard() {
  const intervalMs = sql`greatest(${USUAL_HEARTBEAT_MS}, (tuner ->> 'heartbeat_interval_ms')::int)`;
  return sql<Date | null>`(case
    when ${statusNow()} = any(${LIVE_STATUSES})
      and last_heartbeat_at < clock_timestamp() - ${HEARTBEATS_MISSED_MAX} * ${intervalMs} * interval '1 millisecond'
    then last_heartbeat_at + ${WORKER_ACTIVE_MS} * interval '1 millisecond' end)`;
}

/** The pod of a rival that was recently heard of; an older report belongs to an ended process. */
export function rivalNow() {
  return sql<string | null>`(case
    when rival_seen_at >= clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond' then rival_pod_name end)`;
}

/** The previous process's decommission request, if it is from the last day. */
export function ofLastDay(column: RawBuilder<unknown>) {
  return sql`case when former_decommission_at >= clock_timestamp() - ${FORMER_SHOWN_HOURS} * interval '1 hour' then ${column} end as ${column}`;
}

/** How often within the last minutes a process was restarted after ending without a closing record. */
export function crashesLately() {
  return sql<number>`(select count(*)::int from unnest(crashed_at) as crash (at)
    where crash.at > clock_timestamp() - ${CRASHES_MINUTES} * interval '1 minute')`;
}
