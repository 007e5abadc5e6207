import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { BULK_ACTION, STARTER } from '../domain/role-workflows.ts';

/**
 * Workflow ids. A fixed id is a lock: Temporal runs at most one workflow of an id at a time, so a dispensary never
 * has two chains.
 */
export function crawlDispensaryId(dispensaryId: number): string {
  return `crawl/${dispensaryId}`;
}

/**
 * At most one discovery per area.
 * @param area `all`, the two-letter states joined with `+`, or a state and a city: `AZ/phoenix`
 */
export function discoverStoresId(platform: PlatformName, area: string): string {
  return `discover/${platform}/${area}`;
}

/** The area in a discovery's workflow id; null for other ids. */
export function readDiscoveryArea(workflowId: string): string | null {
  return /^discover\/[^/]+\/(.+)$/.exec(workflowId)?.[1] ?? null;
}

/** The area name of these states: sorted, without duplicates. */
export function discoveryArea(states: string[]): string {
  return [...new Set(states)].sort().join('+');
}

/** At most one workflow resolves a dispensary's platform id. */
export function resolveEntryPointId(dispensaryId: number): string {
  return `resolve/${dispensaryId}`;
}

/**
 * At most one fan-out per scope and platform.
 * @param scope which dispensaries: `all`, or a two-letter state
 * @param platform limits it to one platform
 */
export function crawlDueId(scope: string, platform?: PlatformName): string {
  return `crawl-due/${platform === undefined ? scope : `${platform}/${scope}`}`;
}

/** A fan-out in batches takes a day and must not block the other fan-outs of its scope, so it has an id of its own. */
export function crawlInBatchesId(scope: string, platform?: PlatformName): string {
  return `${crawlDueId(scope, platform)}/batches`;
}

/** The workflow id of a fan-out with this input. */
export function fanOutId({
  scope,
  platform,
  spread,
}: Pick<CrawlDueInput, 'scope' | 'platform' | 'spread'>): string {
  return spread === undefined ? crawlDueId(scope, platform) : crawlInBatchesId(scope, platform);
}

/** At most one workflow ingests a payload again. */
export function refreshPayloadId(payloadId: number): string {
  return `refresh/${payloadId}`;
}

export const REFRESH_ANALYTICS_ID = 'analytics';

export const PROBE_PROXIES_ID = 'probe-proxies';

export const SWEEP_STORAGE_ID = 'sweep-storage';

/** A generic job with a chosen or generated id; at most one is open per id. */
export function jobWorkflowId(jobId: string): string {
  return `${JOB_PREFIX}${jobId}`;
}

export const JOB_PREFIX = 'job/';

/** A bulk action; several may run at once. @param id generated, or chosen by whoever starts it by hand */
export function bulkActionId(id: string): string {
  return `${BULK_ACTION.idPrefix}${id}`;
}

/** A schedule appends the time to this, so a schedule's own workflows never hold a lock. */
export function scheduledStartId(scheduleId: string): string {
  return `scheduled/${scheduleId}`;
}

/** A thin starter that waits for its time. It holds no lock, since each has an id of its own. */
export function laterId(uuid: string): string {
  return `${STARTER.idPrefix}${uuid}`;
}

/** Whether a workflow is a starter that waits for its time. */
export function isLater(workflowId: string): boolean {
  return workflowId.startsWith(STARTER.idPrefix);
}

/** The name under which another crawl of a doubted dispensary waits, at most one per dispensary. */
export function lookAgainName(dispensaryId: number): string {
  return `${LOOK_AGAIN_NAME}${dispensaryId}`;
}

const LOOK_AGAIN_NAME = 'look-again-';

/** The prefix of such a waiting crawl's workflow id; the dispensary's id follows. */
export const LOOK_AGAIN_ID_PREFIX = laterId(LOOK_AGAIN_NAME);

/** The name under which the retry of a dispensary's chain waits, at most one per dispensary. */
export function retryName(dispensaryId: number): string {
  return `${RETRY_NAME}${dispensaryId}`;
}

const RETRY_NAME = 'retry-';

/** The prefix of a waiting retry's workflow id; the dispensary's id follows. */
export const RETRY_ID_PREFIX = laterId(RETRY_NAME);

/**
 * The id of a task (one run of a workflow), safe in a URL path: the workflow id with `~` for each `/`, a `~`, and the run id, as
 * in `crawl~12~0199c6f2-…`. Other characters that a URL does not allow become `=` and their bytes, so decoding a path once or
 * twice does not change the id.
 */
export function taskId(workflowId: string, runId: string): string {
  return `${lettersOf(workflowId)}~${runId}`;
}

/** A workflow id encoded like this, without a run: `crawl-due~all`. */
export function lettersOf(workflowId: string): string {
  const letters = encodeURIComponent(workflowId).replaceAll('~', '%7E').replaceAll('%2F', '~');
  return letters.replaceAll('%', '=');
}

/** Decodes a task id; null if it is not one. */
export function readTaskId(id: string): { workflowId: string; runId: string } | null {
  const [, letters, runId] = /^(.+)~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(id) ?? [];
  if (letters === undefined || runId === undefined) return null;
  const workflowId = readLetters(letters);
  return workflowId === null ? null : { workflowId, runId };
}

/** Decodes a workflow id, with or without a run; null if it is neither. */
export function readWorkflowLetters(id: string): { workflowId: string; runId?: string } | null {
  const workflowId = readLetters(id);
  return readTaskId(id) ?? (workflowId === null ? null : { workflowId });
}

/** Decodes a workflow id; null if it is not an encoded one. */
function readLetters(letters: string): string | null {
  if (!/^[\w.!~*'()=-]+$/.test(letters)) return null;
  try {
    const workflowId = decodeURIComponent(letters.replaceAll('=', '%').replaceAll('~', '%2F'));
    // The ledger cannot store a NUL, so there is no such task.
    return workflowId.includes('\0') ? null : workflowId;
  } catch {
    return null;
  }
}
