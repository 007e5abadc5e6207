import type { PlatformName } from '../domain/dispensary.ts';

/**
 * Workflow ids. A fixed id is a lock: Temporal runs at most one workflow of an id at a time, so a dispensary never
 * has two chains.
 */
export function crawlDispensaryId(dispensaryId: number): string {
  return `crawl/${dispensaryId}`;
}

/** @param area `all`, or the two-letter states that are searched, joined with `+` */
export function discoverStoresId(platform: PlatformName, area: string): string {
  return `discover/${platform}/${area}`;
}

/** @param scope which dispensaries: `all`, or a two-letter state */
export function crawlDueId(scope: string): string {
  return `crawl-due/${scope}`;
}

export const REFRESH_ANALYTICS_ID = 'analytics';

export const PROBE_PROXIES_ID = 'probe-proxies';

/** A schedule appends the time to this, so a schedule's own workflows never hold a lock. */
export function scheduledStartId(scheduleId: string): string {
  return `scheduled/${scheduleId}`;
}
