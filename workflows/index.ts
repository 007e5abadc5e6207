// The register of workflows: the worker's bundle is made from this file, and the name of each export is the
// workflow's type.
export { crawlDispensary } from './crawl-dispensary.ts';
export { crawlDue } from './crawl-due.ts';
export { discoverStores } from './discover-stores.ts';
export { job } from './job.ts';
export { probeProxies } from './probe-proxies.ts';
export { refreshAnalytics } from './refresh-analytics.ts';
export { refreshFromPayload } from './refresh-from-payload.ts';
export { resolveEntryPoint } from './resolve-entry-point.ts';
export { startOnce } from './start-once.ts';
export { sweepStorage } from './sweep-storage.ts';
