import { sql, type RawBuilder } from 'kysely';
import {
  HEARTBEATS_MISSED_MAX,
  LATE,
  LIVE_STATUSES,
  USUAL_HEARTBEAT_MS,
  WORKER_ACTIVE_MS,
  type WorkerStatus,
} from '../../domain/worker.ts';

// SQL: the current meaning of a worker's row.

/** How long a restarted worker shows who stopped its previous process. */
const FORMER_SHOWN_HOURS = 24;

/** Only crashes within this time count: earlier ones say nothing about the present. */
const CRASHES_MINUTES = 15;

/** SQL: a worker's status. A worker that was alive and has been silent for too long is `lost`. */
export function statusNow() {
  return sql<WorkerStatus>`(case
    when status = any(${LIVE_STATUSES}) and last_heartbeat_at < clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond'
    then 'lost' else status end)`;
}

/** SQL: whether the heartbeat of a live worker is late; false if the worker's interval is unknown, as of external ones. */
export function isLateNow() {
  const intervalMs = sql`(tuner ->> 'heartbeat_interval_ms')::int`;
  return sql<boolean>`(${statusNow()} = any(${LIVE_STATUSES}) and tuner ->> 'heartbeat_interval_ms' is not null
    and last_heartbeat_at < clock_timestamp() - greatest(${LATE.msMin}::numeric, ${LATE.intervals}::numeric * ${intervalMs}) * interval '1 millisecond')`;
}

/** SQL: when a silent worker will count as lost, unless it sends a heartbeat; null for workers that are not silent or not alive. */
export function lostAtUnlessHeard() {
  const intervalMs = sql`greatest(${USUAL_HEARTBEAT_MS}, (tuner ->> 'heartbeat_interval_ms')::int)`;
  return sql<Date | null>`(case
    when ${statusNow()} = any(${LIVE_STATUSES})
      and last_heartbeat_at < clock_timestamp() - ${HEARTBEATS_MISSED_MAX} * ${intervalMs} * interval '1 millisecond'
    then last_heartbeat_at + ${WORKER_ACTIVE_MS} * interval '1 millisecond' end)`;
}

/** SQL: the pod of a rival that reported recently; an older report belongs to a process that has ended. Null: there is no rival. */
export function rivalNow() {
  return sql<string | null>`(case
    when rival_seen_at >= clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond' then rival_pod_name end)`;
}

/** SQL: a column of the previous process's decommission request; null if the request is more than a day old. */
export function ofLastDay(column: RawBuilder<unknown>) {
  return sql`case when former_decommission_at >= clock_timestamp() - ${FORMER_SHOWN_HOURS} * interval '1 hour' then ${column} end as ${column}`;
}

/** SQL: how often, within the last `CRASHES_MINUTES`, a process was restarted after ending without a closing record. */
export function crashesLately() {
  return sql<number>`(select count(*)::int from unnest(crashed_at) as crash (at)
    where crash.at > clock_timestamp() - ${CRASHES_MINUTES} * interval '1 minute')`;
}
