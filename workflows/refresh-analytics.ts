import { analyticsActivities } from './activity-proxies.ts';

/** Refreshes the materialized views for analytics. */
export async function refreshAnalytics(): Promise<{ views: string[] }> {
  return analyticsActivities('analytics_refresh').refreshAnalyticsViews();
}
