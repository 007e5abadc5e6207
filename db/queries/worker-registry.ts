import { sql } from 'kysely';
import {
  isLive,
  LIVE_STATUSES,
  WORKER_ACTIVE_MS,
  type ServedQueue,
  type WorkerResources,
  type WorkerStatus,
  type WorkerTuner,
} from '../../domain/worker.ts';
import { podsOf, type Pod, type WorkerOfPod } from '../../domain/pods.ts';
import type { NameHolder } from '../../domain/worker-names.ts';
import type { Db } from '../connect.ts';
import { activityHeartbeats, type ActivityHeartbeat } from './run-heartbeats.ts';
import {
  crashesLately,
  isLateNow,
  lostAtUnlessHeard,
  ofLastDay,
  rivalNow,
  statusNow,
} from './worker-standing.ts';

/** Maximum number of crash times that a row keeps. */
const CRASHES_KEPT = 10;

/** Rows of workers that have been silent for this long are deleted, and their names become free. */
const FORGET_DAYS = 30;

/** The constant properties of a worker process. */
export interface WorkerFacts {
  workerId: string;
  /** A UUID of this process: a restart under the same id has another one. */
  instanceId: string;
  podName: string;
  role: string | null;
  version: string;
  queues: ServedQueue[];
  tuner: WorkerTuner;
  maxConcurrentTasks: number;
  startedAt: Date;
}

/** The current state of a worker. */
export interface WorkerState {
  status: WorkerStatus;
  activeTaskCount: number;
  currentTaskIds: string[];
  resources: WorkerResources;
  /** How far the worker's clock is ahead of the database's, in milliseconds; absent: unknown. */
  clockAheadMs?: number;
  /** Set if it can change while the worker runs; absent: unchanged. */
  maxConcurrentTasks?: number | undefined;
  /** The heartbeats of its activities. */
  heartbeats?: ActivityHeartbeat[];
}

/**
 * Registers a starting worker and names it. Workers register one at a time. A worker with a known id takes over the row even if
 * the row counts as alive, since the previous process may have been killed a moment ago. A decommission request in the row is then
 * recorded as the previous process's.
 * @param chooseName receives the worker's former name, and the holders of the other names
 * @returns the name
 */
