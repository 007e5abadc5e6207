import type { Role } from '../domain/role.ts';
import type { CrawlDispensaryInput, RefreshFromPayloadInput } from '../domain/crawl-run.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import type { ResolveEntryPointInput } from '../domain/entry-point.ts';
import type { TaskWishes } from './task-memo.ts';
import { CHAINED_PRIORITY, SCHEDULED_PRIORITY, URGENT_PRIORITY } from './priorities.ts';
import {
  crawlDueId,
  discoverStoresId,
  fanOutId,
  PROBE_PROXIES_ID,
  REFRESH_ANALYTICS_ID,
  SWEEP_STORAGE_ID,
} from './workflow-ids.ts';

/** What a schedule starts, or a person for later: one workflow under its fixed id, by way of `startOnce`. */
export type ScheduledStart =
  | { workflow: 'crawlDispensary'; workflowId: string; input: CrawlDispensaryInput }
  | { workflow: 'refreshFromPayload'; workflowId: string; input: RefreshFromPayloadInput }
  | { workflow: 'resolveEntryPoint'; workflowId: string; input: ResolveEntryPointInput }
  | { workflow: 'crawlDue'; workflowId: string; input: CrawlDueInput }
  | { workflow: 'discoverStores'; workflowId: string; input: DiscoverStoresInput }
  | {
      workflow: 'refreshAnalytics' | 'probeProxies' | 'sweepStorage';
      workflowId: string;
      input: Record<string, never>;
    };

/** The input of `startOnce`. */
export type StartOnceInput = ScheduledStart & {
  /** What a person asked for who wants it later; schedules have none. */
  later?: TaskWishes & {
    summary: string;
    /** A chain of a dispensary is not started if nothing of that is in doubt any more when its time comes. */
    onlyInDoubt?: boolean | undefined;
  };
};

/** What happens when a schedule fires while the `startOnce` that it started last is still open. */
export type OverlapPolicy =
  | 'SKIP'
  | 'BUFFER_ONE'
  | 'BUFFER_ALL'
  | 'CANCEL_OTHER'
  | 'TERMINATE_OTHER'
  | 'ALLOW_ALL';

export interface ScheduleDefinition {
  id: string;
  role: Role;
  note: string;
  intervalHours: number;
  priority: number;
  overlap: OverlapPolicy;
  /** How late a missed run may still start after an outage. */
  catchupWindowSeconds: number;
  /** Spreads the starts, so that schedules with equal intervals do not fire in the same second. */
  jitterSeconds: number;
  start: ScheduledStart;
}

/** An outage of a night's length is caught up with, however often the schedule fires. */
const CATCHUP_WINDOW_HOURS_MIN = 6;

/** How late a run of a schedule of this interval may still start: until the next one, at least six hours. */
export function catchupWindowSeconds(intervalSeconds: number): number {
  return Math.max(CATCHUP_WINDOW_HOURS_MIN * 3600, intervalSeconds);
}

/** Runs that an outage made a schedule miss start together when it is over, and SKIP lets one of them through. */
function usualPolicies(
  intervalHours: number,
): Pick<ScheduleDefinition, 'overlap' | 'catchupWindowSeconds' | 'jitterSeconds'> {
  const intervalSeconds = Math.round(intervalHours * 3600);
  return {
    overlap: 'SKIP',
    catchupWindowSeconds: catchupWindowSeconds(intervalSeconds),
    jitterSeconds: Math.min(30, Math.floor(intervalSeconds / 4)),
  };
}

/** How often proxies whose cool-down is over are tried; the shortest cool-down is five minutes. */
const PROBE_INTERVAL_HOURS = 2 / 60;

/**
 * The part of the interval after which the schedule takes a dispensary for due. A chain begins a little after the
 * schedule has fired, and sooner or later each time: without slack some would be passed by at the next firing.
 */
const DUE_AFTER = 0.9;

/** What the start of a schedule follows from, besides what it starts. */
export interface StartSettings {
  /** Null leaves the start's own: the schedule goes by a calendar. */
  intervalHours: number | null;
  priority: number;
  /** The state filter, `all` or two letters; of a discovery its area; null leaves the start's own. */
  state: string | null;
}

/**
 * Brings a start to the settings of its schedule: what is due follows from the interval, the fixed id from the state or
 * the area, the priority of the chains from that of the schedule. First crawls are never less urgent than other chained work.
 */
