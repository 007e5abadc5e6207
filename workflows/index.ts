// The register of workflows. The worker's bundle is built from this file, and each export's name is the workflow type.
export { bulkAction } from './bulk-action.ts';
export { crawlDispensary } from './crawl-dispensary.ts';
export { crawlDue } from './crawl-due.ts';
export { discoverStores } from './discover-stores.ts';
export { job } from './job.ts';
export { probeProxies } from './probe-proxies.ts';
export { refreshAnalytics } from './refresh-analytics.ts';
export { refreshFromPayload } from './refresh-from-payload.ts';
export { resolveEntryPoint } from './resolve-entry-point.ts';
export { startOnce } from './start-once.ts';
// Each schedule starts `startOnce` under a type that says what the schedule is for.
export {
  startOnce as scheduledCrawlDispensary,
  startOnce as scheduledCrawlDue,
  startOnce as scheduledDiscoverStores,
  startOnce as scheduledProbeProxies,
  startOnce as scheduledRefreshAnalytics,
  startOnce as scheduledRefreshFromPayload,
  startOnce as scheduledResolveEntryPoint,
  startOnce as scheduledSweepStorage,
} from './start-once.ts';
export { sweepStorage } from './sweep-storage.ts';
// Handles all other workflow types, including those named like a method of Object.prototype.
export {
  // oxlint-disable-next-line import/no-default-export -- the SDK's name for what runs all other types
  unknownType as default,
  unknownType as constructor,
  unknownType as hasOwnProperty,
  unknownType as isPrototypeOf,
  unknownType as propertyIsEnumerable,
  unknownType as toLocaleString,
  unknownType as toString,
  unknownType as valueOf,
} from './unknown-type.ts';
