import { expect, test } from 'vitest';
import type { CapacityRow } from '../../../reports/capacity-row.ts';
import { combineStages } from '../../../reports/combine-stages.ts';

const FETCH: CapacityRow = {
  role: 'payload_fetch',
  pending_tasks: 400,
  ready_tasks: 390,
  claimed_tasks: 1,
  running_tasks: 9,
  completed_last_hour: 120,
  failed_last_hour: 2,
  active_workers: 3,
  avg_duration_sec: 20,
  tasks_per_worker_hour: 500,
  estimated_hours_to_drain: 0.4,
  growth_per_hour: null,
  workers_needed: { for_1_hour: 10, for_4_hours: 3, for_8_hours: 2 },
  bound_by: { for_1_hour: 'platform', for_4_hours: null, for_8_hours: null },
  arrivals_per_hour: 50,
  upstream_tasks: 0,
  slot_seconds: 18,
  slots_per_worker: 3,
  queues: [
    { queue: 'fetch-dutchie', backlog: 390, oldest_age_sec: 9, added_per_hour: 50, dispatched_per_hour: 120 },
  ],
};

const INGEST: CapacityRow = {
  ...FETCH,
  role: 'product_refresh',
  pending_tasks: 100,
  ready_tasks: 100,
  completed_last_hour: 110,
  active_workers: 2,
  avg_duration_sec: 2,
  tasks_per_worker_hour: 300,
  estimated_hours_to_drain: 1.5,
  workers_needed: { for_1_hour: 4, for_4_hours: 4, for_8_hours: 1 },
  bound_by: { for_1_hour: null, for_4_hours: 'database', for_8_hours: 'memory' },
  upstream_tasks: 410,
  slot_seconds: 2,
  slots_per_worker: 8,
  queues: [
    { queue: 'ingest', backlog: 100, oldest_age_sec: 1, added_per_hour: 100, dispatched_per_hour: 110 },
  ],
};

test('work of two roles has what is open in both, what left the last, and the workers that the slower one needs', () => {
  expect(combineStages('product_resync', [FETCH, INGEST])).toEqual({
    role: 'product_resync',
    pending_tasks: 500,
    ready_tasks: 490,
    claimed_tasks: 2,
    running_tasks: 18,
    completed_last_hour: 110,
    failed_last_hour: 4,
    active_workers: 2,
    avg_duration_sec: 22,
    tasks_per_worker_hour: 300,
    estimated_hours_to_drain: 1.5,
    growth_per_hour: null,
    workers_needed: { for_1_hour: 10, for_4_hours: 4, for_8_hours: 2 },
    bound_by: { for_1_hour: 'platform', for_4_hours: 'database', for_8_hours: null },
    arrivals_per_hour: 50,
    upstream_tasks: 0,
    slot_seconds: 20,
    slots_per_worker: 3,
    queues: [...FETCH.queues, ...INGEST.queues],
    stages: [FETCH, INGEST],
  });
});

test('what nobody knows of one of them, nobody knows of the whole', () => {
  const unknown = { for_1_hour: null, for_4_hours: null, for_8_hours: null };
  const idle = { ...INGEST, avg_duration_sec: null, estimated_hours_to_drain: null, workers_needed: unknown };
  expect(combineStages('product_resync', [FETCH, idle])).toMatchObject({
    avg_duration_sec: null,
    estimated_hours_to_drain: null,
    workers_needed: unknown,
    bound_by: FETCH.bound_by,
  });
});