export async function registerWorker(
  db: Db,
  { facts, state }: { facts: WorkerFacts; state: WorkerState },
  chooseName: (former: string | null, others: NameHolder[]) => string,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table workers in share row exclusive mode`.execute(tx);
    await deleteSilent(tx);
    const { rows } = await sql<NameHolder & { workerId: string }>`
      select worker_id as "workerId", friendly_name as name, status = any(${LIVE_STATUSES}) as "isLive"
      from workers order by last_heartbeat_at, worker_id
    `.execute(tx);
    const former = rows.find(({ workerId }) => workerId === facts.workerId);
    const name = chooseName(
      former?.name ?? null,
      rows.filter((row) => row !== former),
    );
    await sql`
      insert into workers (worker_id, pod_name, friendly_name, role, version, status, queues, tuner,
        max_concurrent_tasks, active_task_count, current_task_ids, resources, started_at, instance_id, clock_ahead_ms)
      values (${facts.workerId}, ${facts.podName}, ${name}, ${facts.role}, ${facts.version}, ${state.status},
        ${JSON.stringify(facts.queues)}, ${JSON.stringify(facts.tuner)}, ${facts.maxConcurrentTasks},
        ${state.activeTaskCount}, ${state.currentTaskIds}, ${JSON.stringify(state.resources)},
        ${facts.startedAt}, ${facts.instanceId}, ${state.clockAheadMs ?? null})
      on conflict (worker_id) do update set
        pod_name = excluded.pod_name, friendly_name = excluded.friendly_name, role = excluded.role,
        version = excluded.version, status = excluded.status, queues = excluded.queues, tuner = excluded.tuner,
        max_concurrent_tasks = excluded.max_concurrent_tasks, active_task_count = excluded.active_task_count,
        current_task_ids = excluded.current_task_ids, resources = excluded.resources,
        (former_decommission_at, former_decommission_by, former_decommission_reason) = (
          select coalesce(workers.decommission_requested_at, workers.former_decommission_at),
            case when workers.decommission_requested_at is null then workers.former_decommission_by else workers.decommission_requested_by end,
            case when workers.decommission_requested_at is null then workers.former_decommission_reason else workers.decommission_reason end),
        decommission_requested_at = null, decommission_requested_by = null, decommission_reason = null, started_at = excluded.started_at,
        last_heartbeat_at = excluded.last_heartbeat_at, stopped_at = null, instance_id = excluded.instance_id,
        rival_pod_name = null, rival_seen_at = null, clock_ahead_ms = excluded.clock_ahead_ms,
        crashed_at = case when workers.status in ('stopped', 'decommissioned') or workers.instance_id = excluded.instance_id
          then workers.crashed_at else (array[clock_timestamp()] || workers.crashed_at)[1:${sql.lit(CRASHES_KEPT)}] end
    `.execute(tx);
    return name;
  });
}

/** Marks workers as lost that have been silent for too long. @returns how many */
export async function markLostWorkers(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update workers set status = 'lost'
    where status = any(${LIVE_STATUSES}) and last_heartbeat_at < clock_timestamp() - ${WORKER_ACTIVE_MS} * interval '1 millisecond'
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

async function deleteSilent(tx: Db): Promise<void> {
  await markLostWorkers(tx);
  await sql`
    delete from workers where last_heartbeat_at < clock_timestamp() - ${FORGET_DAYS} * interval '1 day'
  `.execute(tx);
}

/** What a worker learns from the registry with each heartbeat. */
export type Heard =
  /** The row belongs to this process. */
  | { row: 'own'; isDecommissioned: boolean; rivalPodName: string | null }
  /** Another live process has registered under the worker's id. */
  | { row: 'of another'; podName: string; instanceId: string | null }
  /** The worker has no row, or was marked as lost: it has to register again. */
  | { row: 'none' };

/**
 * Writes the current state of a worker, and the heartbeats of its activities. A worker whose row another process has taken over
 * only reports its existence in that row.
 */
export async function recordHeartbeat(db: Db, facts: HeartbeatFacts, state: WorkerState): Promise<Heard> {
  const {
    status,
    activeTaskCount,
    currentTaskIds,
    resources,
    maxConcurrentTasks = null,
    clockAheadMs = null,
    heartbeats = [],
  } = state;
  const hasStopped = !isLive(status);
  const { rows } = await sql<{ isDecommissioned: boolean; rivalPodName: string | null }>`
    with ${activityHeartbeats(facts.workerId, heartbeats)}
    update workers set status = ${status}, active_task_count = ${activeTaskCount}, current_task_ids = ${currentTaskIds},
      max_concurrent_tasks = coalesce(${maxConcurrentTasks}, max_concurrent_tasks),
      resources = ${JSON.stringify(resources)}, clock_ahead_ms = ${clockAheadMs}, last_heartbeat_at = clock_timestamp(),
      stopped_at = case when ${hasStopped} then clock_timestamp() end
    where worker_id = ${facts.workerId} and instance_id = ${facts.instanceId} and status <> 'lost'
    returning decommission_requested_at is not null as "isDecommissioned", ${rivalNow()} as "rivalPodName"
  `.execute(db);
  return rows[0] === undefined ? leaveWord(db, facts, hasStopped) : { row: 'own', ...rows[0] };
}

type HeartbeatFacts = Pick<WorkerFacts, 'workerId' | 'instanceId' | 'podName'>;

async function leaveWord(
  db: Db,
  { workerId, instanceId, podName }: HeartbeatFacts,
  hasStopped: boolean,
): Promise<Heard> {
  const { rows } = await sql<{ podName: string; instanceId: string | null }>`
    update workers set rival_pod_name = case when not ${hasStopped} then ${podName} end,
      rival_seen_at = case when not ${hasStopped} then clock_timestamp() end
    where worker_id = ${workerId} and instance_id is distinct from ${instanceId} and ${statusNow()} = any(${LIVE_STATUSES})
    returning pod_name as "podName", instance_id as "instanceId"
  `.execute(db);
  return rows[0] === undefined ? { row: 'none' } : { row: 'of another', ...rows[0] };
}

/** Finds the instance id of the process that owns a worker's row; null: there is no row, or the process has no instance id. */
export async function findInstance(db: Db, workerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workers')
    .where('worker_id', '=', workerId)
    .select('instance_id')
    .executeTakeFirst();
  return row?.instance_id ?? null;
}

/** A worker as the registry shows it. */
export interface ListedWorker {
  worker_id: string;
  friendly_name: string;
  pod_name: string;
  role: string | null;
  version: string;
  /** Also `lost` if the last heartbeat of a live worker is too old. */
  status: WorkerStatus;
  queues: ServedQueue[];
  tuner: WorkerTuner;
  max_concurrent_tasks: number;
  active_task_count: number;
  current_task_ids: string[];
  /** Without its pod's memory, which `listPods` returns. */
  resources: Omit<WorkerResources, 'pod'>;
  /** Whether `pod_name` is the name of a host instead of a pod. */
  on_host: boolean;
  decommission_requested_at: Date | null;
  /** Who asked the worker to stop, and why; null: nobody did, or this is unknown. */
  decommission_requested_by: string | null;
  decommission_reason: string | null;
  /** When the previous process was asked to stop; null: nobody asked it within the last day. */
  former_decommission_at: Date | null;
  former_decommission_by: string | null;
  former_decommission_reason: string | null;
  started_at: Date;
  last_heartbeat_at: Date;
  stopped_at: Date | null;
  /** The pod of another live worker with the same id. */
  rival_pod_name: string | null;
  /** How far its clock was ahead of the database's at its last heartbeat; negative if behind; null: unknown. */
  clock_ahead_ms: number | null;
  /** When a silent worker will count as lost, without another heartbeat; null: it is not silent, or no longer alive. */
  counts_as_lost_at: Date | null;
  /** Whether a heartbeat is late: the worker may hang. Also true of a silent one. */
  is_late: boolean;
  /**
   * How often within the last 15 minutes a process of this worker ended without a closing record and was restarted; at most 10
   * are counted.
   */
  crashes: number;
}

/** Lists all registered workers, live ones first. */
export async function listWorkers(db: Db): Promise<ListedWorker[]> {
  const { rows } = await sql<ListedWorker>`
    select worker_id, friendly_name, pod_name, role, version, ${statusNow()} as status, queues, tuner,
      max_concurrent_tasks, active_task_count, current_task_ids, resources - 'pod' as resources,
      coalesce((resources -> 'pod' ->> 'on_host')::boolean, false) as on_host, decommission_requested_at, decommission_requested_by,
      decommission_reason, ${ofLastDay(sql`former_decommission_at`)}, ${ofLastDay(sql`former_decommission_by`)},
      ${ofLastDay(sql`former_decommission_reason`)}, started_at, last_heartbeat_at, stopped_at, ${rivalNow()} as rival_pod_name, clock_ahead_ms,
      ${lostAtUnlessHeard()} as counts_as_lost_at, ${isLateNow()} as is_late, ${crashesLately()} as crashes
    from workers
    order by ${statusNow()} = any(${LIVE_STATUSES}) desc, pod_name, worker_id
  `.execute(db);
  return rows;
}

/** Lists the pods of live workers, with their memory. */
export async function listPods(db: Db): Promise<Pod[]> {
  const { rows } = await sql<WorkerOfPod>`
    select worker_id, pod_name, resources, last_heartbeat_at from workers
    where ${statusNow()} = any(${LIVE_STATUSES})
  `.execute(db);
  return podsOf(rows);
}

/**
 * Asks a worker to stop. A worker of this version learns of the request through `isAskedToStop`, any other with its next heartbeat.
 * Keeps the first requester.
 * @returns the worker's status, or null when no worker has this id; a worker that is not alive is not asked
 */
export async function requestDecommission(
  db: Db,
  workerId: string,
  { by, reason }: { by: string; reason: string | null },
): Promise<WorkerStatus | null> {
  const { rows } = await sql<{ status: WorkerStatus }>`
    with known as (select worker_id, ${statusNow()} as status from workers where worker_id = ${workerId} for update),
    asked as (
      update workers set decommission_requested_at = clock_timestamp(), decommission_requested_by = ${by},
        decommission_reason = ${reason}
      from known where workers.worker_id = known.worker_id and known.status = any(${LIVE_STATUSES})
        and decommission_requested_at is null
    )
    select status from known
  `.execute(db);
  return rows[0]?.status ?? null;
}

/** Whether an operator has asked this process to stop. */
export async function isAskedToStop(
  db: Db,
  { workerId, instanceId }: Pick<WorkerFacts, 'workerId' | 'instanceId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from workers
    where worker_id = ${workerId} and instance_id = ${instanceId} and decommission_requested_at is not null
  `.execute(db);
  return rows.length > 0;
}
