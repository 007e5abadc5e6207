import type { Role } from '../domain/role.ts';
import { STARTER } from '../domain/role-workflows.ts';
import type { CrawlDispensaryInput, RefreshFromPayloadInput } from '../domain/crawl-run.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import type { ResolveEntryPointInput } from '../domain/entry-point.ts';
import type { TaskOptions } from './task-memo.ts';
import { CHAINED_PRIORITY, SCHEDULED_PRIORITY, URGENT_PRIORITY } from './priorities.ts';
import {
  crawlDueId,
  discoverStoresId,
  fanOutId,
  PROBE_PROXIES_ID,
  REFRESH_ANALYTICS_ID,
  SWEEP_STORAGE_ID,
} from './workflow-ids.ts';

/** What a schedule, or a request for later, starts: one workflow under its fixed id, through `startOnce`. */
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
  /** The options of a start that somebody requested for later; absent when a schedule starts. */
  later?: TaskOptions & {
    summary: string;
    /** Skip the chain if nothing of its dispensary is in doubt when its time comes. */
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

/** The shortest catch-up window. It covers an outage of one night, however often the schedule fires. */
const CATCHUP_WINDOW_HOURS_MIN = 6;

/** Returns how late a missed run may still start: by one interval, but at least by six hours. */
export function catchupWindowSeconds(intervalSeconds: number): number {
  return Math.max(CATCHUP_WINDOW_HOURS_MIN * 3600, intervalSeconds);
}

/**
 * Returns the default policies for an interval. After an outage, the missed runs start together; SKIP lets only one of them run.
 */
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

/** How often cooled-down proxies are probed; the shortest cool-down is five minutes. */
const PROBE_INTERVAL_HOURS = 5 / 60;

/**
 * The part of the interval after which the schedule counts a dispensary as due. A chain begins a while after the schedule has
 * fired, and the delay varies: without slack, the next firing would skip some dispensaries.
 */
const DUE_AFTER = 0.9;

/** The settings of a schedule on which the input or the id of the started workflow depends. */
export interface StartSettings {
  /** Null keeps the hours in the workflow's input: the schedule follows a calendar. */
  intervalHours: number | null;
  priority: number;
  /** The state filter: `all` or two letters. For a discovery, its area. Null keeps the present scope or area. */
  state: string | null;
}

/**
 * Adapts what a schedule starts to the schedule's settings: the interval decides what is due, the state or area decides the fixed
 * id, and the chains get the schedule's priority. First crawls are never less urgent than other chained work.
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

/** The fields of each workflow's input that `deriveStart` sets. */
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

/**
 * Returns the workflow type that a schedule has for what it starts, such as `scheduledCrawlDue`: `startOnce` under a name that
 * tells the schedules apart in Temporal's lists.
 */
export function scheduledType(workflow: ScheduledStart['workflow']): string {
  return `scheduled${workflow.charAt(0).toUpperCase()}${workflow.slice(1)}`;
}

/** The workflow types of schedules. Schedules made by earlier code, or by hand, may have `startOnce` itself. */
export const SCHEDULED_TYPES = SCHEDULED_WORKFLOWS.map(scheduledType);

/** Whether workflows of this type run `startOnce`. */
export function isStarterType(type: string | undefined): boolean {
  return type !== undefined && [STARTER.type, ...SCHEDULED_TYPES].includes(type);
}

/** A schedule that somebody requests. */
export interface ScheduleRequest {
  id: string;
  role: Role;
  intervalHours: number;
  priority: number;
  note: string;
  start: ScheduledStart;
}

/** Returns the definition of a schedule made by hand, with the default policies for its interval. */
export function defineSchedule(request: ScheduleRequest): ScheduleDefinition {
  const { intervalHours, priority, start } = request;
  const derived = deriveStart(start, { intervalHours, priority, state: null });
  return { ...request, ...usualPolicies(intervalHours), start: derived };
}

/** The maintenance schedules, which need no settings. */
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
    note: 'Probes the proxies whose cool-down has ended, and puts those that work back into use.',
    intervalHours: PROBE_INTERVAL_HOURS,
    priority: URGENT_PRIORITY,
    ...usualPolicies(PROBE_INTERVAL_HOURS),
    start: { workflow: 'probeProxies', workflowId: PROBE_PROXIES_ID, input: {} },
  },
  {
    id: 'storage_sweep',
    role: 'storage_sweep',
    note: 'Creates partitions ahead, removes expired data, and reconciles files with rows.',
    intervalHours: 24,
    priority: SCHEDULED_PRIORITY,
    ...usualPolicies(24),
    start: { workflow: 'sweepStorage', workflowId: SWEEP_STORAGE_ID, input: {} },
  },
];

/** Returns the schedules that exist by default. */
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
