import type { OpenBreaker } from '../db/queries/overview-figures.ts';
import type { RetryingTasks } from '../db/queries/retrying-work.ts';
import type { Binding } from '../domain/capacity.ts';
import { isChainRole, type Role } from '../domain/role.ts';
import { queuesOf } from '../temporal-config/role-queues.ts';
import type { CapacityRow } from './capacity-row.ts';
import { isRefused, isStuck } from './retrying-work.ts';
import { minutesBetween, formatSpan } from './time-span.ts';

/** Whether the backlog of a role clears by itself, and when. */
export interface DrainForecast {
  /**
   * `clears`: the backlog clears, or nothing waits. `stalled`: none of it gets done, because a worker or a proxy is missing, the platform
   * is stopped or refuses every proxy, or all attempts fail. `grows`: more arrives than is completed. `unknown`: it is not known how long a
   * task of the role takes.
   */
  state: 'clears' | 'stalled' | 'grows' | 'unknown';
  /** The state in words, such as `clears in 35 min`. */
  words: string;
  /** Minutes until the backlog is clear; null: it does not clear, or not known. */
  minutes: number | null;
  /** Tasks a minute by which the backlog grows; null: it does not grow. */
  growthPerMinute: number | null;
  /** What keeps the backlog from clearing within an hour, `failures` if all attempts fail; null: nothing does. */
  boundBy: Binding | 'workers' | 'proxies' | 'failures' | null;
}

/** The workers, and what holds them back. */
export interface Workforce {
  now: Date;
  /** Queues that live workers serve. */
  served: ReadonlySet<string>;
  /** Platforms that an operator has stopped. */
  stopped: readonly string[];
  /** Why nothing can be fetched, such as `no proxy is active`; null: it can. */
  proxyFault: string | null;
  /** Tasks whose last attempt failed. */
  retrying: readonly RetryingTasks[];
  /** Targets that refuse every proxy. */
  breakers: readonly Pick<OpenBreaker, 'target'>[];
}

/** Roles that fetch through a proxy. */
const FETCHING: readonly Role[] = [
  'store_discovery',
  'entry_point_discovery',
  'product_discovery',
  'payload_fetch',
];

/** Forecasts when the backlog of a role clears. */
export function forecastDrain(row: CapacityRow, workforce: Workforce): DrainForecast {
  const boundBy = bindingOf(row);
  const none = { minutes: null, growthPerMinute: null, boundBy };
  if (row.pending_tasks === 0)
    return { ...none, state: 'clears', words: 'nothing waits', minutes: 0, boundBy: null };
  const obstacle = obstacleOf(row, workforce);
  if (obstacle !== null)
    return { ...none, state: 'stalled', words: `stalled: ${obstacle.words}`, boundBy: obstacle.boundBy };
  // Without a working proxy a small backlog would look as if it cleared soon, although its attempts fail.
  if (workforce.proxyFault !== null && FETCHING.includes(row.role))
    return { ...none, state: 'stalled', words: `stalled: ${workforce.proxyFault}`, boundBy: 'proxies' };
  const stuck = workforce.retrying.find((one) => one.role === row.role && isStuck(one));
  if (stuck !== undefined) {
    const by = isRefused(stuck, workforce.breakers) ? 'platform' : 'failures';
    return { ...none, state: 'stalled', words: `stalled: ${describeStuck(stuck, by)}`, boundBy: by };
  }
  const { estimated_hours_to_drain: hours, growth_per_hour: growth } = row;
  if (hours !== null) return { ...none, state: 'clears', ...clearsIn(hours * 60, row, workforce) };
  if (growth === null)
    return {
      ...none,
      state: 'unknown',
      words: 'not known when it clears: no task was completed within a day',
    };
  return { ...none, state: 'grows', words: describeGrowth(growth), growthPerMinute: growth / 60 };
}

function describeStuck({ kind, platform }: RetryingTasks, by: 'platform' | 'failures'): string {
  if (by === 'platform') return `${platform} refuses every proxy`;
  const where = platform === null ? '' : ` of ${platform}`;
  return `all attempts${where} fail${kind === null ? '' : ` as ${kind}`}, and are retried`;
}

/** Returns the time at which a backlog clears: not before the last of its scheduled attempts begins. */
function clearsIn(
  minutes: number,
  { role }: CapacityRow,
  { now, retrying }: Workforce,
): Pick<DrainForecast, 'words' | 'minutes'> {
  const attempts = retrying.flatMap((one) =>
    one.role === role && one.lastAttemptAt !== null ? [minutesBetween(now, one.lastAttemptAt)] : [],
  );
  const last = Math.max(0, ...attempts);
  if (last <= minutes || last < 1) return { words: `clears in ${formatSpan(minutes)}`, minutes };
  return {
    words: `clears in ${formatSpan(last)} at the earliest: some wait for their next attempt`,
    minutes: last,
  };
}

/** Returns why no worker can do the work of the role: none serves it, or platforms are stopped; null: some can. */
function obstacleOf(
  row: CapacityRow,
  { served, stopped }: Workforce,
): { words: string; boundBy: 'workers' | 'platform' } | null {
  if (served.size === 0) return { words: 'no worker is running', boundBy: 'workers' };
  // Workers may serve only a part of the role, such as all fetches but those in a browser.
  const deserted = row.queues.filter(({ queue, backlog }) => backlog > 0 && !served.has(queue));
  const [queue] = deserted.length > 0 ? deserted.map((one) => one.queue) : unserved(row, served);
  if (queue !== undefined) return { words: `no worker serves \`${queue}\``, boundBy: 'workers' };
  const isStopped = row.estimated_hours_to_drain === null && isChainRole(row.role);
  return isStopped && stopped.length > 0
    ? { words: `requests to ${stopped.join(', ')} are stopped`, boundBy: 'platform' }
    : null;
}

function unserved({ active_workers: workers, role }: CapacityRow, served: ReadonlySet<string>): string[] {
  return workers > 0 ? [] : queuesOf([role]).filter((queue) => !served.has(queue));
}

function describeGrowth(perHour: number): string {
  const perMinute = perHour / 60;
  if (perMinute >= 1) return `grows by ${Math.round(perMinute)} a minute`;
  return perHour >= 1
    ? `grows by ${Math.round(perHour)} an hour`
    : 'does not shrink: as many tasks arrive as are completed';
}

function bindingOf(row: CapacityRow): DrainForecast['boundBy'] {
  const { bound_by: bound, workers_needed: needed, active_workers: active } = row;
  if (bound.for_1_hour !== null) return bound.for_1_hour;
  return needed.for_1_hour !== null && needed.for_1_hour > active ? 'workers' : null;
}
