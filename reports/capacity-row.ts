import {
  growthPerHour,
  hoursToDrain,
  platformCeiling,
  workersNeeded,
  type Binding,
  type BrowserSize,
  type Ceilings,
  type PlatformLoad,
} from '../domain/capacity.ts';
import type { OpenCount } from '../db/queries/run-counts.ts';
import type { Role } from '../domain/role.ts';
import type { QueueBacklog } from '../temporal-client/queue-backlog.ts';

/** The number of open tasks of a role by state. */
export type Tally = Record<OpenCount['state'], number>;

/** Adds up open tasks by state. */
export function tallyOf(open: OpenCount[]): Tally {
  const tally: Tally = { ready: 0, later: 0, claimed: 0, running: 0 };
  for (const { state, count } of open) tally[state] += count;
  return tally;
}

/** One value for each time within which the backlog should clear. */
export interface Horizons<Value> {
  for_1_hour: Value;
  for_4_hours: Value;
  for_8_hours: Value;
}

/** The work of a role, the throughput of its workers, and how many workers it needs, in the words of operators. */
export interface CapacityRow {
  role: Role;
  /** Tasks that no worker holds: ready ones, and those that wait for their next attempt. */
  pending_tasks: number;
  ready_tasks: number;
  /** Tasks that a worker holds without having reported progress. */
  claimed_tasks: number;
  running_tasks: number;
  completed_last_hour: number;
  failed_last_hour: number;
  /** Workers that serve a queue of the role, sent a heartbeat within five minutes, and are not draining. */
  active_workers: number;
  /** Average over the last day; null: none was completed. */
  avg_duration_sec: number | null;
  tasks_per_worker_hour: number | null;
  /** Hours until the active workers have cleared the backlog; null: never, or not known. */
  estimated_hours_to_drain: number | null;
  /** Tasks by which the backlog grows if it never drains with the active workers; null: it drains, or not known. */
  growth_per_hour: number | null;
  /** Null: no task was completed within a day, so how long a task takes is not known. */
  workers_needed: Horizons<number | null>;
  /** The limit that keeps more workers from helping. */
  bound_by: Horizons<Binding | null>;
  arrivals_per_hour: number;
  /** Tasks in an earlier stage that arrive here next. */
  upstream_tasks: number;
  slot_seconds: number | null;
  slots_per_worker: number;
  /** The server's backlogs of the queues that carry the role's work; the queues may carry other roles, too. */
  queues: QueueBacklog[];
}

/** The facts that a row is computed from. */
export interface RoleFacts {
  role: Role;
  tally: Tally;
  upstream: number;
  completedLastHour: number;
  failedLastHour: number;
  activeWorkers: number;
  durationSeconds: number | null;
  slotSeconds: number | null;
  slots: number;
  browsers: BrowserSize | null;
  arrivalsPerHour: number;
  /** The parts of the load that platforms pace; none if the role sends no requests to platforms. */
  platforms: PlatformLoad[];
  ceilings: Omit<Ceilings, 'platform'>;
  queues: QueueBacklog[];
}

/** Computes a role's row. */
export function capacityRow(facts: RoleFacts): CapacityRow {
  const { tally, slotSeconds, slots } = facts;
  const plans = each(({ hours }) => plan(facts, hours));
  return {
    role: facts.role,
    pending_tasks: tally.ready + tally.later,
    ready_tasks: tally.ready,
    claimed_tasks: tally.claimed,
    running_tasks: tally.running,
    completed_last_hour: facts.completedLastHour,
    failed_last_hour: facts.failedLastHour,
    active_workers: facts.activeWorkers,
    avg_duration_sec: rounded(facts.durationSeconds),
    tasks_per_worker_hour: rounded(slotSeconds === null ? null : (slots * 3600) / slotSeconds),
    estimated_hours_to_drain: rounded(drainedIn(facts)),
    growth_per_hour: rounded(growthOf(facts)),
    workers_needed: each(({ name }) => plans[name].workers),
    bound_by: each(({ name }) => plans[name].boundBy),
    arrivals_per_hour: rounded(facts.arrivalsPerHour) ?? 0,
    upstream_tasks: facts.upstream,
    slot_seconds: rounded(slotSeconds),
    slots_per_worker: rounded(slots) ?? 0,
    queues: facts.queues,
  };
}

const HORIZONS = [
  { name: 'for_1_hour', hours: 1 },
  { name: 'for_4_hours', hours: 4 },
  { name: 'for_8_hours', hours: 8 },
] as const;

function each<Value>(valueOf: (horizon: (typeof HORIZONS)[number]) => Value): Horizons<Value> {
  return Object.fromEntries(
    HORIZONS.map((horizon) => [horizon.name, valueOf(horizon)]),
  ) as unknown as Horizons<Value>;
}

function plan(facts: RoleFacts, hours: number): { workers: number | null; boundBy: Binding | null } {
  const load = loadOf(facts);
  if (load === null) return { workers: hasWork(facts) ? null : 0, boundBy: null };
  const platform = platformCeiling(facts.platforms, hours);
  return workersNeeded(load, facts, { hours, ceilings: { ...facts.ceilings, platform } });
}

function drainedIn(facts: RoleFacts): number | null {
  // Tasks in an earlier stage do not wait here yet.
  const load = loadOf({ ...facts, upstream: 0 });
  if (load === null) return facts.tally.ready + facts.tally.later === 0 ? 0 : null;
  return hoursToDrain(load, facts, { workers: facts.activeWorkers, platforms: facts.platforms });
}

function growthOf(facts: RoleFacts): number | null {
  const load = loadOf({ ...facts, upstream: 0 });
  if (load === null) return null;
  return growthPerHour(load, facts, { workers: facts.activeWorkers, platforms: facts.platforms });
}

/**
 * Returns the load of a role; null: how long a task takes is not known. Tasks in an earlier stage count, since they arrive within the same
 * time.
 */
function loadOf({ tally, upstream, arrivalsPerHour, slotSeconds }: RoleFacts) {
  if (slotSeconds === null) return null;
  return { arrivalsPerHour, backlog: tally.ready + tally.later + upstream, slotSeconds };
}

function hasWork({ tally, upstream, arrivalsPerHour }: RoleFacts): boolean {
  return tally.ready + tally.later + upstream + arrivalsPerHour > 0;
}

function rounded(number: number | null): number | null {
  return number === null ? null : Number(number.toPrecision(4));
}
