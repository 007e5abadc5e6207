import type { CrawlDueInput } from '../domain/crawl-due.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { BULK_ACTION, STARTER } from '../domain/role-workflows.ts';

/**
 * Returns the workflow id of a dispensary's chain. A fixed id is a lock: Temporal runs at most one workflow of an id at a time,
 * so a dispensary never has two chains.
 */
export function crawlDispensaryId(dispensaryId: number): string {
  return `crawl/${dispensaryId}`;
}

/**
 * Returns the workflow id of a discovery; at most one runs per platform and area.
 * @param area `all`, the two-letter states joined with `+`, or a state and a city: `AZ/phoenix`
 */
export function discoverStoresId(platform: PlatformName, area: string): string {
  return `discover/${platform}/${area}`;
}

/** Reads the area from a discovery's workflow id; null for other ids. */
export function readDiscoveryArea(workflowId: string): string | null {
  return /^discover\/[^/]+\/(.+)$/.exec(workflowId)?.[1] ?? null;
}

/** Returns the area name of these states: sorted, without duplicates. */
export function discoveryArea(states: string[]): string {
  return [...new Set(states)].sort().join('+');
}

/** Returns the workflow id of the search for a dispensary's platform id; at most one runs per dispensary. */
export function resolveEntryPointId(dispensaryId: number): string {
  return `resolve/${dispensaryId}`;
}

/**
 * Returns the workflow id of a fan-out without batches; at most one runs per scope and platform.
 * @param scope which dispensaries: `all`, or a two-letter state
 * @param platform limits it to one platform
 */
export function crawlDueId(scope: string, platform?: PlatformName): string {
  return `crawl-due/${platform === undefined ? scope : `${platform}/${scope}`}`;
}

/** Returns the workflow id of a fan-out in batches, which may take days and must not block the other fan-outs of its scope. */
export function crawlInBatchesId(scope: string, platform?: PlatformName): string {
  return `${crawlDueId(scope, platform)}/batches`;
}

/** Returns the workflow id of a fan-out with this input. */
export function fanOutId({
  scope,
  platform,
  spread,
}: Pick<CrawlDueInput, 'scope' | 'platform' | 'spread'>): string {
  return spread === undefined ? crawlDueId(scope, platform) : crawlInBatchesId(scope, platform);
}

/** Returns the workflow id of another ingest of a payload; at most one runs per payload. */
export function refreshPayloadId(payloadId: number): string {
  return `refresh/${payloadId}`;
}

export const REFRESH_ANALYTICS_ID = 'analytics';

export const PROBE_PROXIES_ID = 'probe-proxies';

export const SWEEP_STORAGE_ID = 'sweep-storage';

/**
 * Returns the workflow id of a generic job; at most one is open per job id.
 * @param jobId chosen by the requester, or generated
 */
export function jobWorkflowId(jobId: string): string {
  return `${JOB_PREFIX}${jobId}`;
}

export const JOB_PREFIX = 'job/';

/**
 * Returns the workflow id of a bulk action; several may run at once.
 * @param id generated, or chosen by whoever starts it by hand
 */
export function bulkActionId(id: string): string {
  return `${BULK_ACTION.idPrefix}${id}`;
}

/** Returns the workflow id of the starter that a schedule starts. The server appends the time to this id, so it is no lock. */
export function scheduledStartId(scheduleId: string): string {
  return `scheduled/${scheduleId}`;
}

/**
 * Returns the workflow id of a starter that waits for its time. Each starter has an id of its own, so that it does not hold the
 * lock of the workflow that it will start.
 * @param uuid or another unique name
 */
export function laterId(uuid: string): string {
  return `${STARTER.idPrefix}${uuid}`;
}

/** Whether a workflow is a starter that waits for its time. */
export function isLater(workflowId: string): boolean {
  return workflowId.startsWith(STARTER.idPrefix);
}

/** Returns the name under which another crawl of a doubted dispensary waits, at most one per dispensary. */
export function lookAgainName(dispensaryId: number): string {
  return `${LOOK_AGAIN_NAME}${dispensaryId}`;
}

const LOOK_AGAIN_NAME = 'look-again-';

/** The prefix of the workflow id of a starter that waits to crawl a doubted dispensary; the dispensary's id follows. */
export const LOOK_AGAIN_ID_PREFIX = laterId(LOOK_AGAIN_NAME);

/** Returns the name under which the retry of a dispensary's chain waits, at most one per dispensary. */
export function retryName(dispensaryId: number): string {
  return `${RETRY_NAME}${dispensaryId}`;
}

const RETRY_NAME = 'retry-';

/** The prefix of a waiting retry's workflow id; the dispensary's id follows. */
export const RETRY_ID_PREFIX = laterId(RETRY_NAME);

/**
 * Returns the id of a task (one run of a workflow), safe in a URL path: the workflow id with `~` for each `/`, a `~`, and the run
 * id, as in `crawl~12~0199c6f2-…`. Other characters that a URL does not allow become `=` and their bytes, so decoding a path once
 * or twice does not change the id.
 */
export function taskId(workflowId: string, runId: string): string {
  return `${lettersOf(workflowId)}~${runId}`;
}

/** Encodes a workflow id as in a task id, but without a run: `crawl-due~all`. */
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

/** Decodes a task id, or a workflow id that was encoded without a run; null if the text is neither. */
export function readWorkflowLetters(id: string): { workflowId: string; runId?: string } | null {
  const workflowId = readLetters(id);
  return readTaskId(id) ?? (workflowId === null ? null : { workflowId });
}

/** Decodes a workflow id; null if the text is no encoded workflow id. */
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
