import { expect, test } from 'vitest';
import { capacityRow, type RoleFacts } from '../../../reports/capacity-row.ts';

const facts = (change: Partial<RoleFacts> = {}): RoleFacts => ({
  role: 'payload_fetch',
  tally: { ready: 480, later: 20, claimed: 1, running: 8 },
  upstream: 0,
  completedLastHour: 30,
  failedLastHour: 2,
  activeWorkers: 3,
  durationSeconds: 90,
  slotSeconds: 60,
  slots: 3,
  browsers: null,
  arrivalsPerHour: 0,
  platforms: [],
  ceilings: { database: null, memory: null },
  queues: [],
  ...change,
});

test('a row has the numbers that operators know', () => {
  expect(capacityRow(facts())).toEqual({
    role: 'payload_fetch',
    pending_tasks: 500,
    ready_tasks: 480,
    claimed_tasks: 1,
    running_tasks: 8,
    completed_last_hour: 30,
    failed_last_hour: 2,
    active_workers: 3,
    avg_duration_sec: 90,
    tasks_per_worker_hour: 180,
    estimated_hours_to_drain: 0.9259,
    growth_per_hour: null,
    workers_needed: { for_1_hour: 4, for_4_hours: 1, for_8_hours: 1 },
    bound_by: { for_1_hour: null, for_4_hours: null, for_8_hours: null },
    arrivals_per_hour: 0,
    upstream_tasks: 0,
    slot_seconds: 60,
    slots_per_worker: 3,
    queues: [],
  });
});

test('what binds is named for each time', () => {
  const platforms = [{ arrivalsPerHour: 0, backlog: 500, ceilingPerHour: 150 }];
  expect(capacityRow(facts({ platforms }))).toMatchObject({
    workers_needed: { for_1_hour: 2, for_4_hours: 1, for_8_hours: 1 },
    bound_by: { for_1_hour: 'platform', for_4_hours: null, for_8_hours: null },
    estimated_hours_to_drain: 3.333,
  });
  const database = { database: 3, memory: null };
  expect(capacityRow(facts({ ceilings: database }))).toMatchObject({
    workers_needed: { for_1_hour: 3 },
    bound_by: { for_1_hour: 'database', for_4_hours: null },
  });
});

test('what the stage before holds is planned for, and is not pending', () => {
  const row = capacityRow(facts({ tally: { ready: 0, later: 0, claimed: 0, running: 0 }, upstream: 500 }));
  expect(row).toMatchObject({
    pending_tasks: 0,
    upstream_tasks: 500,
    estimated_hours_to_drain: 0,
    workers_needed: { for_1_hour: 4 },
  });
});

test('nobody knows how long a task takes that was never done; no work takes no worker', () => {
  const unknown = { durationSeconds: null, slotSeconds: null };
  const nobody = { for_1_hour: null, for_4_hours: null, for_8_hours: null };
  expect(capacityRow(facts(unknown))).toMatchObject({
    avg_duration_sec: null,
    tasks_per_worker_hour: null,
    estimated_hours_to_drain: null,
    workers_needed: nobody,
    bound_by: nobody,
  });
  const idle = { ready: 0, later: 0, claimed: 0, running: 0 };
  expect(capacityRow(facts({ ...unknown, tally: idle }))).toMatchObject({
    estimated_hours_to_drain: 0,
    workers_needed: { for_1_hour: 0, for_4_hours: 0, for_8_hours: 0 },
  });
});

test('what comes faster than it is done is never drained', () => {
  const row = capacityRow(facts({ arrivalsPerHour: 540 }));
  expect(row.estimated_hours_to_drain).toBeNull();
  expect(row.workers_needed.for_8_hours).toBe(5);
});
