import { bookkeepingActivities } from './activity-proxies.ts';

/** Refreshes the materialized views for analytics. */
export async function refreshAnalytics(): Promise<{ views: string[] }> {
  return bookkeepingActivities('analytics_refresh').refreshAnalyticsViews();
}
