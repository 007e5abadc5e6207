import { analyticsActivities } from './activity-proxies.ts';
import { requireNoInput } from './require-input.ts';

/** Refreshes the materialized views for analytics. */
export async function refreshAnalytics(...given: unknown[]): Promise<{ views: string[] }> {
  requireNoInput('refreshAnalytics', given);
  return analyticsActivities('analytics_refresh').refreshAnalyticsViews();
}