export function deriveStart(start: ScheduledStart, settings: StartSettings): ScheduledStart {
  const { intervalHours, priority } = settings;
  switch (start.workflow) {
    case 'crawlDue': {
      const scope = settings.state ?? start.input.scope;
      const dueAfterHours = intervalHours === null ? start.input.intervalHours : intervalHours * DUE_AFTER;
      const input = { ...start.input, scope, intervalHours: dueAfterHours, priority };
      return { ...start, workflowId: fanOutId(input), input };
    }
    case 'discoverStores': {
      const { platform } = start.input;
      const workflowId =
        settings.state === null ? start.workflowId : discoverStoresId(platform, settings.state);
      const input = { ...start.input, priority: Math.max(priority, CHAINED_PRIORITY) };
      return { ...start, workflowId, input };
    }
    default:
      return start;
  }
}

/** The parts of a start's input that `deriveStart` sets. */
export const DERIVED_INPUT: Record<ScheduledStart['workflow'], readonly string[]> = {
  crawlDue: ['scope', 'intervalHours', 'priority'],
  discoverStores: ['priority'],
  crawlDispensary: [],
  refreshFromPayload: [],
  resolveEntryPoint: [],
  refreshAnalytics: [],
  probeProxies: [],
  sweepStorage: [],
};

/** The workflows that `startOnce` starts. */
export const SCHEDULED_WORKFLOWS = Object.keys(DERIVED_INPUT) as ScheduledStart['workflow'][];

/** A schedule as a person wants it. */
export interface ScheduleWish {
  id: string;
  role: Role;
  intervalHours: number;
  priority: number;
  note: string;
  start: ScheduledStart;
}

/** The definition of a schedule that a person makes, with the policies that others of its interval have. */
export function defineSchedule(wish: ScheduleWish): ScheduleDefinition {
  const { intervalHours, priority, start } = wish;
  const derived = deriveStart(start, { intervalHours, priority, state: null });
  return { ...wish, ...usualPolicies(intervalHours), start: derived };
}

/** What keeps the data in order; the same everywhere. */
const UPKEEP: ScheduleDefinition[] = [
  {
    id: 'analytics_refresh',
    role: 'analytics_refresh',
    note: 'Refreshes the materialized views for analytics.',
    intervalHours: 6,
    priority: SCHEDULED_PRIORITY,
    ...usualPolicies(6),
    start: { workflow: 'refreshAnalytics', workflowId: REFRESH_ANALYTICS_ID, input: {} },
  },
  {
    id: 'proxy_probe',
    role: 'proxy_probe',
    note: 'Tries the proxies whose cool-down is over, and puts those that work back into use.',
    intervalHours: PROBE_INTERVAL_HOURS,
    priority: URGENT_PRIORITY,
    ...usualPolicies(PROBE_INTERVAL_HOURS),
    start: { workflow: 'probeProxies', workflowId: PROBE_PROXIES_ID, input: {} },
  },
  {
    id: 'storage_sweep',
    role: 'storage_sweep',
    note: 'Makes partitions ahead, removes what is past its time, and brings files and rows together again.',
    intervalHours: 24,
    priority: SCHEDULED_PRIORITY,
    ...usualPolicies(24),
    start: { workflow: 'sweepStorage', workflowId: SWEEP_STORAGE_ID, input: {} },
  },
];

/** The schedules that exist by default. */
export function defaultSchedules(options: {
  discoveryStates: string[];
  crawlIntervalHours: number;
}): ScheduleDefinition[] {
  return [
    {
      id: 'payload_fetch_all',
      role: 'payload_fetch',
      note: 'Starts a chain for every dispensary that is due.',
      intervalHours: options.crawlIntervalHours,
      priority: SCHEDULED_PRIORITY,
      ...usualPolicies(options.crawlIntervalHours),
      start: {
        workflow: 'crawlDue',
        workflowId: crawlDueId('all'),
        input: {
          scope: 'all',
          intervalHours: options.crawlIntervalHours * DUE_AFTER,
          priority: SCHEDULED_PRIORITY,
        },
      },
    },
    {
      id: 'store_discovery_dutchie',
      role: 'store_discovery',
      note: 'Looks for new Dutchie stores and starts a first crawl for each.',
      intervalHours: 24,
      priority: 5,
      ...usualPolicies(24),
      start: {
        workflow: 'discoverStores',
        workflowId: discoverStoresId('dutchie', 'all'),
        input: { platform: 'dutchie', states: options.discoveryStates, priority: CHAINED_PRIORITY },
      },
    },
    ...UPKEEP,
  ];
}
