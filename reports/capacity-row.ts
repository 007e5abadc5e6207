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

/** Where the open tasks of a role are. */
export type Tally = Record<OpenCount['state'], number>;

/** Adds up open tasks by where they are. */
export function tallyOf(open: OpenCount[]): Tally {
  const tally: Tally = { ready: 0, later: 0, claimed: 0, running: 0 };
  for (const { state, count } of open) tally[state] += count;
  return tally;
}

/** For each time in which the backlog is to be gone. */
export interface Horizons<Value> {
  for_1_hour: Value;
  for_4_hours: Value;
  for_8_hours: Value;
}

/** What a role has to do, what its workers do, and how many it takes. The words are those of the operators' view. */
export interface CapacityRow {
  role: Role;
  /** Not in a worker's hands: those that are ready, and those that wait for the time of their next attempt. */
  pending_tasks: number;
  ready_tasks: number;
  /** A worker has it, and has not told of any progress. */
  claimed_tasks: number;
  running_tasks: number;
  completed_last_hour: number;
  failed_last_hour: number;
  /** Serve a queue of the role, had a heartbeat within five minutes, and take new tasks or will again. */
  active_workers: number;
  /** Of a day; null: none was completed. */
  avg_duration_sec: number | null;
  tasks_per_worker_hour: number | null;
  /** With the active workers; null: never, or nobody knows. */
  estimated_hours_to_drain: number | null;
  /** Tasks by which what waits grows, where it never drains with the active workers; null: it drains, or nobody knows. */
  growth_per_hour: number | null;
  /** Null: nothing was completed within a day, so nobody knows how long a task takes. */
  workers_needed: Horizons<number | null>;
  /** What keeps more workers from helping. */
  bound_by: Horizons<Binding | null>;
  arrivals_per_hour: number;
  /** Tasks of a stage before that will come here next. */
  upstream_tasks: number;
  slot_seconds: number | null;
  slots_per_worker: number;
  /** What the server says of the queues that carry the role's work, and that of others. */
  queues: QueueBacklog[];
}

/** What a row is made of. */
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
  /** The parts of the load that platforms pace; none where the role asks no platform. */
  platforms: PlatformLoad[];
  ceilings: Omit<Ceilings, 'platform'>;
  queues: QueueBacklog[];
}

/** Reckons a role's row. */
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
  // What a stage before is at does not wait here yet.
  const load = loadOf({ ...facts, upstream: 0 });
  if (load === null) return facts.tally.ready + facts.tally.later === 0 ? 0 : null;
  return hoursToDrain(load, facts, { workers: facts.activeWorkers, platforms: facts.platforms });
}

function growthOf(facts: RoleFacts): number | null {
  const load = loadOf({ ...facts, upstream: 0 });
  if (load === null) return null;
  return growthPerHour(load, facts, { workers: facts.activeWorkers, platforms: facts.platforms });
}

/** What a stage before is at now will be here within the same time. */
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
