import type { Role } from './role.ts';

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

/** The types of which runs are tasks. */
export const TASK_TYPES = [...new Set<string>(Object.values(ROLE_WORKFLOWS))];

/** The thin starter of what is asked for later: a task while it waits. Under other ids it works for schedules. */
export const STARTER = { type: 'startOnce', idPrefix: 'later/' } as const;

/** What does one thing to many tasks or jobs; no task itself. */
export const BULK_ACTION = { type: 'bulkAction', idPrefix: 'bulk/' } as const;

/** Whether the runs of a workflow are tasks: fan-outs carry a role and are none, nor are the starters of schedules. */
export function isTaskType({ type, workflowId }: { type: string; workflowId: string }): boolean {
  return TASK_TYPES.includes(type) || (type === STARTER.type && workflowId.startsWith(STARTER.idPrefix));
}
