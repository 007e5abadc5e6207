import type { CapacityRow } from '../../../reports/capacity-row.ts';

/** Returns the row of a role whose backlog the present workers can clear. */
export function makeCapacityRow(change: Partial<CapacityRow> = {}): CapacityRow {
  return {
    role: 'payload_fetch',
    pending_tasks: 100,
    ready_tasks: 100,
    claimed_tasks: 0,
    running_tasks: 3,
    completed_last_hour: 100,
    failed_last_hour: 0,
    active_workers: 2,
    avg_duration_sec: 20,
    tasks_per_worker_hour: 180,
    estimated_hours_to_drain: 0.5834,
    growth_per_hour: null,
    workers_needed: { for_1_hour: 1, for_4_hours: 1, for_8_hours: 1 },
    bound_by: { for_1_hour: null, for_4_hours: null, for_8_hours: null },
    arrivals_per_hour: 10,
    upstream_tasks: 0,
    slot_seconds: 20,
    slots_per_worker: 3,
    queues: [],
    ...change,
  };
}
