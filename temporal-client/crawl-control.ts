import { WorkflowExecutionAlreadyStartedError, type Client, type WorkflowHandle } from '@temporalio/client';
import {
  InternalWorkflowStartOptionsSymbol,
  type InternalWorkflowStartOptions,
} from '@temporalio/client/lib/internal.js';
import { TypedSearchAttributes, type Workflow } from '@temporalio/common';
import type { CrawlDispensaryInput, CrawlDispensaryResult } from '../domain/crawl-run.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { ResolveEntryPointInput } from '../domain/entry-point.ts';
import type { Role } from '../domain/role.ts';
import { priorityKey, SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { DISPENSARY_ID, FAN_OUT, PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import {
  crawlDispensaryId,
  crawlDueId,
  discoverStoresId,
  PROBE_PROXIES_ID,
  REFRESH_ANALYTICS_ID,
  refreshPayloadId,
  resolveEntryPointId,
  SWEEP_STORAGE_ID,
} from '../temporal-config/workflow-ids.ts';
import { promoteCrawl } from './promote-crawl.ts';
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

/** A dispensary as far as it names a chain. */
export type NamedDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>;

export interface Started<Type extends Workflow> {
  /** False: a workflow of this id was running already, and goes on. */
  isNew: boolean;
  handle: WorkflowHandle<Type>;
}

export interface CrawlStart extends Pick<CrawlDispensaryInput, 'role' | 'priority' | 'images'> {
  /** The fan-out that the chain is of. */
  fanOut?: string | undefined;
  /**
   * Names this start: another one of the same name is the same start, answers with the same chain, and starts nothing,
   * even when that chain has closed. For callers that may have to ask twice because the first answer was lost.
   */
  startId?: string;
}

/**
 * Starts the chain of a dispensary, unless it has one: then that one is given back, brought forward when the request is
 * more urgent than it.
 */
export async function startCrawl(
  client: Client,
  dispensary: NamedDispensary,
  { fanOut, startId, ...options }: CrawlStart = {},
): Promise<Started<typeof crawlDispensary>> {
  const { id, name, platform, stateCode } = dispensary;
  const role = options.role ?? 'payload_fetch';
  const priority = options.priority ?? SCHEDULED_PRIORITY;
  const workflowId = crawlDispensaryId(id);
  const crawl = await startUnlessRunning(client, workflowId, () =>
    client.workflow.start<typeof crawlDispensary>('crawlDispensary', {
      ...(startId === undefined ? {} : namedStart(startId)),
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [{ ...options, dispensaryId: id, platform, role, priority }],
      // Stores of one state share a turn, so that a state with many does not hold up the others.
      priority: {
        priorityKey: priorityKey(priority),
        ...(stateCode === null ? {} : { fairnessKey: stateCode }),
      },
      staticSummary: `${stateCode === null ? name : `${name}, ${stateCode}`}: ${role}`,
      typedSearchAttributes: attributesOf(role, dispensary, fanOut),
    }),
  );
  if (!crawl.isNew && priority > SCHEDULED_PRIORITY) await promoteCrawl(crawl.handle, priority);
  return crawl;
}

function attributesOf(
  role: Role,
  { id, platform, stateCode }: NamedDispensary,
  fanOut?: string,
): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: ROLE, value: role },
    { key: PLATFORM, value: platform },
    { key: DISPENSARY_ID, value: String(id) },
    ...(stateCode === null ? [] : [{ key: STATE_CODE, value: stateCode }]),
    ...(fanOut === undefined ? [] : [{ key: FAN_OUT, value: fanOut }]),
  ]);
}

/** The server knows one start from another by its request's id; the SDK lets only its own parts choose it. */
function namedStart(
  requestId: string,
): Pick<InternalWorkflowStartOptions, typeof InternalWorkflowStartOptionsSymbol> {
  return { [InternalWorkflowStartOptionsSymbol]: { requestId } };
}

/** Starts store discovery, unless one of the same area is running. */
export async function startDiscovery(
  client: Client,
  input: DiscoverStoresInput,
  area: string,
): Promise<Started<typeof discoverStores>> {
  const workflowId = discoverStoresId(input.platform, area);
  return startUnlessRunning(client, workflowId, () =>
    client.workflow.start<typeof discoverStores>('discoverStores', {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [input],
      staticSummary: `${input.platform}, ${area}: store_discovery`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: ROLE, value: 'store_discovery' },
        { key: PLATFORM, value: input.platform },
      ]),
    }),
  );
}

