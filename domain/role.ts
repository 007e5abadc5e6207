/** What a piece of work is for. The words are the ones operators of the replaced systems know. */
export const ROLES = [
  'store_discovery',
  'entry_point_discovery',
  'product_discovery',
  'payload_fetch',
  'product_refresh',
  'analytics_refresh',
  'proxy_probe',
] as const;

export type Role = (typeof ROLES)[number];

/** Roles under which a chain runs: the first crawl of a dispensary, or a recurring one. */
export const CHAIN_ROLES = ['product_discovery', 'payload_fetch'] as const satisfies readonly Role[];

export type ChainRole = (typeof CHAIN_ROLES)[number];
