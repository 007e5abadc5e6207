export {
  startOnce,
  startOnce as scheduledCrawlDue,
  startOnce as scheduledDiscoverStores,
  startOnce as scheduledProbeProxies,
  startOnce as scheduledRefreshAnalytics,
  startOnce as scheduledSweepStorage,
} from '../../workflows/start-once.ts';

/** Ends at once. */
export async function refreshAnalytics(): Promise<void> {}
