import type { Role } from '../domain/role.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import { CHAINED_PRIORITY, SCHEDULED_PRIORITY, URGENT_PRIORITY } from './priorities.ts';
import {
  crawlDueId,
  discoverStoresId,
  PROBE_PROXIES_ID,
  REFRESH_ANALYTICS_ID,
  SWEEP_STORAGE_ID,
} from './workflow-ids.ts';

/** What a schedule starts: one workflow under its fixed id, by way of `startOnce`. */
export type ScheduledStart =
  | { workflow: 'crawlDue'; workflowId: string; input: CrawlDueInput }
  | { workflow: 'discoverStores'; workflowId: string; input: DiscoverStoresInput }
  | {
      workflow: 'refreshAnalytics' | 'probeProxies' | 'sweepStorage';
      workflowId: string;
      input: Record<string, never>;
    };

export interface ScheduleDefinition {
  id: string;
  role: Role;
  note: string;
  intervalHours: number;
  priority: number;
  start: ScheduledStart;
}

/** How late a missed run may still start after an outage; Temporal's own default is a year. */
const CATCHUP_WINDOW_MINUTES_MAX = 30;

/** How late a missed run of a schedule may start: well before its next one is due. */
export function catchupWindowMinutes({ intervalHours }: Pick<ScheduleDefinition, 'intervalHours'>): number {
  return Math.min(CATCHUP_WINDOW_MINUTES_MAX, (intervalHours * 60) / 2);
}

/** Spreads the starts, so that schedules with equal intervals do not fire in the same second. */
export const JITTER_SECONDS = 30;

/** How often proxies whose cool-down is over are tried; the shortest cool-down is five minutes. */
const PROBE_INTERVAL_HOURS = 2 / 60;

/**
 * The part of the interval after which the schedule takes a dispensary for due. A chain begins a little after the
 * schedule has fired, and sooner or later each time: without slack some would be passed by at the next firing.
 */
const DUE_AFTER = 0.9;

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
      start: {
        workflow: 'discoverStores',
        workflowId: discoverStoresId('dutchie', 'all'),
        input: { platform: 'dutchie', states: options.discoveryStates, priority: CHAINED_PRIORITY },
      },
    },
    {
      id: 'analytics_refresh',
      role: 'analytics_refresh',
      note: 'Refreshes the materialized views for analytics.',
      intervalHours: 6,
      priority: SCHEDULED_PRIORITY,
      start: { workflow: 'refreshAnalytics', workflowId: REFRESH_ANALYTICS_ID, input: {} },
    },
    {
      id: 'proxy_probe',
      role: 'proxy_probe',
      note: 'Tries the proxies whose cool-down is over, and puts those that work back into use.',
      intervalHours: PROBE_INTERVAL_HOURS,
      priority: URGENT_PRIORITY,
      start: { workflow: 'probeProxies', workflowId: PROBE_PROXIES_ID, input: {} },
    },
    {
      id: 'storage_sweep',
      role: 'storage_sweep',
      note: 'Makes partitions ahead, removes what is past its time, and brings files and rows together again.',
      intervalHours: 24,
      priority: SCHEDULED_PRIORITY,
      start: { workflow: 'sweepStorage', workflowId: SWEEP_STORAGE_ID, input: {} },
    },
  ];
}
