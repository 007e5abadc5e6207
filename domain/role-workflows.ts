import type { Role } from './role.ts';

/**
 * For each role, the workflow whose runs are its tasks. Chains run under two roles, distinguished by the search attribute. For
 * `product_refresh` these are re-ingests of stored payloads; the ingest stages of chains count for this role, too. Other workflows
 * have a role but are not its tasks: fan-outs (`crawlDue`) and starts by schedules (`startOnce`).
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

/** The workflow types whose runs are tasks. */
export const TASK_TYPES = [...new Set<string>(Object.values(ROLE_WORKFLOWS))];

/** The workflow that starts work requested for later; a task while it waits. Under ids without this prefix, it serves schedules. */
export const STARTER = { type: 'startOnce', idPrefix: 'later/' } as const;

/** The workflow that applies an action to many tasks or jobs; not a task itself. */
export const BULK_ACTION = { type: 'bulkAction', idPrefix: 'bulk/' } as const;

/** Whether a workflow's runs are tasks. Fan-outs have a role but are no tasks, and neither are the starters of schedules. */
export function isTaskType({ type, workflowId }: { type: string; workflowId: string }): boolean {
  return TASK_TYPES.includes(type) || (type === STARTER.type && workflowId.startsWith(STARTER.idPrefix));
}
