import { TypedSearchAttributes } from '@temporalio/common';
import type { CrawlDispensaryInput } from '../domain/crawl-run.ts';
import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput } from '../domain/discovery.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { ResolveEntryPointInput } from '../domain/entry-point.ts';
import type { Role } from '../domain/role.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import type { ScheduledStart } from '../temporal-config/schedules.ts';
import { DISPENSARY_ID, FAN_OUT, PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import {
  crawlDispensaryId,
  discoverStoresId,
  fanOutId,
  PROBE_PROXIES_ID,
  REFRESH_ANALYTICS_ID,
  refreshPayloadId,
  resolveEntryPointId,
  SWEEP_STORAGE_ID,
} from '../temporal-config/workflow-ids.ts';

/** The fields of a dispensary that a chain is named after. */
export type NamedDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>;

/** The data with which a workflow is started, now or later. */
export interface TaskPlan {
  /** The workflow, its fixed id, and its input. */
  start: ScheduledStart;
  /** In words, for people. */
  summary: string;
  attributes: TypedSearchAttributes;
  /** The priority of the workflow's own activities, as the API's integer; absent: the default. */
  priority?: number | undefined;
  /**
   * Temporal hands out the tasks of different keys in turn, so that a state with many stores does not hold up the
   * others.
   */
  fairnessKey?: string | undefined;
}

/** Returns the id of the plan's dispensary; null: it has none. */
export function dispensaryOf({ attributes }: TaskPlan): number | null {
  const id = attributes.get(DISPENSARY_ID);
  return id === undefined ? null : Number(id);
}

/** Plans a chain of a dispensary. @param fanOut the fan-out that it belongs to */
export function planCrawl(
  dispensary: NamedDispensary,
  options: Pick<CrawlDispensaryInput, 'role' | 'priority' | 'images'>,
  fanOut?: string,
): TaskPlan {
  const { id, platform, stateCode } = dispensary;
  const role = options.role ?? 'payload_fetch';
  const priority = options.priority ?? SCHEDULED_PRIORITY;
  return {
    start: {
      workflow: 'crawlDispensary',
      workflowId: crawlDispensaryId(id),
      input: { ...options, dispensaryId: id, platform, role, priority },
    },
    summary: `${namedWithState(dispensary)}: ${role}`,
    attributes: attributesOf(role, dispensary, fanOut),
    priority,
    fairnessKey: stateCode ?? undefined,
  };
}

/** Plans the discovery of an area. */
export function planDiscovery(input: DiscoverStoresInput, area: string): TaskPlan {
  const { platform, states = [], areas = [] } = input;
  const [state, ...others] = [...states, ...areas.map(({ stateCode }) => stateCode)];
  return {
    start: { workflow: 'discoverStores', workflowId: discoverStoresId(platform, area), input },
    summary: `${platform}, ${area}: store_discovery`,
    attributes: new TypedSearchAttributes([
      { key: ROLE, value: 'store_discovery' },
      { key: PLATFORM, value: platform },
      ...(state === undefined || others.length > 0 ? [] : [{ key: STATE_CODE, value: state }]),
    ]),
  };
}

/** Plans the search for a dispensary's platform id. */
export function planResolve(
  dispensary: NamedDispensary,
  options: Pick<ResolveEntryPointInput, 'crawl' | 'priority'>,
): TaskPlan {
  const { id, platform } = dispensary;
  return {
    start: {
      workflow: 'resolveEntryPoint',
      workflowId: resolveEntryPointId(id),
      input: { ...options, dispensaryId: id, platform },
    },
    summary: `${namedWithState(dispensary)}: entry_point_discovery`,
    attributes: attributesOf('entry_point_discovery', dispensary),
  };
}

/** Plans a fan-out over what is due. */
export function planCrawlDue(input: CrawlDueInput): TaskPlan {
  const { scope, platform, spread } = input;
  return {
    start: { workflow: 'crawlDue', workflowId: fanOutId(input), input },
    summary: `${platform === undefined ? '' : `${platform}, `}scope ${scope}: crawl what is due${spread === undefined ? '' : ' in batches'}`,
    attributes: new TypedSearchAttributes([
      { key: ROLE, value: 'payload_fetch' },
      ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
      ...(scope === 'all' ? [] : [{ key: STATE_CODE, value: scope }]),
    ]),
  };
}

/** Plans another ingest of a stored payload. @param dispensary the payload's dispensary; null: unknown */
export function planRefresh(payloadId: number, dispensary: NamedDispensary | null): TaskPlan {
  return {
    start: {
      workflow: 'refreshFromPayload',
      workflowId: refreshPayloadId(payloadId),
      input: { payloadId },
    },
    summary: `${dispensary?.name ?? 'unknown dispensary'}: product_refresh of payload ${payloadId}`,
    attributes:
      dispensary === null
        ? new TypedSearchAttributes([{ key: ROLE, value: 'product_refresh' }])
        : attributesOf('product_refresh', dispensary),
  };
}

const UPKEEP = {
  analytics_refresh: { workflow: 'refreshAnalytics', workflowId: REFRESH_ANALYTICS_ID },
  proxy_probe: { workflow: 'probeProxies', workflowId: PROBE_PROXIES_ID },
  storage_sweep: { workflow: 'sweepStorage', workflowId: SWEEP_STORAGE_ID },
} as const satisfies Partial<Record<Role, Pick<ScheduledStart, 'workflow' | 'workflowId'>>>;

/** Roles whose work belongs to no store and takes no input. */
export type UpkeepRole = keyof typeof UPKEEP;

/** Plans maintenance work. */
export function planUpkeep(role: UpkeepRole): TaskPlan {
  return {
    start: { ...UPKEEP[role], input: {} },
    summary: role,
    attributes: new TypedSearchAttributes([{ key: ROLE, value: role }]),
  };
}

function namedWithState({ name, stateCode }: NamedDispensary): string {
  return stateCode === null ? name : `${name}, ${stateCode}`;
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
