import type { RetryingTasks } from '../db/queries/overview-figures.ts';
import type { Binding } from '../domain/capacity.ts';
import { isChainRole, type Role } from '../domain/role.ts';
import { queuesOf } from '../temporal-config/role-queues.ts';
import type { CapacityRow } from './capacity-row.ts';
import { spanInWords } from './time-span.ts';

/** Whether what waits of a role clears by itself, and when. */
export interface DrainForecast {
  /**
   * `clears`: it does, or nothing waits. `stalled`: nobody works on it. `grows`: more comes than is done. `unknown`: nobody knows how long
   * a task of the role takes.
   */
  state: 'clears' | 'stalled' | 'grows' | 'unknown';
  /** Of the three states, such as `clears in 35 min`. */
  words: string;
  /** Until it is clear; null: it does not clear, or nobody knows. */
  minutes: number | null;
  /** Tasks by which it grows; null: it does not. */
  growthPerMinute: number | null;
  /** What keeps it from being clear within an hour; null: nothing does. */
  boundBy: Binding | 'workers' | 'proxies' | null;
  /** The failure after which all that waits is tried again; absent: it is something else. */
  failure?: Pick<RetryingTasks, 'kind' | 'message'>;
}

/** Who works, and where nobody may. */
export interface Workforce {
  /** Queues that a worker serves which lives. */
  served: ReadonlySet<string>;
  /** Platforms that an operator has stopped. */
  stopped: readonly string[];
  /** No proxy is active. */
  lacksProxies: boolean;
  /** Tasks that wait for another attempt, the largest number first. */
  retrying: readonly RetryingTasks[];
}

/** Of fewer tasks one failure says nothing of the others to come. */
const RETRYING_MIN = 3;

/** What is fetched, and so takes a proxy. */
const FETCHING: readonly Role[] = [
  'store_discovery',
  'entry_point_discovery',
  'product_discovery',
  'payload_fetch',
];

/** Says in words what becomes of what waits of a role. */
export function forecastDrain(row: CapacityRow, workforce: Workforce): DrainForecast {
  const boundBy = bindingOf(row);
  const none = { minutes: null, growthPerMinute: null, boundBy };
  if (row.pending_tasks === 0)
    return { ...none, state: 'clears', words: 'nothing waits', minutes: 0, boundBy: null };
  const obstacle = obstacleOf(row, workforce);
  if (obstacle !== null) return { ...none, state: 'stalled', words: `stalled: ${obstacle}` };
  // What a worker tries now and then, and cannot do, looks as if it were done soon.
  if (workforce.lacksProxies && FETCHING.includes(row.role))
    return { ...none, state: 'stalled', words: 'stalled: no proxy is active', boundBy: 'proxies' };
  const failure = failureOfAll(row, workforce);
  if (failure !== undefined)
    return {
      ...none,
      state: 'stalled',
      words: `stalled: all wait for another attempt after ${failure.kind}`,
      failure,
    };
  const { estimated_hours_to_drain: hours, growth_per_hour: growth } = row;
  if (hours !== null) {
    const minutes = hours * 60;
    return { ...none, state: 'clears', words: `clears in ${spanInWords(minutes)}`, minutes };
  }
  if (growth === null)
    return { ...none, state: 'unknown', words: 'not known: none was completed within a day' };
  return { ...none, state: 'grows', words: growthInWords(growth), growthPerMinute: growth / 60 };
}

/** Why nobody works on it; null: somebody does. */
function obstacleOf(row: CapacityRow, { served, stopped }: Workforce): string | null {
  if (served.size === 0) return 'no worker is running';
  // A worker may take a part of the role alone, such as all fetches but those in a browser.
  const deserted = row.queues.filter(({ queue, backlog }) => backlog > 0 && !served.has(queue));
  const [queue] = deserted.length > 0 ? deserted.map((one) => one.queue) : unserved(row, served);
  if (queue !== undefined) return `no worker serves \`${queue}\``;
  const isStopped = row.estimated_hours_to_drain === null && isChainRole(row.role);
  return isStopped && stopped.length > 0 ? `requests to ${stopped.join(', ')} are stopped` : null;
}

/** Work that fails again and again, and is put off each time, looks as if it were done soon. */
function failureOfAll(
  { role, ready_tasks: ready, pending_tasks: pending }: CapacityRow,
  { retrying }: Workforce,
): RetryingTasks | undefined {
  const most = retrying.find((one) => one.role === role);
  if (most === undefined || ready > 0 || pending < RETRYING_MIN) return undefined;
  return most.count * 2 > pending ? most : undefined;
}

function unserved({ active_workers: workers, role }: CapacityRow, served: ReadonlySet<string>): string[] {
  return workers > 0 ? [] : queuesOf([role]).filter((queue) => !served.has(queue));
}

function growthInWords(perHour: number): string {
  const perMinute = perHour / 60;
  if (perMinute >= 1) return `grows by ${Math.round(perMinute)} a minute`;
  return perHour >= 1
    ? `grows by ${Math.round(perHour)} an hour`
    : 'does not shrink: as much comes as is done';
}

function bindingOf(row: CapacityRow): DrainForecast['boundBy'] {
  const { bound_by: bound, workers_needed: needed, active_workers: active } = row;
  if (bound.for_1_hour !== null) return bound.for_1_hour;
  return needed.for_1_hour !== null && needed.for_1_hour > active ? 'workers' : null;
}
