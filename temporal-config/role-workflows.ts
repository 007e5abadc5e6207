import type { Role } from '../domain/role.ts';

/**
 * The workflow of which one run is one task of a role. Chains run under two roles, told apart by the search attribute;
 * for `product_refresh` these are the stored payloads that are ingested again, beside the ingests of all chains. Others carry a
 * role too and are no task of it: fan-outs (`crawlDue`) and what schedules start (`startOnce`).
 */
export const ROLE_WORKFLOWS = {
  store_discovery: 'discoverStores',
  entry_point_discovery: 'resolveEntryPoint',
  product_discovery: 'crawlDispensary',
  payload_fetch: 'crawlDispensary',
  product_refresh: 'refreshFromPayload',
  analytics_refresh: 'refreshAnalytics',
  proxy_probe: 'probeProxies',
  storage_sweep: 'sweepStorage',
} as const satisfies Record<Role, string>;
