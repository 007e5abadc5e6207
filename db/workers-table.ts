import type { Generated } from 'kysely';
import type { ServedQueue, WorkerResources, WorkerStatus, WorkerTuner } from '../domain/worker.ts';
import type { DefaultedTime, Json, OptionalTime, Time } from './column-types.ts';

/** The registry of workers, for Kysely. */
export interface WorkersTable {
  worker_id: string;
  pod_name: string;
  friendly_name: string;
  role: string | null;
  version: string;
  status: WorkerStatus;
  queues: Json<ServedQueue[]>;
  tuner: Json<WorkerTuner>;
  max_concurrent_tasks: number;
  active_task_count: number;
  current_task_ids: string[];
  resources: Json<WorkerResources>;
  decommission_requested_at: OptionalTime;
  started_at: Time;
  last_heartbeat_at: DefaultedTime;
  stopped_at: OptionalTime;
  instance_id: string | null;
  rival_pod_name: string | null;
  rival_seen_at: OptionalTime;
  clock_ahead_ms: number | null;
  decommission_requested_by: string | null;
  decommission_reason: string | null;
  former_decommission_at: OptionalTime;
  former_decommission_by: string | null;
  former_decommission_reason: string | null;
  crashed_at: Generated<Date[]>;
}
