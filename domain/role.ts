/** The purpose of a piece of work. Operators of the replaced systems know these words. */
export const ROLES = [
  'store_discovery',
  'entry_point_discovery',
  'product_discovery',
  'payload_fetch',
  'product_refresh',
  'analytics_refresh',
  'proxy_probe',
  'storage_sweep',
] as const;

export type Role = (typeof ROLES)[number];

/** Roles of chains: the first crawl of a dispensary, or a recurring one. */
export const CHAIN_ROLES = ['product_discovery', 'payload_fetch'] as const satisfies readonly Role[];

export type ChainRole = (typeof CHAIN_ROLES)[number];

/** Whether chains run under a role. */
export function isChainRole(role: Role): role is ChainRole {
  return (CHAIN_ROLES as readonly Role[]).includes(role);
}
