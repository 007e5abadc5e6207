import type { Client } from '@temporalio/client';
import type { CrawlDispensaryInput, CrawlDispensaryResult } from '../domain/crawl-run.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import type { ResolveEntryPointInput } from '../domain/entry-point.ts';
import { CHAIN_RETRIES_USUAL } from '../domain/retry-chain.ts';
import { CHAINED_PRIORITY, SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { readMemo } from '../temporal-config/task-memo.ts';
import { crawlDispensaryId, lookAgainName, retryName } from '../temporal-config/workflow-ids.ts';
import { promoteCrawl } from './promote-crawl.ts';
import {
  startPlan,
  startPlanLater,
  type LaterOptions,
  type Started,
  type StartOptions,
} from './start-plan.ts';
import {
  planCrawl,
  planCrawlDue,
  planDiscovery,
  planRefresh,
  planResolve,
  planUpkeep,
  type NamedDispensary,
  type TaskPlan,
} from './task-plans.ts';
import type {
  crawlDispensary,
  crawlDue,
  discoverStores,
  probeProxies,
  refreshAnalytics,
  refreshFromPayload,
  resolveEntryPoint,
  sweepStorage,
} from '../workflows/index.ts';

export type { NamedDispensary } from './task-plans.ts';

export interface CrawlStart extends Pick<CrawlDispensaryInput, 'role' | 'priority' | 'images'>, StartOptions {
  /** The fan-out that starts the chain. */
  fanOut?: string | undefined;
}

/** Starts the chain of a dispensary. If one is open, returns that one, promoted when this request is more urgent. */
export async function startCrawl(
  client: Client,
  dispensary: NamedDispensary,
  { fanOut, startId, maxRetries, ...options }: CrawlStart = {},
): Promise<Started<typeof crawlDispensary>> {
  const priority = options.priority ?? SCHEDULED_PRIORITY;
  const plan = planCrawl(dispensary, options, fanOut);
  const crawl = await startPlan<typeof crawlDispensary>(client, plan, { startId, maxRetries });
  if (!crawl.isNew && priority > SCHEDULED_PRIORITY) await promoteCrawl(crawl.handle, priority);
  return crawl;
}

export interface LookAgain extends Pick<CrawlDispensaryInput, 'role' | 'images'> {
  afterMs: number;
  /** As in `StartOptions`. */
  startId: string;
}

/**
 * Schedules another crawl of a dispensary whose menu is in doubt. At most one waits per dispensary: an existing one stays as it
 * is. It works like any delayed task, but crawls nothing if the doubt has ended by then.
 * @returns when the waiting crawl is due
 */
export async function startLookAgain(
  client: Client,
  dispensary: NamedDispensary,
  { afterMs, startId, ...options }: LookAgain,
): Promise<Date> {
  const plan = planCrawl(dispensary, { ...options, priority: CHAINED_PRIORITY });
  return startUnlessWaiting(client, plan, {
    afterMs,
    startId,
    waitsAs: lookAgainName(dispensary.id),
    maxRetries: CHAIN_RETRIES_USUAL,
    onlyInDoubt: true,
  });
}

export interface RetryOfCrawl extends Pick<CrawlDispensaryInput, 'role' | 'priority' | 'images'> {
  afterMs: number;
  /** As in `StartOptions`. */
  startId: string;
  maxRetries: number;
  /** How many retries there have been, including this one. */
  retryCount: number;
}

/**
 * Schedules another run of a dispensary's failed chain. At most one retry waits per dispensary: an existing one stays as it is.
 * It works like any delayed task.
 * @returns when the waiting retry is due
 */
export async function startRetry(
  client: Client,
  dispensary: NamedDispensary,
  { afterMs, startId, maxRetries, retryCount, ...options }: RetryOfCrawl,
): Promise<Date> {
  const waitsAs = retryName(dispensary.id);
  const wait = { afterMs, startId, waitsAs, maxRetries, retryCount };
  return startUnlessWaiting(client, planCrawl(dispensary, options), wait);
}

/** Starts a plan later, unless one of the same name waits. @returns when the waiting start is due */
async function startUnlessWaiting(
  client: Client,
  plan: TaskPlan,
  { afterMs, ...options }: Omit<LaterOptions, 'at'> & { afterMs: number },
): Promise<Date> {
  const at = new Date(Date.now() + afterMs);
  const waiting = await startPlanLater(client, plan, { ...options, at });
  const { scheduled_for: scheduledFor } = readMemo((await waiting.describe()).memo);
  return scheduledFor === undefined ? at : new Date(scheduledFor);
}

/** Starts a store discovery, unless one of the same area is running. */
export async function startDiscovery(
  client: Client,
  input: DiscoverStoresInput,
  area: string,
): Promise<Started<typeof discoverStores>> {
  return startPlan(client, planDiscovery(input, area));
}

/** Starts a workflow that finds a dispensary's platform id and starts its first crawl, unless such a workflow is running. */
export async function startResolve(
  client: Client,
  dispensary: NamedDispensary,
  options: Pick<ResolveEntryPointInput, 'crawl' | 'priority'> = {},
): Promise<Started<typeof resolveEntryPoint>> {
  return startPlan(client, planResolve(dispensary, options));
}

/** Starts a fan-out over the dispensaries that are due, unless one of the same scope and platform is running. */
export async function startCrawlDue(client: Client, input: CrawlDueInput): Promise<Started<typeof crawlDue>> {
  return startPlan(client, planCrawlDue(input));
}

/** Starts a refresh of the materialized views, unless one is running. */
export async function startAnalyticsRefresh(client: Client): Promise<Started<typeof refreshAnalytics>> {
  return startPlan(client, planUpkeep('analytics_refresh'));
}

/** Probes the proxies whose cool-down has ended, unless a probe round is running. */
export async function startProxyProbes(client: Client): Promise<Started<typeof probeProxies>> {
  return startPlan(client, planUpkeep('proxy_probe'));
}

/** Starts a storage sweep, unless one is running. */
export async function startStorageSweep(client: Client): Promise<Started<typeof sweepStorage>> {
  return startPlan(client, planUpkeep('storage_sweep'));
}

export interface RefreshStart {
  payloadId: number;
  dispensary: NamedDispensary | null;
  /** As in `StartOptions`. */
  startId?: string | undefined;
}

/** Starts another ingest of a stored payload, unless one is running. */
export async function startRefresh(
  client: Client,
  { payloadId, dispensary, startId }: RefreshStart,
): Promise<Started<typeof refreshFromPayload>> {
  return startPlan(client, planRefresh(payloadId, dispensary), { startId });
}

/** Waits for the result of a dispensary's open chain, or else of its last one. @throws when the chain failed */
export async function waitForCrawl(client: Client, dispensaryId: number): Promise<CrawlDispensaryResult> {
  return client.workflow.getHandle<typeof crawlDispensary>(crawlDispensaryId(dispensaryId)).result();
}
