import type { Role } from '../domain/role.ts';

interface RoleDescription {
  name: string;
  description: string;
}

/** What each role is for, in the operators' words. */
export const ROLE_DESCRIPTIONS = {
  store_discovery: { name: 'Store Discovery', description: 'Discover new dispensary locations' },
  entry_point_discovery: {
    name: 'Entry Point Discovery',
    description: 'Resolve platform IDs from menu URLs; a chain also does it by itself',
  },
  product_discovery: {
    name: 'Product Discovery',
    description: 'Initial product discovery for new dispensaries',
  },
  payload_fetch: {
    name: 'Payload Fetch',
    description: 'Fetch the menu of a dispensary, store it, and ingest it: the recurring crawl',
  },
  product_refresh: {
    name: 'Product Refresh',
    description: 'Ingest a stored payload, without requesting it from the platform again',
  },
  analytics_refresh: {
    name: 'Analytics Refresh',
    description: 'Refresh materialized views and analytics',
  },
  proxy_probe: { name: 'Proxy Probe', description: 'Probe proxies whose cool-down has ended' },
  storage_sweep: { name: 'Storage Sweep', description: 'Reconcile the files of payloads with their rows' },
} as const satisfies Record<Role, RoleDescription>;
