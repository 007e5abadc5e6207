import type { CapacityRow, Horizons } from './capacity-row.ts';

/** The capacity of work that passes through several roles in sequence. */
export interface CombinedRow extends Omit<CapacityRow, 'role'> {
  /** The name that stands for all of the roles. */
  role: string;
  /** The rows of the roles, in the order of the work. */
  stages: CapacityRow[];
}

/**
 * Combines the rows of work that passes through several roles. Open tasks, failed tasks and durations add up; completed tasks are those of
 * the last role. The slowest role determines when the work is done and the number of workers, because workers serve all roles unless
 * configured otherwise.
 * @param stages at least one, in the order of the work
 */
export function combineStages(role: string, stages: CapacityRow[]): CombinedRow {
  const [first, last] = [stages[0], stages.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`${role} stands for no role`);
  const sum = (numberOf: (row: CapacityRow) => number) =>
    stages.reduce((before, row) => before + numberOf(row), 0);
  const slowest = (horizon: Horizon) =>
    stages.reduce((one, other) => (needOf(other, horizon) > needOf(one, horizon) ? other : one), first);
  return {
    role,
    pending_tasks: sum((row) => row.pending_tasks),
    ready_tasks: sum((row) => row.ready_tasks),
    claimed_tasks: sum((row) => row.claimed_tasks),
    running_tasks: sum((row) => row.running_tasks),
    completed_last_hour: last.completed_last_hour,
    failed_last_hour: sum((row) => row.failed_last_hour),
    active_workers: Math.min(...stages.map((row) => row.active_workers)),
    avg_duration_sec: known(stages, (row) => row.avg_duration_sec, total),
    tasks_per_worker_hour: known(stages, (row) => row.tasks_per_worker_hour, least),
    estimated_hours_to_drain: known(stages, (row) => row.estimated_hours_to_drain, most),
    growth_per_hour: stages.reduce<number | null>(
      (before, row) => (row.growth_per_hour === null ? before : Math.max(before ?? 0, row.growth_per_hour)),
      null,
    ),
    workers_needed: each((horizon) => known(stages, (row) => row.workers_needed[horizon], most)),
    bound_by: each((horizon) => slowest(horizon).bound_by[horizon]),
    arrivals_per_hour: first.arrivals_per_hour,
    upstream_tasks: first.upstream_tasks,
    slot_seconds: known(stages, (row) => row.slot_seconds, total),
    slots_per_worker: least(stages.map((row) => row.slots_per_worker)),
    queues: [...new Map(stages.flatMap(({ queues }) => queues).map((one) => [one.queue, one])).values()],
    stages,
  };
}

type Horizon = keyof Horizons<unknown>;

/** Returns how many workers a role needs; a role whose need is not known never counts as the slowest. */
function needOf(row: CapacityRow, horizon: Horizon): number {
  return row.workers_needed[horizon] ?? -1;
}

/** Combines a number of all stages; null if it is not known for one of them. */
function known(
  stages: CapacityRow[],
  numberOf: (row: CapacityRow) => number | null,
  combine: (numbers: number[]) => number,
): number | null {
  const numbers = stages.map(numberOf).filter((number) => number !== null);
  return numbers.length < stages.length ? null : combine(numbers);
}

function total(numbers: number[]): number {
  return Number(numbers.reduce((sum, number) => sum + number, 0).toPrecision(4));
}

function least(numbers: number[]): number {
  return Math.min(...numbers);
}

function most(numbers: number[]): number {
  return Math.max(...numbers);
}

function each<Value>(valueOf: (horizon: Horizon) => Value): Horizons<Value> {
  return {
    for_1_hour: valueOf('for_1_hour'),
    for_4_hours: valueOf('for_4_hours'),
    for_8_hours: valueOf('for_8_hours'),
  };
}