/** Looks for the platform's id of a dispensary and starts its first crawl, unless that is under way. */
export async function startResolve(
  client: Client,
  dispensary: NamedDispensary,
  options: Pick<ResolveEntryPointInput, 'crawl' | 'priority'> = {},
): Promise<Started<typeof resolveEntryPoint>> {
  const { id, name, platform, stateCode } = dispensary;
  const workflowId = resolveEntryPointId(id);
  return startUnlessRunning(client, workflowId, () =>
    client.workflow.start<typeof resolveEntryPoint>('resolveEntryPoint', {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [{ ...options, dispensaryId: id, platform }],
      staticSummary: `${stateCode === null ? name : `${name}, ${stateCode}`}: entry_point_discovery`,
      typedSearchAttributes: attributesOf('entry_point_discovery', dispensary),
    }),
  );
}

/** Starts a fan-out over what is due, unless one of the same scope and platform is running. */
export async function startCrawlDue(client: Client, input: CrawlDueInput): Promise<Started<typeof crawlDue>> {
  const { scope, platform } = input;
  const workflowId = crawlDueId(scope, platform);
  return startUnlessRunning(client, workflowId, () =>
    client.workflow.start<typeof crawlDue>('crawlDue', {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [input],
      staticSummary: `${platform === undefined ? '' : `${platform}, `}scope ${scope}: crawl what is due`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: ROLE, value: 'payload_fetch' },
        ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
        ...(scope === 'all' ? [] : [{ key: STATE_CODE, value: scope }]),
      ]),
    }),
  );
}

/** Starts a refresh of the materialized views, unless one is running. */
export async function startAnalyticsRefresh(client: Client): Promise<Started<typeof refreshAnalytics>> {
  return startUnlessRunning(client, REFRESH_ANALYTICS_ID, () =>
    client.workflow.start<typeof refreshAnalytics>('refreshAnalytics', {
      workflowId: REFRESH_ANALYTICS_ID,
      taskQueue: WORKFLOW_QUEUE,
      staticSummary: 'analytics_refresh',
      typedSearchAttributes: new TypedSearchAttributes([{ key: ROLE, value: 'analytics_refresh' }]),
    }),
  );
}

/** Tries the proxies whose cool-down is over, unless a round of that is running. */
export async function startProxyProbes(client: Client): Promise<Started<typeof probeProxies>> {
  return startUnlessRunning(client, PROBE_PROXIES_ID, () =>
    client.workflow.start<typeof probeProxies>('probeProxies', {
      workflowId: PROBE_PROXIES_ID,
      taskQueue: WORKFLOW_QUEUE,
      staticSummary: 'proxy_probe',
      typedSearchAttributes: new TypedSearchAttributes([{ key: ROLE, value: 'proxy_probe' }]),
    }),
  );
}

/** Brings the storage in order, unless that is under way. */
export async function startStorageSweep(client: Client): Promise<Started<typeof sweepStorage>> {
  return startUnlessRunning(client, SWEEP_STORAGE_ID, () =>
    client.workflow.start<typeof sweepStorage>('sweepStorage', {
      workflowId: SWEEP_STORAGE_ID,
      taskQueue: WORKFLOW_QUEUE,
      staticSummary: 'storage_sweep',
      typedSearchAttributes: new TypedSearchAttributes([{ key: ROLE, value: 'storage_sweep' }]),
    }),
  );
}

export interface RefreshStart {
  payloadId: number;
  dispensary: NamedDispensary | null;
  /** As in `CrawlStart`. */
  startId?: string;
}

/** Has a stored payload ingested again, unless that is under way. */
export async function startRefresh(
  client: Client,
  { payloadId, dispensary, startId }: RefreshStart,
): Promise<Started<typeof refreshFromPayload>> {
  const workflowId = refreshPayloadId(payloadId);
  return startUnlessRunning(client, workflowId, () =>
    client.workflow.start<typeof refreshFromPayload>('refreshFromPayload', {
      ...(startId === undefined ? {} : namedStart(startId)),
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [{ payloadId }],
      staticSummary: `${dispensary?.name ?? 'unknown dispensary'}: product_refresh of payload ${payloadId}`,
      typedSearchAttributes:
        dispensary === null
          ? new TypedSearchAttributes([{ key: ROLE, value: 'product_refresh' }])
          : attributesOf('product_refresh', dispensary),
    }),
  );
}

/** Waits for the chain of a dispensary, or the last one it had. @throws when it failed */
export async function waitForCrawl(client: Client, dispensaryId: number): Promise<CrawlDispensaryResult> {
  return client.workflow.getHandle<typeof crawlDispensary>(crawlDispensaryId(dispensaryId)).result();
}

/** The start is refused when the id is taken; unlike joining it silently, that tells which of the two happened. */
async function startUnlessRunning<Type extends Workflow>(
  client: Client,
  workflowId: string,
  start: () => Promise<WorkflowHandle<Type>>,
): Promise<Started<Type>> {
  try {
    return { isNew: true, handle: await start() };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return { isNew: false, handle: client.workflow.getHandle<Type>(workflowId) };
  }
}
